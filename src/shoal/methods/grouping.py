"""What every method for baskets returns: the groups, and how sure it is of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.baskets import Items, Offsets
from shoal.methods.method import Found


@dataclass(frozen=True, eq=False)
class Grouping(Found):
    """A partition of the rows into groups, each published as its centre."""

    group_of_row: npt.NDArray[np.int32]  # the group of each row
    #: The centres in compressed rows: the items every row of a group has.
    centre_items: Items
    centre_offsets: Offsets
    #: Whether each group's pattern was proved longest among the rows that were left.
    proved: npt.NDArray[np.bool_]
    nodes: int  # search nodes spent
    repeatable: bool  # False when a time limit cut the search short
    #: The length of each row's longest frequent pattern, when the search came across it anyway.
    longest: npt.NDArray[np.int32] | None = None

    @classmethod
    def from_core(cls, found: _core.Grouping) -> Grouping:
        """Take over what a native method found."""
        longest = found.take_longest()
        return cls(
            group_of_row=found.take_group_of_row(),
            centre_items=found.take_centre_items(),
            centre_offsets=found.take_centre_offsets(),
            proved=found.take_proved().astype(np.bool_),
            nodes=found.nodes,
            repeatable=found.repeatable,
            longest=longest if len(longest) else None,
        )

    def __len__(self) -> int:
        return len(self.centre_offsets) - 1

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of rows in each group."""
        return np.bincount(self.group_of_row, minlength=len(self)).astype(np.int64)

    @property
    def kept(self) -> npt.NDArray[np.int32]:
        """Number of items that each row keeps."""
        return np.diff(self.centre_offsets).astype(np.int32)[self.group_of_row]

    def publish(self, data: Baskets) -> Baskets:
        """Return the rows in their order, each replaced by the centre of its group."""
        lengths = np.diff(self.centre_offsets)[self.group_of_row]
        offsets = np.zeros(len(data) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        starts = np.repeat(self.centre_offsets[:-1][self.group_of_row] - offsets[:-1], lengths)
        items = self.centre_items[starts + np.arange(offsets[-1])]
        vocabulary = data.rows_with_nodes.vocabulary
        return Baskets(items, offsets, vocabulary, column=data.column)

    def search(self) -> dict[str, Any]:
        """Return how sure the method is of its groups."""
        proved = int(self.proved.sum())
        return {
            "proved_groups": proved,
            "best_found_groups": len(self) - proved,
            "nodes": self.nodes,
            "repeatable": self.repeatable,
        }
