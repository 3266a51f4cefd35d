"""Entry point of the ``shoal`` command: whatever happens ends in a sentence and a status."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from shoal.cli.failures import tell, unwind_on_signals
from shoal.outputs import forget_written
from shoal.wording import speaking_of


def run(arguments: list[str]) -> int:
    """Run one command; return its exit status: 0 done, 1 the answer is no, 2 the call is wrong."""
    forget_written()
    try:
        # Within the net, so that Ctrl-C is answered while the command is still being loaded.
        from shoal.cli.commands import dispatch
        from shoal.cli.show import printing

        with speaking_of("flags"):
            status = dispatch(arguments)
        with printing():
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader went away, as `| head` does; Rich says so by SystemExit. Python must not
        # complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except BaseException as error:
        return tell(error)
    return status


def _print_anywhere() -> None:
    """Let printing fail neither where a stream is closed nor where it cannot spell a name."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 (open till the end)
        getattr(sys, name).reconfigure(errors="backslashreplace")


def _start_lean() -> None:
    """Spare what costs a short run time and no run needs."""
    # NumPy's linear algebra would start a thread for each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Loading modules makes many objects and no garbage to look for.
    gc.set_threshold(100_000)


def _leave(status: int) -> NoReturn:
    """End the process at once: nothing is left to close, and taking modules down takes time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # its reader went away
            stream.flush()
    os._exit(status)


def main() -> None:
    """Run the command that the process was called with."""
    _start_lean()
    try:
        unwind_on_signals()
        _print_anywhere()
        status = run(sys.argv[1:])
    except BaseException as error:  # Ctrl-C before the run, or once more while it was answered
        status = tell(error)
    _leave(status)
