"""What can go wrong, as one small tree, and notices for what may go wrong.

A message is one sentence that names the place and says what is allowed. It quotes no value
of the data unless that was asked for (:func:`shoal.show_values`). The place is data too: the
parameter at fault, the file, the line or the row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal


class ShoalError(Exception):
    """Anything Shoal raises on purpose.

    Parameters
    ----------
    message
        One sentence.
    parameter
        The option at fault, by its name in Python.
    entry
        Which entry of that option, where it holds several: the name of a column, say.
    row, path
        The row (from 0) or the file that the message is about, where it is about one.
    """

    #: Exit status of the command line: 2 the call is wrong, 1 the answer is no.
    exit_status = 2

    #: The line of a file that the message is about.
    line: int | None = None

    def __init__(
        self,
        message: str,
        *,
        parameter: str | None = None,
        entry: str | None = None,
        row: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message if row is None else f"row {row + 1:,}: {message}")
        #: The sentence without its place.
        self.message = message
        self.parameter = parameter
        self.entry = entry
        self.row = row
        self.path = path


class ParameterError(ShoalError):
    """A parameter is out of its range or does not fit the data."""


class SchemaError(ShoalError):
    """A column of data in memory is missing or has the wrong type."""


class FormatError(ShoalError):
    """A file is not what it should be; names the file and the line.

    What is wrong with a whole file is reported at its line 1. Parquet and Arrow files have rows for
    lines: the message names one where it is about one.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str,
        line: int = 1,
        unit: Literal["line", "row"] | None = "line",
        parameter: str | None = None,
        entry: str | None = None,
    ) -> None:
        place = path if unit is None else f"{path}, {unit} {line:,}"
        super().__init__(f"{place}: {message}", parameter=parameter, entry=entry)
        self.message = message
        self.path = path
        self.line = line


class MissingExtraError(ShoalError):
    """Something optional is not installed; names what to install."""


class OutputError(ShoalError):
    """An output cannot be written."""

    exit_status = 1

    def __init__(self, message: str, *, path: str | None = None) -> None:
        super().__init__(message if path is None else f"cannot write {path}: {message}")
        self.message = message
        self.path = path


class InfeasibleError(ShoalError):
    """No release meets the request; says what would."""

    exit_status = 1


class VerificationError(ShoalError):
    """A release failed its own verdict and was not written; or its files do not belong together."""

    exit_status = 1


class LimitReached(ShoalError):
    """A limit on time or memory was reached before there was anything to return."""

    exit_status = 1


class Cancelled(ShoalError):
    """The run was cancelled by whoever started it; nothing was written."""

    exit_status = 1


class InternalError(ShoalError):
    """An invariant of Shoal itself is broken: a bug, never the user's mistake."""

    exit_status = 1


@contextmanager
def about(parameter: str) -> Iterator[None]:
    """Let errors about a value, which do not know where it was given, say by which parameter."""
    try:
        yield
    except ShoalError as error:
        error.parameter = error.parameter or parameter
        raise


class Notice(str):
    """A sentence that the publisher should read, with a code that programs can test.

    Examples
    --------
    >>> notice = Notice("the release keeps the input's order", code="order-kept")
    >>> notice.code, str(notice)
    ('order-kept', "the release keeps the input's order")
    """

    __slots__ = ("code",)
    code: str

    def __new__(cls, text: str, *, code: str) -> Notice:
        """Return the sentence with its code."""
        notice = super().__new__(cls, text)
        notice.code = code
        return notice
