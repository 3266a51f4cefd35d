"""Names to codes, batch by batch: the names of a whole file need never be in memory at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal import _core
from shoal.data import Baskets, Vocabulary
from shoal.errors import SchemaError

#: Rows made into sets at once, so that doing so needs little memory beside the data.
_ROWS_AT_ONCE = 1 << 18


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


def baskets_of(
    items: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], names: NameCoder
) -> Baskets:
    """Return baskets from the codes of items as they came, made into sets piece by piece."""
    position, vocabulary = names.sorted()
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
    return Baskets(items[:filled], offsets, vocabulary, duplicates_merged=merged)
