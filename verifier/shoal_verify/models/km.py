"""k^m-anonymity: any up to m items that some row has together, at least k rows have."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any, ClassVar

from shoal_verify.models.k import whole
from shoal_verify.release import Release, Verdict, counted


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
        least = self._least([(row, 0) for row in release.rows], self.m)
        rows = len(release.rows)
        said = f"{counted(rows, 'row')}, " + (
            f"the rarest combination is in {least:,}" if least else "without items"
        )
        return Verdict(least is None or least >= self.k, rows, said, {"least_support": least})

    def _least(self, places: list[tuple[tuple[Any, ...], int]], left: int) -> int | None:
        """Return the least support of up to ``left`` items, each row from its place on."""
        if left == 1:
            counts = Counter(item for row, start in places for item in row[start:])
            return min(counts.values(), default=None)
        holders: dict[Any, list[tuple[tuple[Any, ...], int]]] = defaultdict(list)
        for row, start in places:
            for at in range(start, len(row)):
                holders[row[at]].append((row, at + 1))
        least = min(map(len, holders.values()), default=None)
        if least is None or least < self.k:  # a rare one makes all that hold it rare
            return least
        return min(
            [least, *filter(None, (self._least(rest, left - 1) for rest in holders.values()))]
        )
