"""Names to codes, batch by batch: the names of a whole file need never be in memory at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal import _core
from shoal.data import Baskets, Vocabulary
from shoal.errors import SchemaError

#: Rows made into sets at once, so that doing so needs little memory beside the data.
_ROWS_AT_ONCE = 1 << 18


class Growing:
    """An array that grows at its end, in place where the system can."""

    def __init__(self, dtype: type[np.generic]) -> None:
        self._array: npt.NDArray[Any] = np.empty(1 << 16, dtype=dtype)
        self._length = 0

    def extend(self, values: npt.NDArray[Any]) -> None:
        """Append values."""
        end = self._length + len(values)
        if end > len(self._array):
            # Nobody else has seen the array yet, so that no view of it can be left behind.
            self._array.resize(max(end, len(self._array) * 5 // 4), refcheck=False)
        self._array[self._length : end] = values
        self._length = end

    def add_to_last(self, value: int) -> None:
        """Add to the last value."""
        self._array[self._length - 1] += value

    def take(self) -> npt.NDArray[Any]:
        """Return the array, cut to what it holds; it must not grow any more."""
        self._array.resize(self._length, refcheck=False)
        return self._array


class NameCoder:
    """Numbers names in the order in which they come."""

    def __init__(self) -> None:
        self._known: pl.DataFrame | None = None

    def codes(self, names: pl.Series) -> npt.NDArray[np.int32]:
        """Return the numbers of integers or strings without nulls; new ones get the next."""
        names = names.rename("item")
        if self._known is None:
            self._known = pl.DataFrame(schema={"item": names.dtype, "code": pl.Int32})
        if names.dtype != self._known["item"].dtype:
            raise SchemaError("items must be all integers or all strings")
        batch = names.to_frame()
        new = batch.unique(maintain_order=True).join(
            self._known, on="item", how="anti", maintain_order="left"
        )
        if len(new):
            start = len(self._known)
            numbers = pl.Series("code", np.arange(start, start + len(new), dtype=np.int32))
            self._known = pl.concat([self._known, new.with_columns(numbers)])
        coded = batch.join(self._known, on="item", how="left", maintain_order="left")
        codes: npt.NDArray[np.int32] = coded["code"].to_numpy()
        return codes

    def sorted(self) -> tuple[npt.NDArray[np.int32], Vocabulary]:
        """Return where each number stands in the sorted vocabulary, and the vocabulary."""
        if self._known is None:
            return np.empty(0, dtype=np.int32), Vocabulary(np.empty(0, dtype=np.int64))
        ordered = self._known.sort("item")
        position = np.empty(len(ordered), dtype=np.int32)
        position[ordered["code"].to_numpy()] = np.arange(len(ordered), dtype=np.int32)
        return position, Vocabulary(ordered["item"])


def baskets_of(codes: Growing, offsets: npt.NDArray[np.int64], names: NameCoder) -> Baskets:
    """Return baskets from the codes of items as they came, made into sets piece by piece."""
    position, vocabulary = names.sorted()
    items = codes.take()
    filled = merged = 0
    # Sets are never longer than what they are made of: they are written where that stood.
    start = 0
    for row in range(0, len(offsets) - 1, _ROWS_AT_ONCE):
        ends = offsets[row : row + _ROWS_AT_ONCE + 1].copy()
        ends[0] = start
        start = int(ends[-1])
        piece = position[items[ends[0] : start]]
        sets, set_ends, repeats = _core.make_sets(piece, ends - ends[0])
        items[filled : filled + len(sets)] = sets
        offsets[row : row + len(ends)] = set_ends + filled
        filled += len(sets)
        merged += repeats
    items.resize(filled, refcheck=False)
    return Baskets(items, offsets, vocabulary, duplicates_merged=merged)
