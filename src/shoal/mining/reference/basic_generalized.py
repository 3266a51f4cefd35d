"""The basic algorithm for generalized itemsets (Srikant and Agrawal, VLDB 1995; section 7.2).

Apriori on transactions to which all ancestors of their items are added.

Departures from the paper: its taxonomy is any directed acyclic graph, ours is a hierarchy. The root
is in every transaction that is not empty, and is not added.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shoal.mining.reference.apriori import apriori
from shoal.mining.reference.transactions import Itemset, Supports

if TYPE_CHECKING:
    from shoal.data import Hierarchy


def basic_generalized(rows: Iterable[Iterable[str]], Tax: Hierarchy, min_support: int) -> Supports:
    """Find all frequent generalized itemsets, also those with an item and its ancestor.

    Examples
    --------
    >>> from shoal import Hierarchy
    >>> drinks = Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]})
    >>> found = basic_generalized([["tea", "rum"], ["cocoa", "rum"]], drinks, 2)
    >>> sorted(sorted(itemset) for itemset in found if len(itemset) > 1)
    [['cold', 'hot'], ['cold', 'hot', 'rum'], ['cold', 'rum'], ['hot', 'rum']]
    """
    return apriori((frozenset(T).union(*(ancestors(Tax, x) for x in T)) for T in rows), min_support)


def ancestors(Tax: Hierarchy, x: str) -> Itemset:
    """Return the labels above an item, without the root."""
    return frozenset(Tax.path(Tax.node_of(x))[1:-1])
