"""Baskets: rows that are sets of items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.errors import ParameterError, SchemaError

Items = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Transactions:
    """Baskets in compressed rows: row ``r`` holds ``items[offsets[r]:offsets[r + 1]]``.

    Items are positions in ``vocabulary``, ascending and distinct within a row. All arrays are
    read-only. Use :func:`Transactions.of` to build one from Python lists, :func:`shoal.read` from files
    and frames.

    Parameters
    ----------
    items
        Item codes of all rows, end to end.
    offsets
        Where each row starts, and the end of the last one.
    vocabulary
        The items' names, integers or strings, sorted and distinct.
    duplicates_merged
        How many repeated items were dropped while the rows were read.

    Examples
    --------
    >>> baskets = Transactions.of([["milk", "beer"], [], ["milk"]])
    >>> len(baskets), baskets.item_count, baskets.row(0)
    (3, 2, ['beer', 'milk'])
    """

    items: Items
    offsets: Offsets
    vocabulary: pl.Series
    duplicates_merged: int = 0

    def __post_init__(self) -> None:
        items = np.ascontiguousarray(self.items, dtype=np.int32)
        offsets = np.ascontiguousarray(self.offsets, dtype=np.int64)
        if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(items):
            raise ParameterError("offsets must start at 0 and end at the number of items")
        if np.any(np.diff(offsets) < 0):
            raise ParameterError("offsets must not decrease")
        if len(items) and (items.min() < 0 or items.max() >= len(self.vocabulary)):
            raise ParameterError("every item must be a position in the vocabulary")
        if not _ascending_within_rows(items, offsets):
            raise ParameterError("items must ascend within each row, without repeats")
        if self.vocabulary.dtype not in (pl.Int64, pl.String):
            raise SchemaError(
                f"items must be integers or strings, not {self.vocabulary.dtype}; cast them first"
            )
        for array in (items, offsets):
            array.flags.writeable = False
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "offsets", offsets)

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any]]) -> Transactions:
        """Build baskets from Python rows of integers or of strings."""
        series = pl.Series("items", [list(row) for row in rows], strict=True)
        if series.dtype == pl.Null or series.dtype == pl.List(pl.Null):
            series = pl.Series("items", [[]] * len(series), dtype=pl.List(pl.Int64))
        return cls.from_series(series)

    @classmethod
    def from_series(cls, series: pl.Series) -> Transactions:
        """Build baskets from a Polars list column; a null row is an empty basket."""
        if not isinstance(series.dtype, pl.List):
            raise SchemaError(f"column {series.name!r} holds {series.dtype}, not lists of items")
        inner = series.dtype.inner
        if inner == pl.Null or inner.is_integer():  # type: ignore[union-attr]
            series = series.cast(pl.List(pl.Int64))
        elif inner in (pl.Categorical, pl.Enum):
            series = series.cast(pl.List(pl.String))
        elif inner != pl.String:
            raise SchemaError(
                f"column {series.name!r} holds lists of {inner}; items must be integers or strings"
            )
        series = series.fill_null([])
        before = int(series.list.len().sum())
        codes = series.list.drop_nulls().list.unique().list.sort()
        lengths = codes.list.len().to_numpy()
        offsets = np.zeros(len(codes) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        flat = codes.filter(codes.list.len() > 0).explode()
        vocabulary = flat.unique().sort().alias("item")
        items = vocabulary.search_sorted(flat).to_numpy() if len(flat) else np.empty(0)
        dropped = before - int(offsets[-1])
        return cls(items.astype(np.int32), offsets, vocabulary, duplicates_merged=dropped)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Transactions):
            return NotImplemented
        return (
            np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.items, other.items)
            and self.vocabulary.to_list() == other.vocabulary.to_list()
        )

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[list[Any]]:
        return (self.row(index) for index in range(len(self)))

    def __repr__(self) -> str:
        return f"Transactions({len(self):,} rows, {self.item_count:,} items, {self.size:,} entries)"

    @property
    def item_count(self) -> int:
        """Number of distinct items in the vocabulary."""
        return len(self.vocabulary)

    @property
    def size(self) -> int:
        """Number of entries: items of all rows together."""
        return len(self.items)

    @property
    def lengths(self) -> Offsets:
        """Number of items in each row."""
        return np.diff(self.offsets)

    def row(self, index: int) -> list[Any]:
        """Return the names of one row's items, in the vocabulary's order."""
        start, stop = self.offsets[index], self.offsets[index + 1]
        return self.vocabulary.gather(self.items[start:stop]).to_list()

    def to_series(self) -> pl.Series:
        """Return the rows as a Polars list column of item names."""
        names = self.vocabulary.gather(self.items)
        frame = pl.DataFrame({"row": np.repeat(np.arange(len(self)), self.lengths), "items": names})
        lists = frame.group_by("row", maintain_order=True).agg("items")
        every = pl.DataFrame({"row": np.arange(len(self))})
        joined = every.join(lists, on="row", how="left", maintain_order="left")
        return joined["items"].fill_null([])

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a Polars frame with one list column, ``items``."""
        return pl.DataFrame({"items": self.to_series()})


def _ascending_within_rows(items: Items, offsets: Offsets) -> bool:
    """Tell whether each row is strictly ascending: every step but those between two rows goes up."""
    if len(items) < 2:
        return True
    steps_up = items[1:] > items[:-1]
    starts = offsets[1:-1]
    steps_up[starts[(starts > 0) & (starts < len(items))] - 1] = True
    return bool(steps_up.all())
