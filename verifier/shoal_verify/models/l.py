"""l-diversity: distinct, of entropy l, or recursive."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from shoal_verify.models.k import whole
from shoal_verify.models.values import TOLERANCE, Column, Group, ValueModel, number, positive


@dataclass(frozen=True)
class LDiversity(ValueModel):
    """Each group has l values; or their entropy is log l; or the first is below c times the rest.

    The rest is what the l-th most frequent value and those after it have.
    """

    name: ClassVar[str] = "l"
    example: ClassVar[str] = "l=3"

    l: Fraction  # noqa: E741
    way: str
    c: Fraction

    @property
    def least(self) -> int:
        """So many values need so many rows."""
        return math.ceil(self.l)

    @classmethod
    def parse(cls, text: str) -> LDiversity:
        """Return the model of ``3``, ``entropy:3`` or ``recursive:4:3``."""
        *words, last = text.split(":")
        if words == ["entropy"] and number(last) > 1:
            return cls(number(last), "entropy", Fraction(0))
        if len(words) == 2 and words[0] == "recursive":
            return cls(Fraction(whole(last, 2)), "recursive", positive(words[1]))
        if words:
            raise ValueError
        return cls(Fraction(whole(last, 2)), "distinct", Fraction(0))

    def test(self, column: Column) -> Callable[[Group], bool]:
        """Return the test of one group."""
        return {"distinct": self._distinct, "entropy": self._entropy, "recursive": self._recursive}[
            self.way
        ]

    def _distinct(self, group: Group) -> bool:
        return len(group) >= self.l

    def _entropy(self, group: Group) -> bool:
        shares = [count / group.total() for count in group.values()]
        return -sum(share * math.log(share) for share in shares) >= math.log(self.l) - TOLERANCE

    def _recursive(self, group: Group) -> bool:
        counts = sorted(group.values(), reverse=True)
        return counts[0] < self.c * sum(counts[int(self.l) - 1 :])
