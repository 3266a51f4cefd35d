"""beta-likeness: no value is much more frequent in a group than in the whole table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from shoal_verify.models.values import TOLERANCE, Column, Group, ValueModel, positive


@dataclass(frozen=True)
class BetaLikeness(ValueModel):
    """Each value of a group has (p - q) / q <= beta; if it is enhanced, <= -ln q, too."""

    name: ClassVar[str] = "beta"
    example: ClassVar[str] = "beta=1"
    least: ClassVar[int] = 2

    beta: Fraction
    enhanced: bool

    @classmethod
    def parse(cls, text: str) -> BetaLikeness:
        """Return the model of ``1`` or ``enhanced:1``."""
        return cls(positive(text.removeprefix("enhanced:")), text.startswith("enhanced:"))

    def test(self, column: Column) -> Callable[[Group], bool]:
        """Return the test of one group."""

        def satisfied(group: Group) -> bool:
            rows = group.total()
            for value, count in group.items():
                q = column.share(value)
                gain = Fraction(count, rows) / q - 1
                if gain > self.beta or (self.enhanced and gain > TOLERANCE - math.log(q)):
                    return False
            return True

        return satisfied
