"""(alpha, k)-anonymity: no sensitive value is in more than a share of a group's k or more rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shoal import _core
from shoal.engines import local
from shoal.options import whole_number
from shoal.privacy.model import register
from shoal.privacy.sensitive_columns import SensitiveColumn, ValueCounts
from shoal.privacy.sensitive_model import BoundedModel, Judged, lowered, spelled


@register
@dataclass(frozen=True)
class AlphaK(BoundedModel):
    """Every group has ``k`` rows, and every sensitive value a share of at most ``alpha`` of them.

    Examples
    --------
    >>> str(AlphaK(0.5, 10))
    'alpha=0.5,k=10'
    """

    name: ClassVar[str] = "alpha"
    example: ClassVar[str] = "alpha=0.5,k=10"
    own: ClassVar[tuple[str, ...] | None] = ("k",)
    says_k: ClassVar[bool] = True
    figure_words: ClassVar[str] = "largest share alpha"
    largest: ClassVar[int | None] = 1
    protected: ClassVar[tuple[str, str]] = (
        "the sensitive value of a person",
        "An attacker who finds a person's group and guesses the value is right with a chance of at "
        "most alpha, as far as the file goes.",
    )
    unprotected: ClassVar[tuple[str, str]] = (
        "values that mean the same, and what else is known",
        "The other values of a group can be alike, as two forms of one disease are; and whoever "
        "can rule out values is left with fewer.",
    )

    alpha: Any  # a Decimal
    k: int  # type: ignore[misc]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "k", local.whole_number("k", self.k, 2))

    def __str__(self) -> str:
        return f"{super().__str__()},k={self.k}"

    @classmethod
    def parse(cls, text: str) -> AlphaK:
        """Return the model of a share and a number."""
        alpha, k = text.replace(" ", "").split(",k=")
        return cls(alpha, whole_number(k))

    def judge(self, counts: ValueCounts) -> Judged:
        """Compare the most frequent value of each class with its rows."""
        most = np.maximum.reduceat(counts.counts, counts.starts)
        numerator, denominator = self.alpha.as_integer_ratio()
        bad = most.astype(object) * denominator > counts.sizes.astype(object) * numerator
        return bad.astype(bool), float((most / counts.sizes).max())

    def demand(self, column: SensitiveColumn) -> _core.Constraint:
        """Return the same for groups of a search."""
        most = np.full(len(column.totals), lowered(self.alpha, len(column.codes)))
        return _core.Constraint.shares(np.empty(0), most, False, False, column.codes)

    def strictness(self) -> tuple[float, ...]:
        """Return how small alpha is, and k."""
        return (*super().strictness(), self.k)

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        return (
            f"The model is (alpha, k)-anonymity with alpha = {spelled(self.alpha)} and k = "
            f"{self.k:,}: {equal} at least {self.k - 1:,} others, and no sensitive "
            f"value is in more than {100 * self.alpha:.4g} % of the rows of a group."
        )
