"""FP-growth (Han, Pei and Yin, SIGMOD 2000): algorithm 8 of the thesis.

Depth first: the frequent itemsets that extend X are found in the FP-tree of the transactions that
contain X, and no candidates are generated.

Departures from the thesis: line 2 takes nonempty subsets of the branch, since with the empty one X
would be reported again, without a count; line 6 takes the items from the smallest support size on,
as the text says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from shoal.mining.reference.fp_tree import FPTree
from shoal.mining.reference.transactions import Itemset, Supports, transactions


def fp_growth(rows: Iterable[Iterable[Any]], min_support: int) -> Supports:
    """Find all frequent itemsets.

    Examples
    --------
    >>> found = fp_growth([["tea", "rum"], ["tea"], ["tea", "rum", "gin"]], 2)
    >>> sorted((sorted(itemset), support) for itemset, support in found.items())
    [(['rum'], 2), (['rum', 'tea'], 2), (['tea'], 3)]
    """
    D = transactions(rows, min_support)
    T = FPTree([(transaction, 1) for transaction in D], min_support)
    return dict(FPGrowth(frozenset(), T))


def FPGrowth(X: Itemset, T: FPTree) -> Iterator[tuple[Itemset, int]]:
    """Yield the frequent itemsets that extend X, found in X's conditional FP-tree (algorithm 8)."""
    B = T.single_branch()
    if B is not None:  # 1
        for size in range(1, len(B) + 1):
            for Y in combinations(B, size):  # 2
                # 3: the counts along a branch do not grow, the last is the minimum
                yield X.union(node.item for node in Y), Y[-1].count
        return
    for i in T.ascending():  # 6
        Y_i = X | {i}
        yield Y_i, T.supports[i]  # 7
        T_Y = FPTree(T.conditional_table(i), T.min_support)  # 8
        if T_Y.header:  # 9
            yield from FPGrowth(Y_i, T_Y)  # 10
