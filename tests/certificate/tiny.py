"""Tiny data whose best release is known by trying all: what bounds and proofs are held against.

``python -m tests.certificate.tiny 100000`` tries so many and says what it found. Everything here is
counted from the definitions, in fractions.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import polars as pl

import shoal
from shoal.certificate.baskets import certify
from shoal.certificate.check import (
    CELL,
    ITEM,
    check_baskets_proof,
    check_form,
    check_table_proof,
    well_formed,
)
from shoal.certificate.proof_file import proof_of
from shoal.certificate.tables import certify_table
from shoal.data.node_costs import MEASURES, minimizing
from shoal.data.table import QuasiIdentifier

#: Draws a whole number between two, both included.
Pick = Callable[[int, int], int]

Path = tuple[str, ...]
MOST_ROWS = 7


@dataclass(frozen=True)
class TinyColumn:
    """Values, the path of each from itself to ``*``, and how the column counts."""

    name: str
    cells: tuple[str, ...]
    paths: dict[str, Path]
    numeric: bool
    weight: Fraction
    max_level: int | None
    measure: str = "lm"

    def levels(self) -> dict[str, int]:
        """Return the longest way from each label down to a value."""
        ways = self.paths.values()
        return {label: max(p.index(label) for p in ways if label in p) for p in ways for label in p}

    def cost(self, label: str) -> Fraction:
        """Return what a cell loses that is published as a label."""
        match self.measure:
            case "lm":
                return self.lm(label)
            case "ncp":
                below = sum(label in path for path in self.paths.values())
                share = Fraction(below if below > 1 else 0, len(self.paths))
                return self.lm(label) if self.numeric or label == "*" else share
            case "tree":
                levels = self.levels()
                return Fraction(levels[label], levels["*"])
        above = next(path[path.index(label) :] for path in self.paths.values() if label in path)
        return min(map(self.entropy, above))

    def entropy(self, label: str) -> Fraction:
        """Return the entropy of a value below a label, counted as the certificate counts it."""
        rows = [self.cells.count(value) for value, path in self.paths.items() if label in path]
        parts = sum(rows) * _log2(sum(rows)) - sum(n * _log2(n, up=True) for n in rows)
        return Fraction(max(parts, 0) // sum(rows), 2**48)

    def labels(self, values: Iterable[str]) -> list[str]:
        """Return the labels that all these values may be published as."""
        paths = [self.paths[value] for value in values]
        levels = self.levels()
        highest = len(levels) if self.max_level is None else self.max_level
        shared = set.intersection(*({*path} for path in paths))
        return [label for label in shared if label == "*" or levels[label] <= highest]

    def lm(self, label: str) -> Fraction:
        """Return what a cell loses that is published as a label."""
        below = [value for value, path in self.paths.items() if label in path]
        if label == "*":
            return Fraction(1)
        if not self.numeric or below == ["?"]:
            return Fraction(len(below) - 1, max(len(self.paths) - 1, 1))
        numbers = [Fraction(value) for value in self.paths if value != "?"]
        span = max(numbers) - min(numbers)
        return (max(map(Fraction, below)) - min(map(Fraction, below))) / span if span else span


@dataclass(frozen=True)
class TinyTable:
    """A table with levels, persons and weights."""

    columns: tuple[TinyColumn, ...]
    persons: tuple[int, ...] | None
    k: int

    @property
    def rows(self) -> list[Path]:
        return list(zip(*(column.cells for column in self.columns), strict=True))

    def data(self) -> shoal.Table:
        frame: dict[str, Any] = {column.name: column.cells for column in self.columns}
        if self.persons is not None:
            frame["who"] = [f"p{person}" for person in self.persons]
        table = shoal.Table.of(
            frame,
            {
                c.name: shoal.Hierarchy.from_paths(p for v, p in c.paths.items() if v != "?")
                for c in self.columns
            },
            person=None if self.persons is None else "who",
            categorical=[c.name for c in self.columns if not c.numeric],
            weights={c.name: float(c.weight) for c in self.columns},
            max_level={c.name: c.max_level for c in self.columns if c.max_level is not None},
        )
        return minimizing(table, self.columns[0].measure)

    def built(self) -> shoal.Table:
        """Return the same table, put together by hand: many times quicker."""
        columns = []
        for column in self.columns:
            paths = [path for value, path in column.paths.items() if value != "?"]
            tree = shoal.Hierarchy.from_paths(paths)
            tree = tree.with_missing() if "?" in column.paths else tree
            places = [float(value.replace("?", "nan")) for value in tree.values if column.numeric]
            columns.append(
                QuasiIdentifier(
                    column.name,
                    "numeric" if column.numeric else "categorical",
                    tree,
                    np.array([tree.values.index(value) for value in column.cells], dtype=np.int32),
                    np.array(places) if column.numeric else None,
                    weight=float(column.weight),
                    max_level=column.max_level,
                )
            )
        persons = None if self.persons is None else np.array(self.persons, dtype=np.int32)
        names = tuple(column.name for column in self.columns)
        table = shoal.Table(tuple(columns), (), (), pl.DataFrame(), persons, names)
        return minimizing(table, self.columns[0].measure)

    def enough(self, group: Sequence[int]) -> bool:
        return len(group if self.persons is None else {self.persons[r] for r in group}) >= self.k

    def best(self) -> Fraction:
        """Return the least loss of a release of the set that the certificate states."""
        rows = self.rows
        whole = sum(column.weight for column in self.columns) * len(rows)

        @cache
        def cell(c: int, values: frozenset[str]) -> Fraction:
            column = self.columns[c]
            return column.weight * min(map(column.cost, column.labels(values)))

        def cost(group: Sequence[int]) -> Fraction:
            cells = (frozenset(rows[r][c] for r in group) for c in range(len(self.columns)))
            return sum((cell(c, values) for c, values in enumerate(cells)), Fraction(0)) * len(
                group
            )

        found = _best_partition(
            len(rows), lambda group: -cost(group) if self.enough(group) else None
        )
        assert found is not None
        return -found / whole

    def proved(self, prices: dict[Path, int]) -> int:
        """Return what prices prove, in parts: the formula, over all patterns of labels."""
        rows = self.rows
        profit = 0
        for nodes in product(*({n for p in c.paths.values() for n in p} for c in self.columns)):
            below = [
                r
                for r, row in enumerate(rows)
                if all(nodes[c] in self.columns[c].paths[row[c]] for c in range(len(nodes)))
            ]
            lowest = tuple(
                next(
                    n for n in column.paths[rows[below[0]][c]] if _shared(column, c, n, rows, below)
                )
                for c, column in enumerate(self.columns)
                if below
            )
            if len(below) < self.k or lowest != nodes:
                continue
            cost = 0
            for c, column in enumerate(self.columns):
                full = int(column.weight * CELL)
                allowed = nodes[c] in column.labels({rows[r][c] for r in below})
                cost += int(column.cost(nodes[c] if allowed else "*") * full)
            profit += _best_choice([prices[rows[r]] - cost for r in below], self.k)
        return sum(prices[row] for row in rows) - profit


@dataclass(frozen=True)
class TinyBaskets:
    """Baskets of a few items."""

    rows: list[Path]
    k: int

    def data(self) -> shoal.Baskets:
        return shoal.Baskets.of([*self.rows])

    def best(self) -> int:
        """Return the most items that a release by suppression keeps."""

        def kept(group: Sequence[int]) -> int | None:
            if len(group) == 1:
                return 0  # left out, or published empty
            shared = set.intersection(*({*self.rows[r]} for r in group))
            return len(shared) * len(group) if len(group) >= self.k else None

        found = _best_partition(len(self.rows), kept)
        assert found is not None
        return int(found)

    def proved(self, prices: dict[Path, int]) -> int:
        """Return what prices prove, in whole items: the formula, over all patterns."""
        items = sorted({item for row in self.rows for item in row})
        profit = 0
        for size in range(len(items) + 1):
            for pattern in combinations(items, size):
                holders = [row for row in self.rows if {*pattern} <= {*row}]
                if len(holders) < self.k:
                    continue
                if {*pattern} == set.intersection(*({*row} for row in holders)):
                    gains = [size * ITEM - prices[row] for row in holders]
                    profit += _best_choice(gains, self.k)
        return (sum(prices[row] for row in self.rows) + profit) // ITEM


def _log2(number: int, *, up: bool = False) -> int:
    """Return a logarithm in parts of 2^-48, rounded down or up."""
    with localcontext(prec=50):
        parts = (Decimal(number).ln() / Decimal(2).ln() * 2**48).quantize(Decimal("1e-20"))
    return math.ceil(parts) if up else math.floor(parts)


def _shared(column: TinyColumn, c: int, label: str, rows: list[Path], below: list[int]) -> bool:
    return all(label in column.paths[rows[r][c]] for r in below)


def _best_choice(gains: Sequence[int], k: int) -> int:
    """Return the largest sum of at least k of the gains, 0 if all are negative."""
    sums = (sum(some) for size in range(k, len(gains) + 1) for some in combinations(gains, size))
    return max(0, *sums)


def _best_partition(rows: int, worth: Callable[[list[int]], Any]) -> Any:
    """Return the most that groups of rows are worth; None for a group that may not be."""
    groups = {}
    for mask in range(1, 1 << rows):
        found = worth([r for r in range(rows) if mask >> r & 1])
        if found is not None:
            groups[mask] = found
    best: dict[int, Any] = {0: 0}
    for mask in range(1, 1 << rows):
        first = mask & -mask
        options = []
        part = mask
        while part:
            if part & first and part in groups and mask ^ part in best:
                options.append(groups[part] + best[mask ^ part])
            part = (part - 1) & mask
        if options:
            best[mask] = max(options)
    return best.get((1 << rows) - 1)


def tiny_table(pick: Pick, most_rows: int = MOST_ROWS) -> TinyTable:
    """Draw a table; levels, persons and weights are there more often than not."""
    rows = pick(2, most_rows)
    persons = tuple(pick(0, rows - 1) for _ in range(rows)) if pick(0, 1) else None
    columns = []
    measure = [*MEASURES][pick(0, 3) if pick(0, 1) else 0]
    for c in range(pick(1, 3)):
        numeric = pick(0, 1) == 0
        drawn = [pick(0, 4) for _ in range(rows)]
        cells = [f"{v * v}" if numeric else f"v{v}" for v in drawn]
        if pick(0, 3) == 0:
            cells[1:] = [cell if pick(0, 3) else "?" for cell in cells[1:]]
        # Neighbours get a label in common, and labels one more above them; some are left out.
        lower, upper = pick(1, 3), pick(1, 2)
        names = [f"{c} {level} {at}" for level in range(2) for at in range(5)]
        there = {name for name in names if pick(0, 3)}
        paths = {"?": ("?", "*")} if "?" in cells else {}
        values = sorted({*cells} - {"?"}, key=lambda v: (len(v), v))
        for at, value in enumerate(values):
            above = [f"{c} 0 {at // lower}", f"{c} 1 {at // lower // upper}"]
            paths[value] = (value, *(label for label in above if label in there), "*")
        depth = max(map(len, paths.values())) - 1
        max_level = pick(0, depth) if pick(0, 2) else None
        weight = Fraction(pick(1, 12), 4) if pick(0, 1) else Fraction(1)
        counted = (weight, max_level, measure)
        columns.append(TinyColumn(f"c{c}", tuple(cells), paths, numeric, *counted))
    count = rows if persons is None else len({*persons})
    if count < 2:
        persons, count = None, rows
    return TinyTable(tuple(columns), persons, pick(2, max(2, count // pick(1, 2))))


def tiny_baskets(pick: Pick) -> TinyBaskets:
    """Draw baskets."""
    rows = pick(2, MOST_ROWS)
    items = pick(1, 4)
    drawn = [tuple(f"i{i}" for i in range(items) if pick(0, 2)) for _ in range(rows)]
    return TinyBaskets(drawn, pick(2, max(2, rows // 2)))


def certified(
    tiny: TinyTable | TinyBaskets, *, by_hand: bool = False
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return the quick and the tight certificate, each with its proof."""
    data = tiny.built() if by_hand and isinstance(tiny, TinyTable) else tiny.data()
    for kind in ("quick", "tight"):
        # What is known of a release: nothing.
        nothing = np.zeros(len(data), dtype=np.int32)
        if isinstance(data, shoal.Baskets):
            certificate: Any = certify(data, tiny.k, nothing, kind=kind).certificate
        else:
            proof = certify_table(data, tiny.k, nothing, kind=kind, most_kept=10**6)
            certificate = proof.certificate
        yield certificate, json.loads(proof_of(data, certificate, {}))


def derive(tiny: TinyTable | TinyBaskets, proof: dict[str, Any]) -> Fraction:
    """Check a proof as an auditor does."""
    with well_formed():
        check_form(proof)
        if isinstance(tiny, TinyBaskets):
            return check_baskets_proof(proof, tiny.rows)
        places = [
            [float(path[0].replace("?", "nan")) for path in column["paths"]]
            if column["type"] == "numeric"
            else None
            for column in proof["scope"]["columns"]
        ]
        return check_table_proof(proof, tiny.rows, places)


def faults(tiny: TinyTable | TinyBaskets, *, by_hand: bool = False) -> Iterator[str]:
    """Return what is wrong with the bounds of tiny data."""
    best: Any = tiny.best()
    bounds = []
    for certificate, proof in certified(tiny, by_hand=by_hand):
        bound = Fraction(certificate.bound)
        if isinstance(tiny, TinyBaskets):
            if certificate.kept_at_most < best:
                yield f"{certificate.kind}: above the optimum"
        elif bound > best:
            yield f"{certificate.kind}: above the optimum"
        if abs(derive(tiny, proof) - bound) > Fraction(1, 10**12):
            yield f"{certificate.kind}: the proof shows another bound"
        bounds.append(bound)
    if bounds[0] > bounds[1]:
        yield "the quick bound is tighter"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("instances", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    arguments = parser.parse_args()
    names = ("baskets", "tables", "other measures", "levels", "persons", "weights", "wrong")
    seen = dict.fromkeys(names, 0)
    end = time.monotonic() + arguments.seconds
    for seed in range(arguments.seed, arguments.seed + arguments.instances):
        if time.monotonic() > end:
            break
        pick = random.Random(seed).randint
        tiny = tiny_baskets(pick) if seed % 4 == 0 else tiny_table(pick)
        if isinstance(tiny, TinyTable):
            seen["tables"] += 1
            seen["other measures"] += tiny.columns[0].measure != "lm"
            seen["levels"] += any(column.max_level is not None for column in tiny.columns)
            seen["persons"] += tiny.persons is not None
            seen["weights"] += len({column.weight for column in tiny.columns}) > 1
        else:
            seen["baskets"] += 1
        for fault in faults(tiny, by_hand=seed % 10 != 1):
            seen["wrong"] += 1
            print(f"seed {seed}: {fault}")
    print(", ".join(f"{count:,} {name}" for name, count in seen.items()))
    return 1 if seen["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
