"""Small random data of each kind, and models to ask of it: what the suite cannot know by itself.

A kind that is registered needs an entry in :data:`EXAMPLES`; a model needs none if its own example
is feasible for :data:`SMALL` rows.
"""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import shoal
from shoal.data import Baskets, PublishedTable, Table
from shoal.hierarchies.bands import with_bands

from ..random_tables import covers_cells

#: Rows that every method takes, and rows that give most methods something to do.
SMALL, LARGE = 15, 400


class Examples(ABC):
    """Random data of one kind.

    A variant is a word for some options, by their names: each run has those of one variant.
    """

    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {"plain": ()}
    #: What is asked of this kind, by the name of the model, where that is not :data:`ASKED`.
    asked: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def write(self, seed: int, rows: int, folder: Path) -> dict[str, Any]:
        """Write random data to a file; return ``input`` and the options of all variants."""

    @abstractmethod
    def rows(self, published: Any) -> list[Hashable]:
        """Return published rows, equal where an attacker cannot tell them apart."""

    @abstractmethod
    def untrue(self, data: Any, published: Any, companions: Mapping[str, Any]) -> list[int]:
        """Return the rows that do not stand for their original, which is in the same order."""


class BasketExamples(Examples):
    """Baskets of nine items, some rare, with a taxonomy of them."""

    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {"plain": (), "taxonomy": ("taxonomy",)}

    def write(self, seed: int, rows: int, folder: Path) -> dict[str, Any]:
        draw = Random(seed)
        items, often = [f"i{at}" for at in range(9)], [9, 7, 5, 4, 3, 3, 2, 2, 1]
        baskets = [
            sorted({*draw.choices(items, often, k=draw.randint(0, 5))}) for _ in range(rows - 1)
        ]
        source, tree = folder / "baskets.dat", folder / "items.csv"
        # All items occur, so that rules can be about any.
        source.write_text("".join(" ".join(basket) + "\n" for basket in [*baskets, items]))
        groups = {"a": {"b": items[:3], "c": items[3:5]}, "d": items[5:]}
        shoal.write_hierarchy(shoal.Hierarchy.of(groups), tree)
        return {"input": str(source), "taxonomy": str(tree)}

    def rows(self, published: Baskets) -> list[Hashable]:
        return [frozenset(map(str, row)) for row in published]

    def untrue(self, data: Baskets, published: Baskets, companions: Mapping[str, Any]) -> list[int]:
        pairs = zip(data, published, strict=True)
        if "mapping" in companions:
            sets = companions["mapping"].by_item
            return [
                at
                for at, (before, after) in enumerate(pairs)
                if {sets.get(str(item), str(item)) for item in before} != {*map(str, after)}
            ]
        tree = data.taxonomy

        def stands_for(item: str) -> set[str]:
            return {item} if tree is None else {*tree.path(tree.node_of(item))[:-1]}

        return [
            at
            for at, (before, after) in enumerate(pairs)
            if not {*map(str, after)} <= {up for item in before for up in stands_for(str(item))}
        ]


class TableExamples(Examples):
    """People with an age, a city and a sex; some have several rows, some cells are missing."""

    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "recoded": ("qi", "sensitive"),
        "hierarchies": ("qi", "sensitive", "hierarchies", "recoding"),
        "levels": ("qi", "keep", "hierarchies", "max_level"),
        "persons": ("qi", "sensitive", "person", "weights"),
    }

    def write(self, seed: int, rows: int, folder: Path) -> dict[str, Any]:
        draw = Random(seed)
        source, trees = folder / "people.csv", folder / "trees"
        trees.mkdir(exist_ok=True)
        cities = {"north": {"far": ["Kiruna", "Luleå"], "near": ["Umeå"]}, "south": ["Malmö, S"]}
        ages = {f"{ten}s": [str(ten + at) for at in range(10)] for ten in range(20, 60, 10)}
        shoal.write_hierarchy(shoal.Hierarchy.of(cities), trees / "city.csv")
        shoal.write_hierarchy(shoal.Hierarchy.of(ages), trees / "age.csv")
        places = ["Kiruna", "Luleå", "Umeå", "Malmö, S", ""]
        with source.open("w", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["who", "age", "city", "sex", "ill"])
            for at in range(rows):
                # The first rows are of as many persons, so that any k up to there is possible.
                who = at if at < 2 * SMALL // 3 else draw.randrange(rows)
                cells = (draw.randrange(20, 60), draw.choices(places, [4, 3, 2, 2, 1])[0])
                lines.writerow([f"p{who}", *cells, draw.choice("fm"), draw.choice(["flu", "hiv"])])
        return {
            "input": str(source),
            "qi": ["age", "city", "sex"],
            "sensitive": ["ill"],
            "keep": ["ill"],
            "person": "who",
            "weights": {"age": 2.0},
            "hierarchies": str(trees),
            "recoding": "hierarchy",
            "max_level": {"city": 1},
        }

    def rows(self, published: PublishedTable) -> list[Hashable]:
        return [*published.frame.select(published.quasi_identifiers).rows()]

    def untrue(
        self, data: Table, published: PublishedTable, companions: Mapping[str, Any]
    ) -> list[int]:
        wrong: set[int] = set()
        for column in with_bands(data, k=3).quasi_identifiers:
            values = [column.hierarchy.values[leaf] for leaf in column.codes]
            for at, pair in enumerate(
                zip(published.frame[column.name].to_list(), values, strict=True)
            ):
                if not covers_cells(column, *([one] for one in pair)):
                    wrong.add(at)
        for other in data.others.get_columns():
            after = published.frame[other.name].to_list()
            wrong |= {at for at, one in enumerate(other.to_list()) if one != after[at]}
        return sorted(wrong)


class AnatomyExamples(TableExamples):
    """The same people; no value is so frequent that groups of different ones cannot be formed."""

    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "recoded": ("publish", "qi", "sensitive"),
    }
    asked: ClassVar[Mapping[str, str]] = {"l": "l=2"}

    def write(self, seed: int, rows: int, folder: Path) -> dict[str, Any]:
        written = super().write(seed, rows, folder)
        first, *lines = Path(written["input"]).read_text().splitlines()
        cells = [
            f"{line.rpartition(',')[0]},{('flu', 'hiv', 'gout')[at % 3]}"
            for at, line in enumerate(lines)
        ]
        Path(written["input"]).write_text("\n".join([first, *cells]) + "\n")
        return written | {"publish": "anatomy"}

    def untrue(
        self, data: Table, published: PublishedTable, companions: Mapping[str, Any]
    ) -> list[int]:
        cells = published.frame.select(column.name for column in data.quasi_identifiers).rows()
        pairs = zip(data.row_texts(), cells, strict=True)
        wrong = [at for at, (before, after) in enumerate(pairs) if before != after]
        values = companions["sensitive"].frame.rows()
        left = {(group, ill): count for group, ill, count in values}
        for group, ill in zip(published.frame["group"], data.others["ill"], strict=True):
            left[group, ill] -= 1
        return wrong + [0] * any(left.values())


#: By kind of data.
EXAMPLES: dict[str, Examples] = {
    "baskets": BasketExamples(),
    "table": TableExamples(),
    "anatomy": AnatomyExamples(),
}


def _rules(folder: Path) -> str:
    # Antecedents that few rows have, so that there is something to protect.
    rules = [(["i4", "i6"], ["i7"]), (["i2", "i5"], ["i8"]), (["i0"], ["i7"])]
    shoal.write_rules(shoal.Rules.of(rules), folder / "rules.txt")
    return f"rules={folder / 'rules.txt'},k=3,c=0.6"


#: What is asked of small data, by the name of the model; others are asked for as their example is.
ASKED: dict[str, Callable[[Path], str]] = {
    "k": lambda folder: "k=3",
    "km": lambda folder: "km=3,2",
    "rules": _rules,
    "l": lambda folder: "k=3,l=2",
    "t": lambda folder: "k=3,t=0.5",
    "delta": lambda folder: "k=3,delta=1",
    "beta": lambda folder: "k=3,l=2,beta=1",
    "alpha": lambda folder: "alpha=0.8,k=3",
}

#: How a model is checked once more, from its definition, by its name: published rows, the person
#: of each row where persons are counted, and the companions of the release.
Oracle = Callable[[Any, Sequence[Any], Sequence[Any] | None, Mapping[str, Any]], bool]


def _groups(model: Any, rows: Sequence[Any], persons: Any, companions: Mapping[str, Any]) -> bool:
    members: dict[Any, set[Any]] = {}
    for at, row in enumerate(rows):
        members.setdefault(row, set()).add(at if persons is None else persons[at])
    return all(len(group) >= model.k for group in members.values())


def _combinations(model: Any, rows: Sequence[Any], *others: Any) -> bool:
    from collections import Counter
    from itertools import combinations

    counts = Counter(
        some for row in rows for n in range(1, model.m + 1) for some in combinations(sorted(row), n)
    )
    return all(count >= model.k for count in counts.values())


def _protects(model: Any, rows: Sequence[Any], persons: Any, companions: Mapping[str, Any]) -> bool:
    sets = companions["mapping"].by_item
    for left, right in zip(model.rules.antecedents, model.rules.consequents, strict=True):
        known = {sets.get(str(item), str(item)) for item in left}
        found = [row for row in rows if known <= row]
        joint = sum({*map(str, right)} <= row for row in found)
        if len(found) < model.k or joint > model.c * len(found):
            return False
    return True


ORACLES: dict[str, Oracle] = {"k": _groups, "km": _combinations, "rules": _protects}
