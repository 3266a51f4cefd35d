"""Whether a proof holds: the bound derived anew from the data and the multipliers in the proof.

For auditors, who have the original. Nothing here has a part in the search for releases or for
multipliers: with ``check_baskets``, ``check_tables``, ``check_measures`` and ``check_groups`` this
is all that must be believed, beside the reading of files. A proof is refused if it says more than
its multipliers prove, and also if it says less.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from shoal.certificate import check_baskets, check_tables
from shoal.certificate.check_groups import Integers
from shoal.certificate.check_measures import MEASURES, Labels
from shoal.errors import VerificationError

#: The form of a proof, which its first key names.
SCHEMA = "shoal.certificate/1"

#: Parts of an item of a basket, and of a cell of a table.
ITEM = 1 << 10
CELL = 1 << 20

#: Sums up to here are exact in 64 bits.
MOST = 1 << 62

Row = tuple[str, ...]


class Distinct(NamedTuple):
    """Rows without repeats, sorted, and how often each occurs: the order of multipliers."""

    rows: list[Row]
    counts: list[int]

    @property
    def sha256(self) -> str:
        """What tells the data of a proof from other data."""
        digest = hashlib.sha256()
        for row, count in zip(self.rows, self.counts, strict=True):
            digest.update(json.dumps([count, *row]).encode() + b"\n")
        return digest.hexdigest()


def distinct(rows: Iterable[Row]) -> Distinct:
    """Return rows without repeats."""
    counted = Counter(rows)
    ordered = sorted(counted)
    return Distinct(ordered, [counted[row] for row in ordered])


def seal(document: dict[str, Any]) -> str:
    """Return the digest of a proof, which tells whether it is still what was written."""
    rest = {key: value for key, value in document.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def check_form(proof: dict[str, Any]) -> None:
    """Raise if a proof was changed, or is not made of whole numbers, texts and lists alone."""
    if proof.get("sha256") != seal(proof):
        raise VerificationError("it was changed after it was written")
    _no_fractions(proof)


@contextmanager
def well_formed() -> Iterator[None]:
    """Refuse a proof in which something is missing or of another type."""
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
        raise VerificationError("it has not the form of a proof") from None


def check_baskets_proof(proof: dict[str, Any], rows: Iterable[Sequence[str]]) -> Fraction:
    """Return the GCP that a proof shows no release of baskets to go below, or refuse it."""
    found = distinct(tuple(sorted(row)) for row in rows)
    prices, counts, k = _given(proof, found, ["GCP"], "suppression")
    if prices.min(initial=0) < 0:
        raise VerificationError("a multiplier is negative")
    names = {name: code for code, name in enumerate(sorted({n for row in found.rows for n in row}))}
    items = np.array([names[name] for row in found.rows for name in row], dtype=np.int64)
    offsets = np.cumsum([0, *map(len, found.rows)])
    profit = check_baskets.profits(items, offsets, counts, prices, k, ITEM)
    kept = (int(counts @ prices) + profit) // ITEM
    total = sum(len(row) * count for row, count in zip(found.rows, found.counts, strict=True))
    _compare(proof, {"items": total, "kept_at_most": kept})
    return Fraction(total - kept, total) if total else Fraction(0)


def check_table_proof(
    proof: dict[str, Any], rows: Iterable[Row], positions: Sequence[Sequence[float] | None]
) -> Fraction:
    """Return the loss that a proof shows no release of a table to go below, or refuse it.

    It is in the measure that the proof names. The rows are the values of its columns, ``?`` where
    one is missing. The positions are, for each column, where the values of its paths are on a line,
    NaN for ``?``; None for categories.
    """
    found = distinct(rows)
    prices, counts, k = _given(proof, found, MEASURES, "hierarchy")
    measure = MEASURES[proof["scope"]["measure"]]
    trees, cells, weights = [], [], []
    columns = proof["scope"]["columns"]
    for c, column in enumerate(columns):
        paths = [tuple(path) for path in column["paths"]]
        leaves = {path[0]: leaf for leaf, path in enumerate(paths)}
        rows_of: Counter[str] = Counter()
        for row, count in zip(found.rows, found.counts, strict=True):
            rows_of[row[c]] += count
        if len(leaves) < len(paths) or leaves.keys() != rows_of.keys():
            raise VerificationError("a hierarchy in it is not that of the values in the data")
        numerator, denominator = column["weight"]
        weights.append(Fraction(numerator, denominator))
        full = int(weights[-1] * CELL)
        labels, nodes, depths = _labels(paths, positions[c], rows_of)
        costs = _costs(labels, column["max_level"], measure(labels), full)
        if weights[-1] <= 0 or costs[labels.root] * len(columns) * int(counts.sum()) > MOST:
            raise VerificationError("a weight in it is out of range")
        trees.append(check_tables.Tree(nodes, depths, np.array(costs, dtype=np.int64)))
        cells.append([leaves[row[c]] for row in found.rows])
    codes = np.array(cells, dtype=np.int64).T
    profit = check_tables.profits(trees, np.ascontiguousarray(codes), counts, prices, k)
    cost = int(counts @ prices) - profit
    _compare(proof, {"cost_at_least": cost})
    return cost / (CELL * sum(weights, Fraction(0)) * int(counts.sum()))


def _given(
    proof: dict[str, Any], found: Distinct, measures: Iterable[str], recoding: str
) -> tuple[Integers, Integers, int]:
    """Return multipliers, counts and k; raise if they are not about these rows."""
    scope, prices = proof["scope"], proof["multipliers"]
    known = scope["measure"] in list(measures)
    if not known or (scope["recoding"], scope["counts"]) != (recoding, "rows"):
        raise VerificationError("it is about a set of releases that is not known here")
    largest = max(map(abs, prices), default=0) * sum(found.counts)
    if not 2 <= scope["k"] <= MOST or largest > MOST:
        raise VerificationError("a number in it is out of range")
    if proof["data_sha256"] != found.sha256:
        raise VerificationError("it is about other data")
    if len(prices) != len(found.rows):
        raise VerificationError("it has not one multiplier for each different row")
    return np.array(prices, dtype=np.int64), np.array(found.counts, dtype=np.int64), scope["k"]


def _compare(proof: dict[str, Any], derived: dict[str, int]) -> None:
    for name, number in derived.items():
        if proof["bound"][name] != number:
            raise VerificationError(
                f"it says {name} = {proof['bound'][name]:,}, but its multipliers prove {number:,}"
            )


def _no_fractions(value: Any) -> None:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        if not (value is None or type(value) in (int, str, bool)):
            raise VerificationError("it holds a number that is not whole")
        return
    for one in value:
        _no_fractions(one)


def _labels(
    paths: list[Row], positions: Sequence[float] | None, rows_of: Mapping[str, int]
) -> tuple[Labels, Integers, Integers]:
    """Return the labels of paths from values to the root, with the nodes and depths of the tree."""
    number: dict[str, int] = {}
    above: dict[str, str] = {}
    for path in paths:
        if path[-1] != "*" or len({*path}) < len(path) or len(path) < 2:
            raise VerificationError("a hierarchy in it is no tree")
        for label, parent in pairwise(path):
            if above.setdefault(label, parent) != parent:
                raise VerificationError("a hierarchy in it is no tree")
        for label in path:
            number.setdefault(label, len(number))
    if {path[0] for path in paths} & {label for path in paths for label in path[1:]}:
        raise VerificationError("a hierarchy in it is no tree")
    depth = max(map(len, paths))
    below: list[list[int]] = [[] for _ in number]
    levels, depths = [0] * len(number), [0] * len(number)
    nodes = np.empty((depth, len(paths)), dtype=np.int64)
    ways = [[number[label] for label in reversed(path)] for path in paths]
    for leaf, down in enumerate(ways):
        nodes[:, leaf] = down + down[-1:] * (depth - len(down))
        for d, node in enumerate(down):
            below[node].append(leaf)
            depths[node] = d
            levels[node] = max(levels[node], len(down) - 1 - d)
    counts = [rows_of[path[0]] for path in paths]
    labels = Labels(number["*"], ways, below, levels, positions, counts)
    return labels, nodes, np.array(depths)


def _costs(
    labels: Labels, max_level: int | None, shares: Sequence[Fraction], full: int
) -> list[int]:
    """Return what each label costs, in parts; one above the highest level costs what ``*`` does."""
    highest = labels.levels[labels.root] if max_level is None else max_level
    costs = []
    for share, level in zip(shares, labels.levels, strict=True):
        share = shares[labels.root] if level > highest else share
        costs.append(int(share * full) if level else 0)
    return costs
