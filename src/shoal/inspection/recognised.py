"""What data was taken for, before anything is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoal.data import Transactions
from shoal.data.hierarchy import Hierarchy

if TYPE_CHECKING:
    import polars as pl

#: Rows looked at to tell the kind.
SAMPLE = 20_000


@dataclass(frozen=True, eq=False)
class Recognised:
    """Data with its kind.

    Parameters
    ----------
    kind, reason
        What it is, and why.
    data
        Baskets, columns or a hierarchy.
    notes
        What is doubtful about it.
    flags
        What a command needs to read it so.
    named
        Whether the columns of a table have names.
    persons
        How many persons baskets are of, where the flags make one basket for each; None where each
        row is one already.
    line_of
        Tells in which line of a text a row of a table (from 0) starts.
    """

    kind: str
    reason: str
    data: Transactions | pl.DataFrame | Hierarchy
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    named: bool = True
    persons: int | None = None
    line_of: Callable[[int], int] | None = None


def stride(rows: int) -> int:
    """Return how many rows to step on, so that enough of all parts of the data are looked at."""
    return max(rows // SAMPLE, 1)
