"""Every way a command can end badly, as one sentence and an exit status."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from shoal.errors import InternalError, ShoalError
from shoal.outputs import what_was_written


class Terminated(BaseException):
    """SIGTERM arrived: unwind as for Ctrl-C, so that nothing is left behind."""


#: What ends a run for each signal that asks for it.
_ENDS: dict[int, type[BaseException]] = {
    signal.SIGINT: KeyboardInterrupt,
    signal.SIGTERM: Terminated,
}

#: The signals that came.
_came: list[int] = []


def unwind_on_signals() -> None:
    """Let Ctrl-C and SIGTERM raise, so that what was begun is removed."""
    for number in _ENDS:
        # One that is ignored stays so, as Ctrl-C is for jobs in the background.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _unwind)


def _unwind(number: int, _frame: FrameType | None) -> None:
    _came.append(number)
    raise _ENDS[number]


def explain(error: BaseException) -> tuple[str, int]:
    """Return a sentence and a status; messages of other libraries are left out: they quote data."""
    match error:
        case InternalError():
            return f"internal error: {error}; please report it", error.exit_status
        case ShoalError():
            return str(error), error.exit_status
        case KeyboardInterrupt():
            return f"stopped; {what_was_written()}", 128 + signal.SIGINT
        case Terminated():
            return f"stopped; {what_was_written()}", 128 + signal.SIGTERM
        case MemoryError():
            return f"the machine has not enough memory for this; {what_was_written()}", 1
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            return f"{place}{error.strerror or type(error).__name__}", 1
        case _ if hasattr(error, "format_message"):
            # The parser's own, known by this method alone: Typer may bring its parser along.
            return _usage(error), 2
        case _:
            name = type(error).__name__
            return f"internal error ({name}); please report it; SHOAL_DEBUG=1 shows where", 1


def report(error: BaseException) -> int:
    """Print on standard error what ended the command; return the exit status."""
    # A library that is interrupted while it is loaded may well raise something else.
    cause = error if isinstance(error, ShoalError) or not _came else _ENDS[_came[0]]()
    sentence, status = explain(cause)
    if os.environ.get("SHOAL_DEBUG") == "1":
        print(_calls(error), file=sys.stderr)
    print(f"shoal: {' '.join(sentence.split())}", file=sys.stderr)
    return status


def _calls(error: BaseException) -> str:
    """Return the calls that led to an error, without messages of others: they may quote a cell."""
    import traceback

    behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = "" if behind is None else _calls(behind) + "\n"
    message = f": {error}" if isinstance(error, ShoalError) else ""
    calls = "".join(traceback.format_tb(error.__traceback__))
    return f"{before}Traceback (most recent call last):\n{calls}{type(error).__name__}{message}"


def _usage(error: BaseException) -> str:
    message: str = getattr(error, "format_message", error.__str__)()
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "shoal"
    end = " See" if message.endswith("?") else "; see"
    return f"{message.rstrip('.')}{end} {command} --help"
