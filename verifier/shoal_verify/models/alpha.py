"""(alpha, k)-anonymity: groups of k rows, and no value in more than a share alpha of a group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from shoal_verify.models.k import whole
from shoal_verify.models.values import Column, Group, ValueModel, positive


@dataclass(frozen=True)
class AlphaK(ValueModel):
    """Each group has k rows, and each of its values at most a share alpha of them."""

    name: ClassVar[str] = "alpha"
    example: ClassVar[str] = "alpha=0.5,k=10"

    alpha: Fraction
    k: int

    @property
    def least(self) -> int:
        """It is said."""
        return self.k

    @classmethod
    def parse(cls, text: str) -> AlphaK:
        """Return the model of ``0.5,k=10``."""
        alpha, k = text.split(",k=")
        return cls(positive(alpha, 1), whole(k, 2))

    def test(self, column: Column) -> Callable[[Group], bool]:
        """Return the test of one group."""
        return lambda group: max(group.values()) <= self.alpha * group.total()
