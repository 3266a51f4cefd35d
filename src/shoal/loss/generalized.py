"""The loss of baskets published with a taxonomy: items kept, generalized, suppressed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.extended import ExtendedRows
from shoal.loss.baskets import (
    BasketLoss,
    check_possible,
    check_row_count,
    group_figures,
    is_row_by_row_subset,
    same_rows,
)

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class GeneralizedLoss(BasketLoss):
    """What a release of baskets with a taxonomy costs."""

    generalized_items: int = 0  # entries of the original that are published as a node above them
    #: What these cost together: the other values below each one's nearest published node.
    lost_parts: int = 0
    parts: int = 1  # what a suppressed item costs, in the same parts: the other values that occur
    #: Whether it may have cost less: nothing tells which published row was which.
    at_most: bool = False

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
        return {
            **super().to_dict(),
            "generalized_items": self.generalized_items,
            "at_most": self.at_most,
        }


def measure_generalized(
    original: Baskets, published: Baskets, taxonomy: ExtendedRows
) -> GeneralizedLoss:
    """Price a release with a taxonomy, by which the original was extended; rows in any order.

    Where neither the order nor the nodes tell which row is which, each published node is taken for
    one item of its row, and all other items for suppressed: the loss is at most that. A release
    that cannot come from the original is a ParameterError.
    """
    check_row_count(original, published, "generalization neither adds nor drops rows")
    in_order = published
    if not is_row_by_row_subset(taxonomy.rows, published):
        in_order = _recoded(original, published, taxonomy)
        if not same_rows(in_order.sorted_rows(), published.trimmed().sorted_rows()):
            return _at_most(original, published, taxonomy)
    return _loss(original, published, entry_costs(original, in_order, taxonomy))


def _loss(
    original: Baskets, published: Baskets, costs: Integers, *, at_most: bool = False
) -> GeneralizedLoss:
    """Return the loss from the other values below what each entry is published as."""
    return GeneralizedLoss(
        rows=len(original),
        items=original.size,
        kept_items=int(np.count_nonzero(costs == 0)),
        **group_figures(published),
        generalized_items=int(np.count_nonzero(costs > 0)),
        lost_parts=int(costs[costs > 0].sum()),
        parts=parts_of(original),
        at_most=at_most,
    )


def _recoded(original: Baskets, published: Baskets, extended: ExtendedRows) -> Baskets:
    """Return the original with each item replaced by the nearest node that is published at all."""
    codes = extended.vocabulary.codes_of(published.trimmed().vocabulary)
    there = np.append(np.isin(np.arange(len(extended.vocabulary)), codes), True)  # -1 is the end
    node = extended.vocabulary.codes_of(original.vocabulary)
    while not there[node].all():
        node = np.where(there[node], node, extended.above[node])
    entries = node[original.items]
    ends = np.concatenate([[0], np.cumsum(entries >= 0)])
    kept = entries[entries >= 0].astype(np.int32)
    return Baskets.from_codes(kept, ends[original.offsets], extended.vocabulary).trimmed()


def _at_most(original: Baskets, published: Baskets, extended: ExtendedRows) -> GeneralizedLoss:
    """Return the loss if each published node stands for one item of its row."""
    check_possible(extended.rows, published, original.lengths)
    nodes = extended.vocabulary.codes_of(published.vocabulary)[published.items]
    return _loss(original, published, extended.leaves[nodes].astype(np.int64) - 1, at_most=True)


def parts_of(original: Baskets) -> int:
    """Return what a suppressed item costs: as many parts as other items occur, at least one."""
    return max(len(np.unique(original.items)) - 1, 1)


def entry_costs(original: Baskets, published: Baskets, extended: ExtendedRows) -> Integers:
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
