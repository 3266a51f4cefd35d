"""Cumulate (Srikant and Agrawal, VLDB 1995): algorithm 15 of the thesis.

The basic algorithm with four improvements: ancestors are looked up once; only ancestors and items
that are part of a candidate stay in a transaction; and no candidate contains an item and its
ancestor, since its support is that of the candidate without the ancestor.

Departures from the thesis: its taxonomy is any directed acyclic graph, ours is a hierarchy, whose
root is left out. The thesis says that the pruning of line 6 is needed for each k, and not only for
k = 2 as in the paper; the paper is right where candidates with an infrequent subset are pruned, as
here: a larger candidate with such a pair would contain the pair itself, which is in no F_2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shoal.mining.reference.apriori import frequent, new_candidates
from shoal.mining.reference.basic_generalized import ancestors
from shoal.mining.reference.transactions import Supports, transactions

if TYPE_CHECKING:
    from shoal.data import Hierarchy


def cumulate(rows: Iterable[Iterable[str]], Tax: Hierarchy, min_support: int) -> Supports:
    """Find the frequent generalized itemsets without an item beside its ancestor.

    Examples
    --------
    >>> from shoal import Hierarchy
    >>> drinks = Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]})
    >>> found = cumulate([["tea", "rum"], ["cocoa", "rum"]], drinks, 2)
    >>> sorted(sorted(itemset) for itemset in found if len(itemset) > 1)
    [['cold', 'hot'], ['hot', 'rum']]
    """
    D = transactions(rows, min_support)
    Tax_star = {x: ancestors(Tax, x) for T in D for x in T}  # 1
    Tax_star |= {x: ancestors(Tax, x) for above in Tax_star.values() for x in above}
    C_k = {frozenset([x]) for x in Tax_star}
    F = F_k = frequent(C_k, (T.union(*map(Tax_star.__getitem__, T)) for T in D), min_support)  # 2
    while F_k:  # 4
        C_k = new_candidates(F_k)  # 5
        C_k = {X for X in C_k if not any(Tax_star[x] & X for x in X)}  # 6
        counted = frozenset().union(*C_k)
        Tax_star = {x: above & counted for x, above in Tax_star.items()}  # 7
        # 10, 12: ancestors come before deletion, else those of a deleted item would be missing
        D = [T.union(*map(Tax_star.__getitem__, T)) & counted for T in D]
        F_k = frequent(C_k, D, min_support)  # 13, 15
        F = F | F_k
    return F  # 18
