"""The terms on which files are read: the memory they may take, and whether all in them is judged.

Whoever opens a door sets them for everything that is read behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from shoal.errors import FormatError, LimitReached
from shoal.wording import parameter, sized

#: Bytes for the interpreter and its libraries.
BYTES_AT_LEAST = 48 * 2**20

#: Measured on texts of the shortest lines and cells, read by every command: bytes for a byte of the
#: text, for a line, and for a cell. Together they come out above the true peak.
_BYTES_PER_BYTE, _BYTES_PER_LINE, _BYTES_PER_CELL = 4, 48, 36


class Terms(NamedTuple):
    """How many bytes the process may take, if there is a limit, and whether it judges files."""

    memory: int | None = None
    judging: bool = False


_terms: ContextVar[Terms] = ContextVar("terms", default=Terms())  # noqa: B039


@contextmanager
def reading(*, memory: int | None = None, judging: bool = False) -> Iterator[None]:
    """Set the terms for all that is read within; judged files may hold nothing beside the data."""
    before = _terms.set(Terms(memory, judging))
    try:
        yield
    finally:
        _terms.reset(before)


def is_judged() -> bool:
    """Tell whether what is read now is judged."""
    return _terms.get().judging


def refuse_unjudged(what: str, path: Path, *, line: int | None = None) -> None:
    """Raise about something in a file that no verifier looks at, if the file is judged."""
    if is_judged():
        raise FormatError(what, path=str(path), line=line or 1, unit="line" if line else None)


def check_fits(path: Path, size: int, *, lines: int = 0, cells: int = 0) -> None:
    """Raise if a text of so many bytes needs more memory than it may take."""
    memory = _terms.get().memory
    needed = BYTES_AT_LEAST + _BYTES_PER_BYTE * size + _BYTES_PER_LINE * lines
    needed += _BYTES_PER_CELL * cells
    if memory is not None and needed > memory:
        raise LimitReached(
            f"{path} needs at least {sized(needed)} of memory to be read and may use "
            f"{sized(memory)}; raise the limit ({parameter('memory_limit')}), use a larger machine "
            "or split the file",
            parameter="memory_limit",
            path=str(path),
        )
