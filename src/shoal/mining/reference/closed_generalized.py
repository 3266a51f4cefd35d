"""The thesis' own miner of closed frequent generalized itemsets: algorithms 16 and 17.

Records of a table have one value of each attribute, and an itemset has one node of each attribute's
taxonomy. Depth first from the roots: each step replaces one node by one of its children.

Departures from the thesis: once the root is known not to be closed, lines 15 to 17 leave both loops
(the text says so, the pseudocode leaves the inner one). The specifications are counted before any
is searched, as in section 7.4.5, so that one of the same support is the only one searched; lemma
7.4.1 allows this, if its condition is read as in its proof: X'(j) is a proper subset of Y(j).
``processed`` holds itemsets, not their hash codes: two itemsets with one code would lose one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shoal.mining.reference.transactions import Supports, transactions

if TYPE_CHECKING:
    from shoal.data import Hierarchy

#: A node of each attribute's taxonomy, by its label.
Generalized = tuple[str, ...]


@dataclass
class AugmentedTaxonomy:
    """A taxonomy whose nodes know the records below them (figure 7.3)."""

    name: str
    root: str
    supports: dict[str, int] = field(default_factory=dict)  # sets of record ids, as bit vectors
    children: dict[str, list[str]] = field(default_factory=dict)  # of each node, frequent ones


def closed_generalized(
    rows: Iterable[Sequence[str]], taxonomies: Mapping[str, Hierarchy], k: int
) -> Supports:
    """Find the closed frequent generalized itemsets of a table (algorithm 16).

    Rows have the columns of ``taxonomies``, in its order. An itemset is reported as its
    ``column=label``, as :func:`shoal.mine` reports it: without roots, which say nothing.

    Examples
    --------
    >>> from shoal import Hierarchy
    >>> drinks = Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]})
    >>> rows = [("tea", "f"), ("cocoa", "f"), ("rum", "m")]
    >>> found = closed_generalized(rows, {"drink": drinks, "sex": Hierarchy.flat("fm")}, 2)
    >>> sorted((sorted(itemset), support) for itemset, support in found.items())
    [([], 3), (['drink=hot', 'sex=f'], 2)]
    """
    D = list(rows)
    transactions(D, k)  # checks k
    tax = [
        augmented(name, Tax, [row[j] for row in D], k)
        for j, (name, Tax) in enumerate(taxonomies.items())
    ]
    root = tuple(one.root for one in tax)  # 5
    processed: set[Generalized] = set()  # 6
    closed: dict[Generalized, int] = {}  # 7
    GetClosedFrequentItemsets(root, (1 << len(D)) - 1, k, tax, processed, closed)  # 8
    return {
        frozenset(f"{t.name}={a}" for t, a in zip(tax, itemset, strict=True) if a != t.root): n
        for itemset, n in closed.items()
    }


def augmented(name: str, Tax: Hierarchy, values: Sequence[str], k: int) -> AugmentedTaxonomy:
    """Return a taxonomy with the record ids of each node, without infrequent nodes (1 to 4)."""
    tax = AugmentedTaxonomy(name, Tax.labels[0])
    for record, value in enumerate(values):
        for node in Tax.path(Tax.node_of(value)):
            tax.supports[node] = tax.supports.get(node, 0) | 1 << record
    for node, support in tax.supports.items():
        if support.bit_count() >= k and node != tax.root:
            parent = Tax.path(Tax.node_of(node))[1]
            tax.children.setdefault(parent, []).append(node)
    return tax


def GetClosedFrequentItemsets(
    root: Generalized,
    support: int,
    k: int,
    tax: Sequence[AugmentedTaxonomy],
    processed: set[Generalized],
    closed: dict[Generalized, int],
) -> None:
    """Add to ``closed`` the closed frequent itemsets which are specifications of root (17)."""
    if root in processed or support.bit_count() < k:  # 1
        return
    processed.add(root)  # 4
    specifications = {}
    for j, a_j in enumerate(root):  # 6
        for taxChild in tax[j].children.get(a_j, ()):  # 7
            new_itemset_support = tax[j].supports[taxChild] & support  # 8
            new_itemset = (*root[:j], taxChild, *root[j + 1 :])  # 13
            if new_itemset_support == support:  # 10: root is not closed
                GetClosedFrequentItemsets(new_itemset, support, k, tax, processed, closed)  # 14
                return  # 16
            if new_itemset_support.bit_count() >= k:  # 9
                specifications[new_itemset] = new_itemset_support
    for new_itemset, new_itemset_support in specifications.items():
        GetClosedFrequentItemsets(new_itemset, new_itemset_support, k, tax, processed, closed)
    closed[root] = support.bit_count()  # 22
