"""What a table loses at least by its hierarchies, from prices. For auditors: NumPy alone.

For any prices u of the rows, no release costs less than

    sum over rows of u(r)  -  sum over closed patterns P of at least k rows of max(0, profit(P))

where profit(P) is the largest sum of u(r) - cost(P) over at least k rows of P: the theorem of
docs/certificate.md. A pattern is a node of each column's tree, and closed if no node of it can be
lowered while all its rows stay below it. This sums all of them up: column by column, and for each
depth that the column's node may have, all rows are grouped by their node there. Patterns of fewer
than k rows are dropped, and those below which no pattern can have a profit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.certificate.check_groups import Flags, Integers, best_sums, group_by


class Tree(NamedTuple):
    """The tree of a column's values."""

    #: By depth, from the root at 0, and by leaf: the node above the leaf; below the leaf, itself.
    nodes: Integers
    #: Of each node.
    depths: Integers
    costs: Integers


def profits(trees: list[Tree], cells: Integers, counts: Integers, prices: Integers, k: int) -> int:
    """Return the profits of all closed patterns together.

    ``cells`` are the leaves of each row, by column; no two rows are equal. Counts say how often
    each occurs; prices are in parts. At least k rows share a pattern.
    """
    search = _Search(trees, cells, counts, prices, k)
    every = np.arange(len(cells))
    search.visit((), every, np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), np.int64))
    return search.profit


class _Search:
    def __init__(
        self, trees: list[Tree], cells: Integers, counts: Integers, prices: Integers, k: int
    ) -> None:
        self.trees, self.cells, self.counts, self.prices, self.k = trees, cells, counts, prices, k
        self.profit = 0
        # What the columns from c on cost a row at least: that of its lowest node of k rows.
        self.rest = np.zeros((len(trees) + 1, len(cells)), dtype=np.int64)
        for c in reversed(range(len(trees))):
            self.rest[c] = self.rest[c + 1] + self._cheapest(c)

    def _cheapest(self, c: int) -> Integers:
        tree = self.trees[c]
        least = np.full(len(self.cells), tree.costs.max())
        for nodes_of in tree.nodes:
            nodes = nodes_of[self.cells[:, c]]
            rows = np.bincount(nodes, self.counts, len(tree.costs))
            least = np.where(rows[nodes] >= self.k, np.minimum(least, tree.costs[nodes]), least)
        return least

    def visit(
        self, depths: tuple[int, ...], rows: Integers, patterns: Integers, costs: Integers
    ) -> None:
        """Try all nodes of the next column for rows with a node of each column before.

        All patterns here have nodes of the same ``depths``. Each row has the number of its pattern,
        and what that costs so far.
        """
        tree = self.trees[c := len(depths)]
        for depth, nodes_of in enumerate(tree.nodes):
            nodes = nodes_of[self.cells[rows, c]]
            at = np.flatnonzero(tree.depths[nodes] == depth)  # a leaf may be less deep
            if len(at):
                split = patterns[at] * len(tree.costs) + nodes[at]
                self._look((*depths, depth), rows[at], split, costs[at] + tree.costs[nodes[at]])

    def _look(
        self, depths: tuple[int, ...], rows: Integers, patterns: Integers, costs: Integers
    ) -> None:
        """Go on with the patterns that may have a profit; add it up after the last column."""
        gains = self.prices[rows] - costs - self.rest[len(depths)][rows]
        groups = group_by(patterns, gains)
        sums, enough = best_sums(groups, gains, self.counts[rows], self.k)
        alive = enough & (sums > 0)
        if alive.any():
            alive &= self._closed(depths, rows[groups.order], groups.starts)
        if len(depths) == len(self.trees):
            self.profit += int(sums[alive].sum())
        elif alive.any():
            there = groups.spread(alive)
            kept = groups.order[there]
            self.visit(depths, rows[kept], groups.spread(np.cumsum(alive))[there], costs[kept])

    def _closed(self, depths: tuple[int, ...], rows: Integers, starts: Integers) -> Flags:
        """Tell of which patterns no node can be lowered.

        A node that can be stays so for fewer rows: none of the patterns that follow is closed.
        """
        closed = np.ones(len(starts), dtype=bool)
        for c, depth in enumerate(depths):
            tree = self.trees[c]
            if depth + 1 < len(tree.nodes):
                below = tree.nodes[depth + 1][self.cells[rows, c]]
                least = np.minimum.reduceat(below, starts)
                same = least == np.maximum.reduceat(below, starts)
                closed &= ~(same & (tree.depths[least] == depth + 1))
        return closed
