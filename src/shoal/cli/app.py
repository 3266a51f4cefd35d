"""Entry point of the ``shoal`` command: whatever happens ends in a sentence and a status."""

from __future__ import annotations

import os
import signal
import sys

from shoal.cli.failures import tell, unwind_on_sigterm


def run(arguments: list[str]) -> int:
    """Run one command; return its exit status: 0 done, 1 the answer is no, 2 the call is wrong."""
    try:
        # Within the net, so that Ctrl-C is answered while the parser is still being loaded.
        from shoal.cli.commands import dispatch

        status = dispatch(arguments)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader went away, as `| head` does; Rich says so by SystemExit. Python must not
        # complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except BaseException as error:
        return tell(error)
    return status


def main() -> None:
    """Run the command that the process was called with."""
    unwind_on_sigterm()
    sys.exit(run(sys.argv[1:]))
