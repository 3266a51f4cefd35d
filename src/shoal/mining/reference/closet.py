"""CLOSET (Pei, Han and Mao, DMKD 2000): algorithms 9 and 10 of the thesis.

FP-growth for closed frequent itemsets: what all transactions of a conditional table share joins the
itemset at once, a single prefix of the tree gives closed itemsets without a search, and an itemset
that a closed one of the same support contains is not searched.

Departures from the thesis: line 6 removes the item from the header table only. Removed from the
tree too, as the thesis says, it would be missing from the conditional tables of the items below it:
of the rows ab and bc at min_sup 1, {a} would be reported in place of {a, b}. The check of line 15
is left out: what contains Z contains X and i, which line 10 has checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shoal.mining.reference.fp_tree import FPTree, frequent_items
from shoal.mining.reference.transactions import Itemset, Supports, transactions


def closet(rows: Iterable[Iterable[Any]], min_support: int) -> Supports:
    """Find the closed frequent itemsets (algorithm 9).

    Examples
    --------
    >>> found = closet([["tea", "rum"], ["tea"], ["tea", "rum", "gin"]], 2)
    >>> sorted((sorted(itemset), support) for itemset, support in found.items())
    [(['rum', 'tea'], 2), (['tea'], 3)]
    """
    TDB = transactions(rows, min_support)
    FCI: Supports = {}  # 1
    T = FPTree([(transaction, 1) for transaction in TDB], min_support)  # 2, 3
    CLOSET(frozenset(), T, FCI)  # 4
    return FCI


def CLOSET(X: Itemset, T: FPTree, FCI: Supports) -> None:
    """Add the closed frequent itemsets that extend X to FCI (algorithm 10)."""
    remaining = []
    for i in T.ascending():  # 1
        B = single_segment(T, i)
        if B is None:  # 2
            remaining.append(i)
        elif not subsumed(X | B, T.supports[i], FCI):  # 3
            FCI[X | B] = T.supports[i]  # 4
    for i in remaining:  # 9
        support_size = T.supports[i]
        if subsumed(X | {i}, support_size, FCI):  # 10
            continue
        DB_i = T.conditional_table(i)
        f_list_i = frequent_items(DB_i, T.min_support)  # 11, 12
        Y = {item for item, support in f_list_i.items() if support == support_size}  # 13
        Z = X | {i} | Y  # 14
        FCI[Z] = support_size  # 16
        DB_Z = [(itemset - Y, count) for itemset, count in DB_i]  # 18, 19
        T_Z = FPTree(DB_Z, T.min_support)  # 20
        CLOSET(Z, T_Z, FCI)  # 21


def single_segment(T: FPTree, i: Any) -> Itemset | None:
    """Return the branch down to i if it meets the conditions of definition 6.3.1."""
    N, *others = T.header[i]
    alone = not others and all(len(above.children) == 1 for above in (T.root, *N.ancestors()))
    ends = len(N.children) != 1 or next(iter(N.children.values())).count < N.count
    if not (alone and ends):
        return None
    return frozenset([i, *(above.item for above in N.ancestors())])


def subsumed(X: Itemset, support_size: int, FCI: Supports) -> bool:
    """Tell whether a closed itemset of the same support contains X."""
    return any(support == support_size and itemset >= X for itemset, support in FCI.items())
