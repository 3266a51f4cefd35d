"""PS-rules: from public items that an attacker knows, no sensitive ones can be inferred."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

from shoal_verify.models.k import whole
from shoal_verify.packed import read_text
from shoal_verify.release import NotJudged, Release, Verdict, counted

#: An item in quotes, one without, a comment, blanks.
_TOKEN = re.compile(r'"((?:[^"]|"")*)"(?=[ \t#]|$)|([^ \t"#]+)(?=[ \t#]|$)|(#.*)|[ \t]+')

#: A rule: its line in the file, its public items, its sensitive items.
Rule = tuple[int, frozenset[str], frozenset[str]]


@dataclass(frozen=True)
class Rules:
    """Each antecedent is in at least k rows, and its consequent in at most a share c of them."""

    name: ClassVar[str] = "rules"
    example: ClassVar[str] = "rules=FILE,k=5,c=0.9"
    of_tables: ClassVar[bool] = False
    of_values: ClassVar[bool] = False

    rules: tuple[Rule, ...]
    k: int
    c: Fraction

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Return the model of a file and its two numbers, in either order."""
        file, *numbers = text.rsplit(",", 2)
        given = dict(number.split("=") for number in numbers)
        if {*given} != {"k", "c"} or not re.fullmatch(r"[0-9]+(\.[0-9]+)?", given["c"]):
            raise ValueError
        k, c = whole(given["k"], 2), Fraction(given["c"])
        if c > 1:
            raise ValueError
        return cls(read_rules(Path(file)), k, c)

    def judge(self, release: Release) -> Verdict:
        """Count the rows of each rule, its public items as they were published."""
        holders: dict[str, set[int]] = defaultdict(set)  # the rows of each published item
        for at, row in enumerate(release.rows):
            for item in row:
                holders[str(item)].add(at)
        self._check(release, {*holders})
        rows = len(release.rows)
        rare = confident = unprotected = 0
        for _, left, right in self.rules:
            public = {release.mapping.get(item, item) for item in left}
            support = _support(holders, public)
            is_rare = support < self.k
            is_confident = _support(holders, public | right) > self.c * support
            rare, confident = rare + is_rare, confident + is_confident
            unprotected += is_rare or is_confident
        said = f"{counted(rows, 'row')}, {counted(len(self.rules), 'rule')}, of which "
        said += f"{rare:,} with too few rows and {confident:,} too certain"
        figures = {
            "rules": len(self.rules),
            "rules_at_fault": unprotected,
            "too_few_rows": rare,
            "too_certain": confident,
        }
        return Verdict(unprotected == 0, rows, said, figures)

    def _check(self, release: Release, occurs: set[str]) -> None:
        """Refuse rules and a mapping that do not belong to the rows."""
        mapping = release.mapping
        unexplained = occurs - {*mapping.values()}
        if any(name != item and item in unexplained for item, name in mapping.items()):
            raise NotJudged("the mapping publishes an item as a set, but the rows hold it itself")
        for line, left, right in self.rules:
            if any(mapping.get(item, item) != item for item in right):
                raise NotJudged(f"the rule in line {line:,} has a sensitive item that was mapped")
            if any(item not in mapping and item not in occurs for item in left):
                raise NotJudged(
                    f"the rule in line {line:,} has a public item that is neither in the rows nor "
                    "in a mapping"
                )


def _support(holders: Mapping[str, set[int]], items: Iterable[str]) -> int:
    """Count the rows that hold all items."""
    each = sorted((holders.get(item, set()) for item in items), key=len)
    return len(each[0].intersection(*each[1:]))


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Read rules such as ``a "b c" -> h``, one a line."""
    rules: dict[tuple[frozenset[str], frozenset[str]], int] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        sides = _sides(line.removesuffix("\r"), number)
        if sides is not None:
            rules.setdefault(sides, number)
    if not rules:
        raise NotJudged("the file of rules holds no rule")
    return tuple((line, *sides) for sides, line in rules.items())


def _sides(line: str, number: int) -> tuple[frozenset[str], frozenset[str]] | None:
    sides: list[set[str]] = [set()]
    place = 0
    while place < len(line):
        match = _TOKEN.match(line, place)
        if match is None:
            raise NotJudged(f"line {number:,} of the rules has a quote where none may stand")
        place = match.end()
        quoted, plain, _ = match.groups()
        if plain == "->":
            sides.append(set())
        elif plain is not None or quoted is not None:
            sides[-1].add(plain if quoted is None else quoted.replace('""', '"'))
    if sides == [set()]:
        return None
    if len(sides) != 2 or not all(sides) or sides[0] & sides[1]:
        raise NotJudged(f"line {number:,} of the rules is no rule such as a b -> h")
    return frozenset(sides[0]), frozenset(sides[1])
