"""The loss of baskets published with a taxonomy: items kept, generalized, suppressed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.data import Baskets
from shoal.data.extended import ExtendedRows, extend_baskets
from shoal.errors import ParameterError
from shoal.io.hierarchies import Taxonomy, as_hierarchy
from shoal.loss.baskets import BasketLoss, check_row_count, group_figures, is_row_by_row_subset


@dataclass(frozen=True)
class GeneralizedLoss(BasketLoss):
    """What a release of baskets with a taxonomy costs."""

    generalized_items: int = 0  # entries of the original that are published as a node above them
    #: What these cost together: the other values below each one's nearest published node.
    lost_parts: int = 0
    parts: int = 1  # what a suppressed item costs, in the same parts: the other values that occur

    @property
    def suppressed_items(self) -> int:
        """Entries of which nothing is published."""
        return self.items - self.kept_items - self.generalized_items

    @property
    def gcp(self) -> float:
        """Mean LM of an entry; a suppressed one costs 1, and data without items 0."""
        lost = self.suppressed_items * self.parts + self.lost_parts
        return lost / (self.items * self.parts) if self.items else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON."""
        return {**super().to_dict(), "generalized_items": self.generalized_items}


def measure_generalized(
    original: Baskets, published: Baskets, taxonomy: Taxonomy | ExtendedRows
) -> GeneralizedLoss:
    """Price a release with a taxonomy, row by row: its rows must be in the original's order.

    For the taxonomy, the original's rows may be given that are already extended by it. A published
    row that does not generalize the original row at its place is a ParameterError.
    """
    if not isinstance(taxonomy, ExtendedRows):
        taxonomy = extend_baskets(original, as_hierarchy(taxonomy))
    check_row_count(original, published, "generalization neither adds nor drops rows")
    if not is_row_by_row_subset(taxonomy.rows, published):
        raise ParameterError(
            "a published row does not generalize the original row at its place: with a taxonomy "
            "the loss is measured row by row, of a release that keeps the order (--keep-order)"
        )
    costs = entry_costs(original, published, taxonomy)
    return GeneralizedLoss(
        rows=len(original),
        items=original.size,
        kept_items=int(np.count_nonzero(costs == 0)),
        **group_figures(published),
        generalized_items=int(np.count_nonzero(costs > 0)),
        lost_parts=int(costs[costs > 0].sum()),
        parts=parts_of(original),
    )


def parts_of(original: Baskets) -> int:
    """Return what a suppressed item costs: as many parts as other items occur, at least one."""
    return max(len(np.unique(original.items)) - 1, 1)


def entry_costs(
    original: Baskets, published: Baskets, extended: ExtendedRows
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the other values below each entry's nearest published node; -1 if none is published.

    A node with a single value below it says as much as the value.
    """
    size = max(len(extended.vocabulary), 1)
    node_of_name = extended.vocabulary.codes_of(published.vocabulary)
    rows = np.repeat(np.arange(len(published)), published.lengths)
    there = np.sort(rows * size + node_of_name[published.items])
    nodes = extended.vocabulary.codes_of(original.vocabulary)[original.items]
    rows = np.repeat(np.arange(len(original)), original.lengths)
    costs = np.full(original.size, -1, dtype=np.int64)
    open_entries = np.arange(original.size)
    while len(open_entries) and len(there):
        wanted = rows[open_entries] * size + nodes[open_entries]
        place = np.minimum(np.searchsorted(there, wanted), len(there) - 1)
        found = there[place] == wanted
        costs[open_entries[found]] = extended.leaves[nodes[open_entries[found]]] - 1
        open_entries = open_entries[~found]
        nodes[open_entries] = extended.above[nodes[open_entries]]
        open_entries = open_entries[nodes[open_entries] >= 0]
    return costs
