"""k-anonymity: every row is one of at least k equal rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from shoal_verify.release import Release, Verdict, counted


def whole(text: str, least: int, most: int = 10**18) -> int:
    """Return a number of a model; raise a ValueError if it is out of range."""
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ValueError
    return int(text)


@dataclass(frozen=True)
class KAnonymity:
    """Every row is one of at least k equal rows; an empty basket is a row like any other."""

    name: ClassVar[str] = "k"
    example: ClassVar[str] = "k=10"
    of_tables: ClassVar[bool] = True
    of_values: ClassVar[bool] = False

    k: int

    @classmethod
    def parse(cls, text: str) -> KAnonymity:
        """Return the model of a number."""
        return cls(whole(text, 2))

    def judge(self, release: Release) -> Verdict:
        """Count equal rows."""
        groups = Counter(release.rows)
        smallest = min(groups.values())
        too_few = sum(size for size in groups.values() if size < self.k)
        rows = len(release.rows)
        figures = {"groups": len(groups), "smallest_group": smallest, "rows_at_fault": too_few}
        said = f"{counted(rows, 'row')} in {counted(len(groups), 'group')}"
        said += f", the smallest of {smallest:,}"
        return Verdict(too_few == 0, rows, said, figures)
