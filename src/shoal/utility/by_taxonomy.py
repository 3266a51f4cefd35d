"""Counts estimated from a release in which each row generalizes its own way."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets, Hierarchy

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]


def estimates(
    original: Baskets, published: Baskets, queries: Baskets, taxonomy: Hierarchy
) -> Floats:
    """Return the expected count of each query.

    A row that holds a node counts for an item below it as one over the items below that node which
    occur in the original. Where a row holds several such nodes, the lowest one counts.

    Parameters
    ----------
    original, published
        The baskets before and after.
    queries
        The sets of items that are asked for.
    taxonomy
        Of the original's items.

    Examples
    --------
    >>> drinks = Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum"]})
    >>> original = Baskets.of([["tea", "rum"], ["cocoa"]])
    >>> published = Baskets.of([["hot", "rum"], ["cocoa"]])
    >>> estimates(original, published, Baskets.of([["tea", "rum"], ["tea"]]), drinks)
    array([0.5, 0.5])
    """
    holders = _Holders(published)
    known = set(taxonomy.values)
    names = [name for name in original.trimmed().vocabulary.strings if name in known]
    tree = taxonomy.restricted_to(names) if names else taxonomy
    leaves = (tree.last - tree.first).tolist()
    parents = tree.parents.tolist()
    in_tree = set(names)
    result = np.empty(len(queries))
    for query in range(len(queries)):
        expected = np.ones(len(published))
        for item in queries.row(query):
            weight = np.zeros(len(published))
            for node in reversed(_way_up(tree.node_of(item), parents) if item in in_tree else []):
                weight[holders.of(tree.labels[node])] = 1 / leaves[node]
            weight[holders.of(item)] = 1.0
            expected *= weight
        result[query] = expected.sum()
    return result


def _way_up(node: int, parents: list[int]) -> list[int]:
    """Return a node and all above it, up to the root."""
    way = [node]
    while way[-1] != 0:
        way.append(parents[way[-1]])
    return way


class _Holders:
    """The rows that hold each item, by its name."""

    def __init__(self, data: Baskets) -> None:
        order = np.argsort(data.items, kind="stable")
        self._rows = np.repeat(np.arange(len(data)), data.lengths)[order]
        self._ends = np.searchsorted(data.items[order], np.arange(data.item_count + 1))
        self._code = {name: code for code, name in enumerate(data.vocabulary.strings)}

    def of(self, name: str) -> Rows:
        """Return the rows that hold an item; none for one that was suppressed."""
        code = self._code.get(name)
        if code is None:
            return self._rows[:0]
        return self._rows[self._ends[code] : self._ends[code + 1]]
