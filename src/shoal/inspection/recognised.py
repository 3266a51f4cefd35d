"""What data was taken for: its kind, and whether items repeat within rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from shoal.wording import counted

#: Rows looked at to tell the kind.
SAMPLE = 20_000

#: Rows of several items that must repeat one to be taken for sequences.
REPEATING = 0.05


@dataclass(frozen=True, eq=False)
class Recognised:
    """Data with its kind, why it is taken for that, and the flags that a command needs to read it.

    Where the flags make one basket for each person, ``persons`` is their number.
    """

    kind: str
    reason: str
    data: Any
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    persons: int | None = None


def stride(rows: int) -> int:
    """Return how many rows to step on, so that enough of all parts of the data are looked at."""
    return max(rows // SAMPLE, 1)


def judge_order(rows: Iterable[Sequence[Any]]) -> tuple[str, str]:
    """Tell whether rows are ``baskets`` or ``sequences``, in which items repeat, and why."""
    several = [row for row in rows if len(row) > 1]
    if not several:
        return "baskets", "no row looked at has more than one item, so there is no order"
    repeating = sum(len(set(row)) < len(row) for row in several)
    of = f"of {counted(len(several), 'row')} of several items"
    if repeating >= max(REPEATING * len(several), 1):
        return "sequences", f"items repeat within {repeating:,} {of}: how often and when matters"
    return "baskets", f"items repeat within {f'{repeating:,}' if repeating else 'none'} {of}"
