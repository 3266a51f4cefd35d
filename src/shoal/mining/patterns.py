"""What a miner returns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from shoal.data import Vocabulary
from shoal.data.baskets import Items, Offsets
from shoal.errors import ParameterError

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns end to end: pattern ``p`` holds ``items[offsets[p]:offsets[p + 1]]``.

    Items are positions in ``vocabulary``, within a pattern in the order they were found; the
    frame and the iterator give their names sorted.
    """

    #: The patterns in compressed rows.
    items: Items
    offsets: Offsets
    supports: npt.NDArray[np.int32]  # how many rows hold each pattern
    vocabulary: Vocabulary  # the items' names
    target: str  # what was mined: ``all``, ``closed``, ``maximal``, ``longest``
    min_support: int  # the smallest support asked for, as a number of rows
    #: The limit that ended the search before its end: ``limit``, ``time`` or ``memory``.
    stopped_by: str | None = None

    def __post_init__(self) -> None:
        for array in (self.items, self.offsets, self.supports):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.supports)

    def __repr__(self) -> str:
        partial = "" if self.complete else f", stopped by {self.stopped_by}"
        return f"Patterns({len(self):,} {self.target}, min_support {self.min_support:,}{partial})"

    def __getitem__(self, part: slice) -> Patterns:
        """Return some of the patterns, next to each other."""
        start, stop, step = part.indices(len(self))
        if step != 1:
            raise ParameterError("patterns are sliced without a step")
        stop = max(start, stop)
        offsets = self.offsets[start : stop + 1]
        return replace(
            self,
            items=self.items[offsets[0] : offsets[-1]],
            offsets=offsets - offsets[0],
            supports=self.supports[start:stop],
        )

    def __iter__(self) -> Iterator[tuple[list[Any], int]]:
        for p in range(len(self)):
            codes = np.sort(self.items[self.offsets[p] : self.offsets[p + 1]])
            yield self.vocabulary.names_of(codes), int(self.supports[p])

    @property
    def complete(self) -> bool:
        """Whether these are all patterns asked for; if not, :attr:`stopped_by` says why."""
        return self.stopped_by is None

    @property
    def lengths(self) -> Offsets:
        """Number of items in each pattern."""
        return np.diff(self.offsets)

    def to_polars(self) -> pl.DataFrame:
        """Return a frame with the columns ``items`` (sorted lists), ``length`` and ``support``."""
        import polars as pl

        from shoal.data.lists import lists_of

        # One sort of all items: to sort each list by itself would take far longer. Codes are in
        # the order of their names.
        starts = np.repeat(np.arange(len(self)) * max(len(self.vocabulary), 1), self.lengths)
        codes = np.sort(starts + self.items) - starts
        return pl.DataFrame(
            {
                "items": lists_of(self.vocabulary.gather(codes), self.offsets),
                "length": self.lengths.astype(np.int32),
                "support": self.supports,
            }
        )
