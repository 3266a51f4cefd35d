"""What data was taken for, before anything is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoal.data import Baskets
from shoal.data.hierarchy import Hierarchy

if TYPE_CHECKING:
    import polars as pl

#: Rows looked at to tell the kind.
SAMPLE = 20_000


@dataclass(frozen=True, eq=False)
class Recognised:
    """Data with its kind, why it is taken for that, and the flags that a command needs to read it.

    Columns without names of their own are not ``named``. Where the flags make one basket for each
    person, ``persons`` is their number.
    """

    kind: str
    reason: str
    data: Baskets | pl.DataFrame | Hierarchy
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    named: bool = True
    persons: int | None = None


def stride(rows: int) -> int:
    """Return how many rows to step on, so that enough of all parts of the data are looked at."""
    return max(rows // SAMPLE, 1)
