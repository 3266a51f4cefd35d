"""Apriori (Agrawal and Srikant, VLDB 1994), as section 6.1 of the thesis describes it in words.

Breadth first: the frequent itemsets of k - 1 items give the candidates of k items, one scan of the
table counts them, and those that are frequent give the next candidates.

Departures from the paper: candidates are tested against each transaction one by one, where the
paper has hash trees; two itemsets are joined if they differ in one item each, where the paper joins
those that share all items but the last, which gives the same candidates after pruning.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from shoal.mining.reference.transactions import Itemset, Supports, transactions


def apriori(rows: Iterable[Iterable[Any]], min_support: int) -> Supports:
    """Find all frequent itemsets.

    Examples
    --------
    >>> found = apriori([["tea", "rum"], ["tea"], ["tea", "rum", "gin"]], 2)
    >>> sorted((sorted(itemset), support) for itemset, support in found.items())
    [(['rum'], 2), (['rum', 'tea'], 2), (['tea'], 3)]
    """
    D = transactions(rows, min_support)
    found: Supports = {}
    C_k = {frozenset([item]) for T in D for item in T}
    while C_k:
        F_k = frequent(C_k, D, min_support)
        found |= F_k
        C_k = new_candidates(F_k)
    return found


def frequent(C_k: Iterable[Itemset], D: Iterable[Itemset], min_support: int) -> Supports:
    """Count candidates in one scan of the table; return those that are frequent."""
    counts = dict.fromkeys(C_k, 0)
    for T in D:
        for candidate in counts:
            counts[candidate] += candidate <= T
    return {itemset: count for itemset, count in counts.items() if count >= min_support}


def new_candidates(F: Supports) -> set[Itemset]:
    """Join frequent itemsets of one size; keep the unions whose subsets are all frequent."""
    joined = {X | Y for X, Y in combinations(F, 2) if len(X - Y) == 1}
    return {Z for Z in joined if all(Z - {item} in F for item in Z)}
