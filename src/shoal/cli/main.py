"""Entry point of the ``shoal`` command: whatever happens ends in one sentence and an exit status.

Everything but the signals is imported inside functions, so that Ctrl-C is answered from the start.
"""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Run the command that the process was called with."""
    # Python raises nothing where Ctrl-C is ignored, as it is for jobs in the background.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop_at_once)
    if sys.getfilesystemencoding() != "utf-8":
        # Names of files and columns are UTF-8, also where the locale knows ASCII only.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    # NumPy's linear algebra would start a thread for each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from shoal.cli.failures import report, unwind_on_signals

    try:
        unwind_on_signals()
        _print_anywhere()
        status = run(sys.argv[1:])
    except BaseException as error:  # Ctrl-C before the run, or once more while it was answered
        status = report(error)
    _leave(status)


def run(arguments: list[str]) -> int:
    """Run one command; return its exit status: 0 done, 1 the answer is no, 2 the call is wrong."""
    from shoal.cli.failures import report
    from shoal.outputs import forget_written
    from shoal.wording import speaking_of

    forget_written()
    try:
        # Ctrl-C while the commands are being imported is caught here, too.
        from shoal.cli.app import dispatch
        from shoal.cli.show import printing

        with speaking_of("flags"):
            status = dispatch(arguments)
        with printing():
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader went away, as `| head` does; Rich raises SystemExit. Python must not complain
        # when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except BaseException as error:
        return report(error)
    return status


def _stop_at_once(number: int, _frame: object) -> None:
    """Leave with the sentence that the command would leave with; there is nothing to clean up."""
    os.write(2, b"shoal: stopped; nothing was written\n")
    os._exit(128 + number)


def _print_anywhere() -> None:
    """Make printing work where a stream is closed or cannot encode a name."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 (open till the end)
        getattr(sys, name).reconfigure(errors="backslashreplace")


def _leave(status: int) -> None:
    """End the process at once: nothing is left to close, and taking modules down takes time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # its reader went away
            continue
    os._exit(status)
