"""Where the ``shoal`` process begins: Ctrl-C is answered from the first moment on.

Nothing is imported here that an interpreter has not loaded by itself, but for the signals.
"""

from __future__ import annotations

import os
import signal


def _stop_at_once(number: int, _frame: object) -> None:
    """Leave with the sentence that the command would leave with; there is nothing to clean up."""
    os.write(2, b"shoal: stopped; nothing was written\n")
    os._exit(128 + number)


def main() -> None:
    """Load the command line and run it."""
    # Python raises nothing where Ctrl-C is ignored, as it is for jobs in the background.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop_at_once)
    from shoal.cli import app

    app.main()
