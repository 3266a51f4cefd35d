"""What a miner returns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from shoal.data import Vocabulary
from shoal.data.transactions import Items, Offsets

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns end to end: pattern ``p`` holds ``items[offsets[p]:offsets[p + 1]]``.

    Items are positions in ``vocabulary``, within a pattern in the order they were found; the
    frame and the iterator give their names sorted.

    Parameters
    ----------
    items, offsets
        The patterns in compressed rows.
    supports
        How many rows hold each pattern.
    vocabulary
        The items' names.
    target
        What was mined: ``closed``, ``longest``.
    min_support
        The smallest support asked for, as a number of rows.
    """

    items: Items
    offsets: Offsets
    supports: npt.NDArray[np.int32]
    vocabulary: Vocabulary
    target: str
    min_support: int

    def __post_init__(self) -> None:
        for array in (self.items, self.offsets, self.supports):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.supports)

    def __repr__(self) -> str:
        return f"Patterns({len(self):,} {self.target}, min_support {self.min_support:,})"

    def __iter__(self) -> Iterator[tuple[list[Any], int]]:
        for p in range(len(self)):
            codes = np.sort(self.items[self.offsets[p] : self.offsets[p + 1]])
            yield self.vocabulary.names_of(codes), int(self.supports[p])

    @property
    def lengths(self) -> Offsets:
        """Number of items in each pattern."""
        return np.diff(self.offsets)

    def to_polars(self) -> pl.DataFrame:
        """Return a frame with the columns ``items`` (sorted lists), ``length`` and ``support``."""
        import polars as pl

        from shoal.data.lists import lists_of

        return pl.DataFrame(
            {
                "items": lists_of(self.vocabulary.gather(self.items), self.offsets).list.sort(),
                "length": self.lengths.astype(np.int32),
                "support": self.supports,
            }
        )
