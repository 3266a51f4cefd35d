"""The FP-tree (Han, Pei and Yin, SIGMOD 2000; section 6.2.1 of the thesis).

A branch holds the frequent items of transactions, the most frequent item next to the root, so that
transactions share prefixes. A node counts the transactions whose branch goes through it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from shoal.mining.reference.transactions import Itemset

#: A table as pairs: an itemset, and how many transactions have it.
ConditionalTable = list[tuple[Itemset, int]]


class Node:
    """A node of the tree: an item below a prefix, and how many transactions have both."""

    def __init__(self, item: Any, parent: Node | None) -> None:
        self.item = item
        self.parent = parent
        self.count = 0
        self.children: dict[Any, Node] = {}

    def ancestors(self) -> Iterator[Node]:
        """Yield the nodes above, but not the root."""
        node = self.parent
        while node is not None and node.parent is not None:
            yield node
            node = node.parent


class FPTree:
    """The tree of a table, with its header table: items by descending support, and their nodes."""

    def __init__(self, table: ConditionalTable, min_support: int) -> None:
        self.min_support = min_support
        # The first scan finds the frequent items, the second one inserts the transactions.
        self.supports = frequent_items(table, min_support)
        self.root = Node(None, None)
        self.header: dict[Any, list[Node]] = {item: [] for item in self.supports}
        for itemset, count in table:
            self._insert([item for item in self.header if item in itemset], count)

    def _insert(self, branch: list[Any], count: int) -> None:
        node = self.root
        for item in branch:
            if item not in node.children:
                node.children[item] = Node(item, node)
                self.header[item].append(node.children[item])
            node = node.children[item]
            node.count += count

    def ascending(self) -> list[Any]:
        """Return the items of the header table, from the smallest support size on."""
        return list(reversed(self.header))

    def conditional_table(self, i: Any) -> ConditionalTable:
        """Return the table of what stands above an item, in each branch that contains it."""
        return [
            (frozenset(above.item for above in node.ancestors()), node.count)
            for node in self.header[i]
        ]

    def single_branch(self) -> list[Node] | None:
        """Return the nodes of the only branch, from the root on; None if there are several."""
        branch, node = [], self.root
        while node.children:
            if len(node.children) > 1:
                return None
            (node,) = node.children.values()
            branch.append(node)
        return branch


def frequent_items(table: Iterable[tuple[Itemset, int]], min_support: int) -> dict[Any, int]:
    """Return the frequent items of a table with their support sizes, in descending order."""
    counts: Counter[Any] = Counter()
    for itemset, count in table:
        counts.update(dict.fromkeys(itemset, count))
    return {item: count for item, count in counts.most_common() if count >= min_support}
