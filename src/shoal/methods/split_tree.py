"""The tree of splits by which RBAT went from one set of all public items to the published sets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class SplitTree:
    """Sets of public items, each above the two it was split into; node 0 holds all items."""

    #: The children of each node, which come after it; -1 for a leaf.
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int64]  # how many items each set has
    supports: npt.NDArray[np.int64]  # in how many rows some item of the set is

    def __len__(self) -> int:
        return len(self.left)

    @property
    def leaves(self) -> int:
        """Number of sets that were split no further: those that are published."""
        return int(np.count_nonzero(self.left < 0))

    @cached_property
    def depth(self) -> int:
        """Most splits between all items and a published set."""
        depths = np.zeros(len(self), dtype=np.int64)
        for node in np.flatnonzero(self.left >= 0):
            depths[[self.left[node], self.right[node]]] = depths[node] + 1
        return int(depths.max(initial=0))

    @property
    def skewness(self) -> int:
        """Sum over all splits of how many items more the larger half has (the paper's (5))."""
        inner = self.left >= 0
        halves = self.sizes[self.left[inner]] - self.sizes[self.right[inner]]
        return int(np.abs(halves).sum())

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as plain values, ready for JSON."""
        return {
            "leaves": self.leaves,
            "depth": self.depth,
            "skewness": self.skewness,
            "left": self.left.tolist(),
            "right": self.right.tolist(),
            "sizes": self.sizes.tolist(),
            "supports": self.supports.tolist(),
        }
