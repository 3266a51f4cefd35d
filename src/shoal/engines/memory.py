"""How much memory a run may use, and how much it will need."""

from __future__ import annotations

import re
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from shoal.engines import local
from shoal.errors import LimitReached, ParameterError
from shoal.io.terms import BYTES_AT_LEAST, reading
from shoal.wording import parameter, sized

#: What a size may end with, and how many bytes that stands for.
_UNITS = {"": 1, "B": 1}
for _power, _letter in enumerate("KMGT", 1):
    _UNITS |= {_letter: 1024**_power, f"{_letter}IB": 1024**_power, f"{_letter}B": 1000**_power}

#: Measured on generated clicks and ratings of up to three million rows, read from text, grouped by
#: PatternKa and published: bytes, beside those of the interpreter, for a row, for an entry, and
#: for a distinct item named by a string. Together they come out a little above the true peak.
_BYTES_PER_ROW = 56
_BYTES_PER_ENTRY = 24
_BYTES_PER_ITEM = 160

#: For the library of frames, once it is loaded.
_BYTES_OF_FRAMES = 60 * 2**20

#: For a row of a pattern that is kept as a candidate.
_BYTES_PER_KEPT_ROW = 20


def parse_size(text: str | int) -> int:
    """Return the bytes that a size means: a number, alone or with a unit.

    ``K``, ``M``, ``G`` and ``T`` are powers of 1024, and so are ``KiB``, ``MiB``, ``GiB`` and
    ``TiB``; ``KB``, ``MB``, ``GB`` and ``TB`` are powers of 1000.
    """
    spelled = re.fullmatch(r"\s*([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([A-Za-z]*)\s*", str(text))
    unit = _UNITS.get(spelled[2].upper()) if spelled else None
    size = int(float(spelled[1]) * unit) if spelled and unit else 0
    if size < 1 or isinstance(text, bool):
        raise ParameterError(
            f"a size is a number of bytes above 0, or one with a unit such as 500M, 4G or 1.5GiB, "
            f"not {text!r}"
        )
    return min(size, 2**63 - 1)  # more than any machine has, and what the native core can count


def check_memory_limit(limit: str | int | None) -> int:
    """Return the bytes a run may use; None means all that is free for this process."""
    # What the process holds by now is its own already.
    return local.free_memory() + _held("VmRSS") if limit is None else parse_size(limit)


def within(limit: str | int | None) -> AbstractContextManager[None]:
    """Refuse files, within, that need more memory than the limit, or than what is free."""
    return reading(memory=check_memory_limit(limit))


def estimate(rows: int, entries: int, items: int = 0, kept: int = 0) -> int:
    """Return about how many bytes a process needs at most to publish baskets."""
    return (
        BYTES_AT_LEAST
        + _BYTES_OF_FRAMES * ("polars" in sys.modules)
        + _BYTES_PER_ROW * rows
        + _BYTES_PER_ENTRY * entries
        + _BYTES_PER_ITEM * items
        + _BYTES_PER_KEPT_ROW * kept
    )


def refuse_above(limit: int, needed: int) -> None:
    """Raise if a run needs more memory than it may use."""
    if needed > limit:
        raise LimitReached(
            f"the run needs about {sized(needed)} of memory and may use {sized(limit)}; "
            f"raise the limit ({parameter('memory_limit')}), use a larger machine or publish "
            "fewer rows at once"
        )


class PeakMemory:
    """The most memory that the process holds from now on, until it is asked.

    The system knows the highest mark of the whole process. If that rises it is the answer; if an
    earlier run had been larger, the largest of many looks is.
    """

    def __init__(self) -> None:
        self._highest_before = _held("VmHWM")
        self._seen = _held("VmRSS")

    def look(self) -> None:
        """Note how much the process holds right now."""
        self._seen = max(self._seen, _held("VmRSS"))

    def peak(self) -> int:
        """Return the most bytes that the process has held at once since the beginning."""
        self.look()
        highest = _held("VmHWM")
        return highest if highest > self._highest_before else self._seen


def _held(mark: str) -> int:
    """Return the bytes that the process holds now (``VmRSS``) or has ever held (``VmHWM``)."""
    try:
        with Path("/proc/self/status").open() as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith(mark))
    except (OSError, ValueError, StopIteration):
        return 0
