"""Random requests, each answered by the reference miners and by the native core.

``python -m tests.reference_miners 2000`` draws so many: baskets, baskets with a taxonomy, and
tables in turn. Exit status 1 if two answers differ.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import shoal
from shoal.mining import reference
from shoal.mining.reference.transactions import Itemset, Supports

#: The target and the name of a miner, and what it returns.
Answers = dict[tuple[str, str], Supports]

ITEMS = [f"v{number}" for number in range(8)]


class Request(NamedTuple):
    """Rows, a hierarchy of each column or of all items, and the smallest support."""

    kind: str
    rows: list[list[str]]
    trees: dict[str, shoal.Hierarchy]
    min_support: int


def draw(kind: str, rng: random.Random) -> Request:
    """Return a request on few, partly equal rows."""
    trees = {f"c{column}": draw_tree(rng) for column in range(rng.randint(1, 3))}
    longest = len(ITEMS) if kind == "baskets" else 5
    rows = [
        [rng.choice(ITEMS) for _ in trees]
        if kind == "table"
        else rng.sample(ITEMS, rng.randint(0, longest))
        for _ in range(rng.randint(1, 24))
    ]
    rows += rng.choices(rows, k=rng.randint(0, 8))
    return Request(kind, rows, trees, rng.randint(1, max(2, len(rows) // 2)))


def draw_tree(rng: random.Random) -> shoal.Hierarchy:
    """Return a tree of one to three levels, some of its leaves higher up."""
    tops = rng.randint(1, 3)
    ways = [[item, f"g{g}", f"h{g % tops}", "*"] for item in ITEMS for g in [rng.randrange(4)]]
    return shoal.Hierarchy.from_paths(
        way[:1] + way[rng.choice([1, 1, 1, 2, 3]) :] if tops > 1 else [way[0], way[-1]]
        for way in ways
    )


def of_baskets(request: Request) -> Answers:
    """Ask the miners that know no hierarchy."""
    _, rows, _, min_support = request
    return mined(rows, min_support) | core(shoal.Baskets.of(rows), min_support)


def of_taxonomy(request: Request) -> Answers:
    """Ask for patterns of baskets whose items have one hierarchy."""
    _, rows, trees, min_support = request
    tree = trees["c0"]
    way_up = {node: frozenset(tree.path(tree.node_of(node))[1:-1]) for node in tree.labels}
    extended = [frozenset(row).union(*(way_up[item] for item in row)) for row in rows]
    asked = specific(mined(extended, min_support), way_up)
    asked["all", "basic"] = reference.basic_generalized(rows, tree, min_support)
    asked["plain", "cumulate"] = reference.cumulate(rows, tree, min_support)
    asked["plain", "basic"] = {
        X: support
        for X, support in asked["all", "basic"].items()
        if not any(way_up[node] & X for node in X)
    }
    return asked | core(shoal.Baskets.of(rows), min_support, taxonomy=tree)


def of_table(request: Request) -> Answers:
    """Ask for patterns of a table whose columns have hierarchies each."""
    _, rows, trees, min_support = request
    way_up = {
        f"{name}={node}": frozenset(f"{name}={up}" for up in tree.path(tree.node_of(node))[1:-1])
        for name, tree in trees.items()
        for node in tree.labels
    }
    named = [[f"{name}={value}" for name, value in zip(trees, row, strict=True)] for row in rows]
    extended = [frozenset(row).union(*(way_up[value] for value in row)) for row in named]
    asked = specific(mined(extended, min_support), way_up)
    columns = dict(zip(trees, zip(*rows, strict=True), strict=True))
    asked |= core(shoal.Table.of(columns, trees), min_support)
    asked["with root", "core"] = asked["closed", "core"]
    asked["with root", "closed_generalized"] = reference.closed_generalized(
        rows, trees, min_support
    )
    asked["closed", "core"] = {X: n for X, n in asked["with root", "core"].items() if X}
    return asked


#: How each kind of request is answered.
KINDS: dict[str, Callable[[Request], Answers]] = {
    "baskets": of_baskets,
    "taxonomy": of_taxonomy,
    "table": of_table,
}


def mined(rows: Collection[Collection[str]], min_support: int) -> Answers:
    """Ask every reference miner that takes baskets as they are."""
    every = reference.apriori(rows, min_support)
    above: dict[Itemset, list[int]] = {X: [] for X in every}  # supports of what has one item more
    for X, support in every.items():
        for item in X if len(X) > 1 else ():
            above[X - {item}].append(support)
    return {
        ("all", "apriori"): every,
        ("all", "fp_growth"): reference.fp_growth(rows, min_support),
        ("all", "enumerate_frequent"): reference.enumerate_frequent(rows, min_support),
        ("closed", "apriori"): {X: n for X, n in every.items() if n not in above[X]},
        ("closed", "closet"): reference.closet(rows, min_support),
        ("closed", "charm"): reference.charm(rows, min_support),
        ("maximal", "apriori"): {X: n for X, n in every.items() if not above[X]},
    }


def core(data: Any, min_support: int, **more: Any) -> Answers:
    """Ask the native core for each target."""
    return {
        (target, "core"): {
            frozenset(X): support
            for X, support in shoal.mine(data, min_support, target, threads=1, **more)
        }
        for target in ("all", "closed", "maximal")
    }


def specific(asked: Answers, way_up: Mapping[str, Itemset]) -> Answers:
    """Leave out of each pattern, but not of ``all``, what others of its nodes imply."""
    return {
        (target, name): found
        if target == "all"
        else {X.difference(*(way_up[node] for node in X)): n for X, n in found.items()}
        for (target, name), found in asked.items()
    }


def differing(asked: Answers) -> list[tuple[str, str]]:
    """Return the answers that are not the first of their target."""
    first: dict[str, Supports] = {}
    return [which for which, found in asked.items() if first.setdefault(which[0], found) != found]


def main(count: int) -> int:
    """Answer so many requests; print how many patterns the miners agree on."""
    patterns: Counter[str] = Counter()
    requests: Counter[str] = Counter()
    differ = 0
    for seed in range(count):
        kind = list(KINDS)[seed % len(KINDS)]
        asked = KINDS[kind](draw(kind, random.Random(seed)))
        requests[kind] += 1
        patterns[kind] += len(asked["all", "core"])
        for target, name in differing(asked):
            differ += 1
            print(f"seed {seed}: {name} has other {target} patterns of {kind}")
    for kind in KINDS:
        print(f"{kind:<10} {requests[kind]:>6,} requests {patterns[kind]:>10,} patterns")
    print(f"{differ} answers differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
