"""CHARM (Zaki and Hsiao, SDM 2002): algorithms 11 to 14 of the thesis.

Depth first over pairs of an itemset and its tidset, the transactions that contain it. Tidsets that
are equal or nested say which itemsets have the same closure, and need no branch of their own.

Departures from the thesis: algorithm 11 reports each node, where the thesis only visits it. Where
algorithm 14 replaces X by X and Y, the nodes of [P_i], which begin with X, get Y too, as in the
paper; otherwise, of the rows abc, ab and bc at min_sup 1, {a, c} would be reported in place of
{a, b, c}. Property 3 of theorem 6.3.5 never holds, since nodes are sorted by support size. Tidsets
are stored whole, where the paper has diffsets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from shoal.mining.reference.transactions import Itemset, Supports, transactions


@dataclass(eq=False)
class ITPair:
    """An itemset and its tidset: a node of the IT-tree."""

    X: Itemset
    t: frozenset[int]


#: An equivalence class: nodes with the same prefix.
Class = list[ITPair]

#: Closed itemsets by a hash of their tidsets.
Closed = dict[int, Supports]


def charm(rows: Iterable[Iterable[Any]], min_support: int) -> Supports:
    """Find the closed frequent itemsets (algorithm 12).

    Examples
    --------
    >>> found = charm([["tea", "rum"], ["tea"], ["tea", "rum", "gin"]], 2)
    >>> sorted((sorted(itemset), support) for itemset, support in found.items())
    [(['rum', 'tea'], 2), (['tea'], 3)]
    """
    C: Closed = {}
    CHARM_Extend(frequent_class(rows, min_support), C, min_support)  # 1, 2, 3
    return {itemset: support for found in C.values() for itemset, support in found.items()}


def enumerate_frequent(rows: Iterable[Iterable[Any]], min_support: int) -> Supports:
    """Find all frequent itemsets by the IT-tree (algorithm 11).

    Examples
    --------
    >>> len(enumerate_frequent([["tea", "rum"], ["tea"], ["tea", "rum", "gin"]], 2))
    3
    """
    found: Supports = {}
    Enumerate_Frequent(frequent_class(rows, min_support), found, min_support)
    return found


def frequent_class(rows: Iterable[Iterable[Any]], min_support: int) -> Class:
    """Return the frequent items and their tidsets, in increasing order of support size."""
    tids: dict[Any, set[int]] = {}
    for tid, T in enumerate(transactions(rows, min_support)):
        for item in T:
            tids.setdefault(item, set()).add(tid)
    P = [ITPair(frozenset([item]), frozenset(t)) for item, t in tids.items()]
    return sorted((pair for pair in P if len(pair.t) >= min_support), key=lambda pair: len(pair.t))


def Enumerate_Frequent(P: Class, found: Supports, min_sup: int) -> None:
    """Report the nodes of a class and of the classes below it (algorithm 11)."""
    for i, l_i in enumerate(P):  # 1
        found[l_i.X] = len(l_i.t)
        P_i = []  # 2
        for l_j in P[i + 1 :]:  # 3
            T = l_i.t & l_j.t  # 5
            if len(T) >= min_sup:  # 6
                P_i.append(ITPair(l_i.X | l_j.X, T))  # 4, 7
        Enumerate_Frequent(P_i, found, min_sup)  # 10


def CHARM_Extend(P: Class, C: Closed, min_sup: int) -> None:
    """Add the closed itemsets of a class, and of the classes below it, to C (algorithm 13)."""
    for X_i in list(P):  # 1
        if X_i not in P:  # removed by line 3 of algorithm 14
            continue
        P_i: Class = []  # 2
        for X_j in P[P.index(X_i) + 1 :]:  # 3
            CHARM_Property(P, P_i, X_i, X_j, min_sup)  # 4
        CHARM_Extend(sorted(P_i, key=lambda pair: len(pair.t)), C, min_sup)  # 6, 7, 8
        same_hash = C.setdefault(sum(X_i.t), {})
        if not any(support == len(X_i.t) and c >= X_i.X for c, support in same_hash.items()):
            same_hash[X_i.X] = len(X_i.t)  # 11


def CHARM_Property(P: Class, P_i: Class, X: ITPair, Y: ITPair, min_sup: int) -> None:
    """Extend X by Y, or put both into the class below X (algorithm 14)."""
    if X.t <= Y.t:  # 2, 5
        if X.t == Y.t:
            P.remove(Y)  # 3
        X.X |= Y.X  # 4, 6
        for pair in P_i:
            pair.X |= Y.X
    elif len(X.t & Y.t) >= min_sup:  # 7, 8
        P_i.append(ITPair(X.X | Y.X, X.t & Y.t))  # 9
