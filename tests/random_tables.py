"""Random tables of a few rows, and what every method must keep on each of them.

``python tests/random_tables.py 10000`` looks at so many and says what it found.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

import shoal
from shoal.data.cells import Range, Set, Star, parse_cell
from shoal.data.table import QuasiIdentifier
from shoal.hierarchies.bands import with_bands
from shoal.methods import methods_for
from shoal.privacy import KAnonymity

#: Draws a whole number between two, both included.
Pick = Callable[[int, int], int]

#: Values of each kind, some of them awkward to publish.
VALUES = {
    "word": ["a", "b, c", 'd"e', "{f", " g", "h ", "é", "i-j"],
    "number": ["1", "2", "2.0", "-3", "-3.5", "1e2", " 7", "+40"],
    "date": ["2024-01-01", "2024-02-29", "1999-12-31", "2030-06-15", "0001-01-01"],
}
GONE = ["?", "", None]

#: Every method that there is for tables.
METHODS = tuple(method.name for method in methods_for("table", KAnonymity(2)))

#: Costs are counted in parts of a cell and rounded down, in each column.
ROUNDING = 1e-5


@dataclass(frozen=True)
class Case:
    """A table and what is asked of it."""

    columns: dict[str, list[str | None]]
    roles: dict[str, Any]
    k: int
    table: shoal.Table = field(repr=False)

    @property
    def by_hierarchy(self) -> bool:
        return all(c.recoding == "hierarchy" for c in self.table.quasi_identifiers)

    @property
    def plain(self) -> bool:
        """Whether nothing but the cost of cells decides which groups are best."""
        limited = any(c.max_level is not None for c in self.table.quasi_identifiers)
        return self.table.persons is None and not limited


def random_case(pick: Pick, *, plain: bool = False, most_rows: int = 12) -> Case:
    """Draw a table; a plain one has neither persons nor highest levels."""
    rows = pick(2, most_rows)
    columns: dict[str, list[str | None]] = {}
    trees: dict[str, Any] = {}
    roles: dict[str, Any] = {"weights": {}, "max_level": {}}
    by_hierarchy = pick(0, 1) == 0
    recoding = {}
    for at in range(pick(1, 4)):
        kind = ("word", "number", "date")[pick(0, 2)]
        name = f"{kind} {at}"
        columns[name] = cells = _cells(pick, VALUES[kind], rows)
        recoding[name] = "hierarchy"
        if not by_hierarchy:
            recoding[name] = ("auto", "hierarchy", "range", "set")[pick(0, 3)]
        values = [cell for cell in cells if cell not in GONE]
        if recoding[name] in ("range", "set") and kind != "word":
            values = [value.strip() for value in values]
        trees[name] = _tree(pick, list(dict.fromkeys(values)), name) if pick(0, 2) else None
        if pick(0, 3) == 0:
            roles["weights"][name] = pick(1, 300) / 100
        if not plain and recoding[name] == "hierarchy" and pick(0, 4) == 0:
            highest = 1 if trees[name] is None else shoal.Hierarchy.of(trees[name]).depth
            roles["max_level"][name] = pick(0, highest)
    persons = rows
    names = [*columns]
    if not plain and pick(0, 3) == 0:
        columns["who"] = [f"p{pick(0, rows - 1)}" for _ in range(rows)]
        persons = len({*columns["who"]})
        if persons > 1:
            roles["person"] = "who"
    roles |= {"qi": {name: trees[name] for name in names}, "recoding": recoding}
    k = pick(2, max(2, persons if "person" in roles else rows))
    return Case(columns, roles, k, with_bands(shoal.Table.of(columns, **roles), k))


def _cells(pick: Pick, values: Sequence[str], rows: int) -> list[str | None]:
    some = pick(1, len(values))
    missing = pick(0, 2) == 0
    cells: list[str | None] = [values[pick(0, some - 1)] for _ in range(rows)]
    if missing:
        cells = [GONE[pick(0, 2)] if pick(0, 4) == 0 else cell for cell in cells]
    # A column of nothing else is refused.
    return cells if any(cell not in GONE for cell in cells) else [*cells[1:], values[0]]


def _tree(pick: Pick, values: Sequence[str | None], name: str, depth: int = 0) -> Any:
    if depth == 3 or pick(0, 2) == 0:
        return list(values)
    cuts = sorted({pick(0, len(values)) for _ in range(2)} | {0, len(values)})
    parts = [values[low:high] for low, high in pairwise(cuts)]
    return {
        f"{name}.{at}": _tree(pick, part, f"{name}.{at}", depth + 1)
        for at, part in enumerate(parts)
    }


def releases(case: Case) -> Iterator[tuple[str, shoal.Release]]:
    """Publish a table in every way, in its own order."""
    for method in METHODS:
        for certificate in ("quick", "tight") if method == "sweep" else ("quick",):
            options: dict[str, Any] = {"method": method, "certificate": certificate}
            made = shoal.anonymize(case.table, f"k={case.k}", keep_order=True, threads=1, **options)
            yield f"{method}, {certificate}", made


def violations(case: Case) -> tuple[list[str], list[Mapping[str, Sequence[str]]]]:
    """Return what is wrong with the releases of a table, and what they publish."""
    wrong: list[str] = []
    published = []
    made = dict(releases(case))
    best = made["exact, quick"].loss.lm
    for name, release in made.items():
        names = [*release.data.quasi_identifiers]
        cells = release.data.frame.select(names)
        rows = cells.rows()
        published.append(cells.to_dict(as_series=False))
        found = {
            "verdict": release.verdict.ok
            and release.verdict.k_min == _smallest(case, rows) >= case.k,
            "cover": all(
                covers_cells(case.table[name], cells[name], case.columns[name]) for name in names
            ),
            "values": _unchanged(case, names, rows),
            "exact": not case.plain or best <= release.loss.lm + ROUNDING,
        }
        if case.plain and case.by_hierarchy and release.method == "gen-cover-cf":
            guarantee = 2 * (1 + math.log(2 * case.k))
            found["guarantee"] = release.loss.lm <= guarantee * best + ROUNDING
        proof = release.certificate
        found["certificate"] = (proof is not None) == case.by_hierarchy
        if proof is not None:
            found["bound"] = 0 <= proof.bound <= min(best, release.loss.lm) * (1 + 1e-12)
        wrong += [f"{name}: {what}" for what, holds in found.items() if not holds]
    if case.by_hierarchy:
        quick, tight = (made[f"sweep, {kind}"] for kind in ("quick", "tight"))
        assert quick.certificate is not None
        assert tight.certificate is not None
        if quick.certificate.bound > tight.certificate.bound:
            wrong.append("sweep: the quick bound is tighter")
        if case.plain and tight.loss.lm > quick.loss.lm + ROUNDING:
            wrong.append("sweep: the tight certificate made it worse")
    return wrong, published


def _smallest(case: Case, rows: list[tuple[Any, ...]]) -> int:
    """Count the rows, or persons, of the smallest group: from the definition."""
    persons = case.columns["who"] if "person" in case.roles else range(len(rows))
    groups = defaultdict(set)
    for row, person in zip(rows, persons, strict=True):
        groups[row].add(person)
    return min(map(len, groups.values()))


def covers_cells(
    column: QuasiIdentifier, cells: Iterable[str], values: Iterable[str | None]
) -> bool:
    """Tell whether each cell stands for the value at its place: from the grammar of cells."""
    tree = column.hierarchy
    range_like = column.recoding == "range"
    for cell, value in zip(cells, values, strict=True):
        text = "?" if value is None or value.strip() in GONE else value
        text = text.strip() if is_stripped(column) else text
        match cell if range_like or cell not in tree else tree.node_of(cell), parse_cell(cell):
            case int(node), _:
                found = tree.first[node] <= tree.values.index(text) < tree.last[node]
            case _, Star():
                found = True
            case _, Set(members):
                found = text in members
            case _, Range(low, high):
                low_at, at, high_at = (place(end, column.kind) for end in (low, text, high))
                found = text != "?" and low_at <= at <= high_at
            case _:
                found = cell == text
        if not found:
            return False
    return True


def is_stripped(column: QuasiIdentifier) -> bool:
    """Tell whether spaces around a value have no place in what is published."""
    return column.recoding == "range" or (column.banded and column.kind != "categorical")


def place(text: str, kind: str) -> float:
    """Return where a number or a date is on a line."""
    if text == "?":
        return math.nan
    return float(text) if kind == "numeric" else date.fromisoformat(text).toordinal()


def _unchanged(case: Case, names: list[str], rows: list[tuple[Any, ...]]) -> bool:
    """Tell whether a group that agrees on a value shows it as it was written, blanks aside."""
    for at, name in enumerate(names):
        inside = defaultdict(set)
        for row, cell in zip(rows, case.columns[name], strict=True):
            inside[row].add("?" if cell in GONE else cell)
        for row, cells in inside.items():
            hidden = set(row) == {"*"}
            stripped = is_stripped(case.table[name])
            written = {cell.strip() for cell in cells} if stripped else cells
            if len(written) == 1 and not hidden and row[at] not in written:
                return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    seen: Counter[str] = Counter()
    wrong = 0
    for number in range(arguments.tables):
        seed = arguments.seed + number
        case = random_case(random.Random(seed).randint, plain=number % 2 == 0)
        said, published = violations(case)
        seen["releases"] += len(published)
        seen["by hierarchy"] += case.by_hierarchy
        seen["plain"] += case.plain
        if said:
            wrong += 1
            print(f"seed {seed}: {'; '.join(said)}")
    print(
        f"{arguments.tables:,} tables, {seen['releases']:,} releases ({seen['plain']:,} tables "
        f"beside the exact method, {seen['by hierarchy']:,} with bounds): {wrong:,} with a "
        "violation"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
