"""delta-disclosure privacy: a value is nearly as frequent in a group as in the whole table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from shoal_verify.models.values import TOLERANCE, Column, Group, ValueModel, positive


@dataclass(frozen=True)
class DeltaDisclosure(ValueModel):
    """Each value has |log2(p/q)| < delta: each of the group, or if it is strict, of the table."""

    name: ClassVar[str] = "delta"
    example: ClassVar[str] = "delta=1"
    least: ClassVar[int] = 2

    delta: Fraction
    strict: bool

    @classmethod
    def parse(cls, text: str) -> DeltaDisclosure:
        """Return the model of ``1`` or ``strict:1``."""
        return cls(positive(text.removeprefix("strict:"), 64), text.startswith("strict:"))

    def test(self, column: Column) -> Callable[[Group], bool]:
        """Return the test of one group."""

        def satisfied(group: Group) -> bool:
            if self.strict and len(group) < len(column.whole):
                return False
            rows = group.total()
            ratios = (Fraction(count, rows) / column.share(v) for v, count in group.items())
            return all(map(self._near, ratios))

        return satisfied

    def _near(self, ratio: Fraction) -> bool:
        if self.delta.denominator == 1:  # no rational number has another power of 2
            return max(ratio, 1 / ratio) < Fraction(1 << self.delta.numerator)
        return abs(math.log2(ratio)) < self.delta + TOLERANCE
