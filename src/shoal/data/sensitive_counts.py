"""How often each sensitive value occurs in each group: the second table of anatomy."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.data.columns import texts_of
from shoal.data.conversions import Convertible
from shoal.data.published_table import PublishedTable
from shoal.errors import SchemaError

#: The columns of the two tables that the data does not name.
GROUP, COUNT = "group", "count"


@dataclass(frozen=True, eq=False)
class SensitiveCounts(Convertible):
    """A row for each sensitive value of each group, and how many rows of the group have it.

    Several sensitive columns are one value: their combination.

    Examples
    --------
    >>> frame = pl.DataFrame({"group": [1, 1, 2], "ill": ["flu", None, "flu"], "count": [1, 2, 1]})
    >>> counts = SensitiveCounts(frame)
    >>> counts.sensitive, counts.sizes.to_dict(as_series=False)
    (('ill',), {'group': [1, 2], 'size': [3, 1]})
    """

    frame: pl.DataFrame

    def __post_init__(self) -> None:
        names = self.frame.columns
        if len(names) < 3 or names[0] != GROUP or names[-1] != COUNT:
            raise SchemaError(
                f"a sensitive table has the columns {GROUP}, the sensitive ones and {COUNT}"
            )
        numbers = [as_numbers(self.frame[name]) for name in (GROUP, COUNT)]
        texts = [texts_of(self.frame[name]).alias(name) for name in self.sensitive]
        made = pl.DataFrame([numbers[0], *texts, numbers[1]])
        if (made[COUNT] < 1).any() or made.select(GROUP, *self.sensitive).is_duplicated().any():
            raise SchemaError("a sensitive table counts each value of a group once, at least 1")
        object.__setattr__(self, "frame", made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SensitiveCounts) and self.frame.equals(other.frame)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.frame)

    @property
    def sensitive(self) -> tuple[str, ...]:
        """Names of the sensitive columns."""
        return tuple(self.frame.columns[1:-1])

    @property
    def sizes(self) -> pl.DataFrame:
        """The rows of each group, in the order of the groups."""
        return self.frame.group_by(GROUP).agg(pl.col(COUNT).sum().alias("size")).sort(GROUP)

    def to_polars(self) -> pl.DataFrame:
        """Return the table as a Polars frame."""
        return self.frame

    def values_for(self, groups: pl.Series) -> pl.DataFrame:
        """Return the sensitive values of rows with these groups, in any order within a group.

        Raise if the two tables do not have the same groups, of the same sizes.
        """
        there = groups.to_frame(GROUP).group_by(GROUP).agg(pl.len().cast(pl.Int64).alias("size"))
        if not there.sort(GROUP).equals(self.sizes):
            raise SchemaError(
                "the two tables do not belong together: their groups differ in number or in size"
            )
        each = self.frame.sort(GROUP, maintain_order=True)
        each = each.select(pl.col(self.sensitive).repeat_by(COUNT).explode())
        place = np.empty(len(groups), dtype=np.int64)
        place[groups.arg_sort().to_numpy()] = np.arange(len(groups))
        return each[place]


@dataclass(frozen=True, eq=False)
class AnatomizedTable(PublishedTable):
    """The two tables of anatomy: exact quasi-identifiers with a group, and counts by group."""

    counts: SensitiveCounts | None = None
    separated: tuple[str, ...] = ()  # names of the sensitive columns, which are in ``counts``

    def sorted_rows(self) -> AnatomizedTable:
        """Return the rows sorted by all they hold, so that their order tells nothing."""
        order = self.frame.sort(self.frame.columns, nulls_last=True)
        return replace(self, frame=order)


def as_numbers(column: pl.Series) -> pl.Series:
    """Return a column of whole numbers, as text or not."""
    try:
        numbers = column.cast(pl.String).cast(pl.Int64)
    except pl.exceptions.PolarsError:
        numbers = pl.Series(column.name, [None], dtype=pl.Int64)
    if numbers.null_count() or len(numbers) < len(column):
        raise SchemaError(f"column {column.name!r} must hold whole numbers")
    return numbers
