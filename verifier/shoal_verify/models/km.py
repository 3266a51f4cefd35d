"""k^m-anonymity: any up to m items that some row has together, at least k rows have."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import comb
from typing import Any, ClassVar, TypeAlias

from shoal_verify.models.k import whole
from shoal_verify.release import NotJudged, Release, Verdict, counted

#: More combinations than these are not looked at: they would take hours.
MOST_COMBINATIONS = 10**10

#: A row, where in it the items begin that are looked at, and how many rows are equal to it.
Place: TypeAlias = tuple[tuple[int, ...], int, int]


@dataclass(frozen=True)
class KmAnonymity:
    """Every combination of up to m items that occurs does so in at least k rows."""

    name: ClassVar[str] = "km"
    example: ClassVar[str] = "km=10,2"
    of_tables: ClassVar[bool] = False
    of_values: ClassVar[bool] = False

    k: int
    m: int

    @classmethod
    def parse(cls, text: str) -> KmAnonymity:
        """Return the model of two numbers."""
        k, m = text.split(",")
        return cls(whole(k, 2), whole(m, 1, 16))

    def judge(self, release: Release) -> Verdict:
        """Count the rows of each combination; items ascend in every row, so each comes once."""
        weights = Counter(release.rows)
        merged = _merged(list(weights))
        if sum(comb(len(row), min(self.m, len(row))) for row in merged) > MOST_COMBINATIONS:
            raise NotJudged(f"the rows have more than {MOST_COMBINATIONS:,} combinations of items")
        places = [(row, 0, weight) for row, weight in zip(merged, weights.values(), strict=True)]
        least = self._least(places, self.m)
        rows = len(release.rows)
        said = f"{counted(rows, 'row')}, " + (
            f"the rarest combination is in {least:,}" if least else "without items"
        )
        return Verdict(least is None or least >= self.k, rows, said, {"least_support": least})

    def _least(self, places: list[Place], left: int) -> int | None:
        """Return the least support of up to ``left`` items, each row from its place on."""
        supports: dict[int, int] = defaultdict(int)
        for row, start, weight in places:
            for item in row[start:]:
                supports[item] += weight
        least = min(supports.values(), default=None)
        if left == 1 or least is None or least < self.k:  # a rare one makes all that hold it rare
            return least
        holders: dict[int, list[Place]] = defaultdict(list)
        for row, start, weight in places:
            for at in range(start, len(row)):
                holders[row[at]].append((row, at + 1, weight))
        return min(
            [least, *filter(None, (self._least(rest, left - 1) for rest in holders.values()))]
        )


def _merged(rows: list[tuple[Any, ...]]) -> list[tuple[int, ...]]:
    """Return rows in which items that are in the same rows are one: they tell the same of a row."""
    holders: dict[Any, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for item in row:
            holders[item].append(number)
    numbers: dict[tuple[int, ...], int] = {}
    merged = {item: numbers.setdefault(tuple(held), len(numbers)) for item, held in holders.items()}
    return [tuple(sorted({merged[item] for item in row})) for row in rows]
