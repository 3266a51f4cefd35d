"""A published table: recoded quasi-identifiers beside columns that are published as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.conversions import Convertible
from shoal.data.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class PublishedTable(Convertible):
    """The columns of a release.

    Examples
    --------
    >>> table = PublishedTable(pl.DataFrame({"age": ["20-29", "20-29"]}), ("age",))
    >>> table, table.columns, table.rows()
    (PublishedTable(2 rows, 1 columns), ('age',), [('20-29',), ('20-29',)])
    """

    frame: pl.DataFrame  # all published columns
    quasi_identifiers: tuple[str, ...]  # names of those that were recoded
    dropped: tuple[str, ...] = ()  # names of the columns of the input that are not published
    #: The person of each row, when k counts persons. Private.
    persons: npt.NDArray[np.int32] | None = field(default=None, repr=False)
    #: The hierarchies that were built, by column. Private: they hold every value of the original.
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict, repr=False)
    sensitive: tuple[str, ...] = ()  # names of the columns that hold what must not be learnt
    together: bool = False  # whether they are judged as one
    #: Hierarchies of sensitive columns that were given, by column.
    trees: Mapping[str, Hierarchy] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.frame)

    def __repr__(self) -> str:
        return f"PublishedTable({len(self):,} rows, {len(self.columns):,} columns)"

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the published columns."""
        return tuple(self.frame.columns)

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows as tuples."""
        return self.frame.rows()

    def to_polars(self) -> pl.DataFrame:
        """Return the columns as a Polars frame."""
        return self.frame

    def sorted_rows(self) -> PublishedTable:
        """Return the rows sorted by all they hold, so that their order tells nothing."""
        places = [_places(column) for column in self.frame.get_columns()]
        order = np.lexsort(places[::-1])  # the last key comes first, and NaN last
        persons = None if self.persons is None else self.persons[order]
        return replace(self, frame=self.frame[order], persons=persons)


def _places(column: pl.Series) -> npt.NDArray[np.number[Any]]:
    """Return the place of each value among the different ones; NaN for a missing value."""
    if column.dtype != pl.String:
        return column.rank("dense").to_numpy()
    # The few different texts are compared, not those of all rows.
    return column.cast(pl.Enum(column.drop_nulls().unique().sort())).to_physical().to_numpy()
