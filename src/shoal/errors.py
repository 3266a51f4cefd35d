"""What can go wrong, as one small tree.

A message is one sentence that names the place and says what is allowed. It never holds a raw
record.
"""

from __future__ import annotations

from typing import Literal


class ShoalError(Exception):
    """Anything Shoal raises on purpose."""

    #: Exit status of the command line: 2 the call is wrong, 1 the answer is no.
    exit_status = 2


class ParameterError(ShoalError):
    """A parameter is out of its range or does not fit the data."""


class SchemaError(ShoalError):
    """A column of data in memory is missing or has the wrong type."""

    def __init__(self, message: str, *, row: int | None = None) -> None:
        super().__init__(message)
        #: The row (from 0) it is about, where it is about one.
        self.row = row


class FormatError(ShoalError):
    """A file is not what it should be; names the file and the line.

    What is wrong with a whole file is told of its line 1. Parquet and Arrow files have rows for
    lines: the message names one where it is about one.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str,
        line: int = 1,
        unit: Literal["line", "row"] | None = "line",
    ) -> None:
        super().__init__(
            f"{path}: {message}" if unit is None else f"{path}, {unit} {line:,}: {message}"
        )
        self.path = path
        self.line = line


class OutputError(ShoalError):
    """An output cannot be written; nothing was left behind."""

    exit_status = 1


class InfeasibleError(ShoalError):
    """No release meets the request; says what would."""

    exit_status = 1


class VerificationError(ShoalError):
    """A release failed its own verdict, so it was not written."""

    exit_status = 1


class LimitReached(ShoalError):
    """A limit on time or memory was reached before there was anything to return."""

    exit_status = 1


class InternalError(ShoalError):
    """An invariant of Shoal itself is broken: a bug, never the user's mistake."""

    exit_status = 1
