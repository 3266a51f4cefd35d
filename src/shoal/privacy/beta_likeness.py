"""beta-likeness: no sensitive value is much more frequent in a group than in the whole table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from shoal import _core
from shoal.privacy.model import register
from shoal.privacy.sensitive_columns import SensitiveColumn, ValueCounts
from shoal.privacy.sensitive_model import TOLERANCE, BoundedModel, Judged, lowered, spelled


@register
@dataclass(frozen=True)
class BetaLikeness(BoundedModel):
    """A value's share p in a group exceeds its share q in the table by ``beta * q`` at most.

    ``enhanced``: by ``min(beta, -ln q) * q``, which is stricter for frequent values.

    Examples
    --------
    >>> str(BetaLikeness(1)), str(BetaLikeness(1, "enhanced"))
    ('beta=1', 'beta=enhanced:1')
    """

    name: ClassVar[str] = "beta"
    example: ClassVar[str] = "beta=1"
    forms: ClassVar[str] = "beta=1 or beta=enhanced:1"
    figure_words: ClassVar[str] = "largest gain beta"
    variants: ClassVar[tuple[str, ...]] = ("basic", "enhanced")
    protected: ClassVar[tuple[str, str]] = (
        "that a person has a sensitive value, rare ones above all",
        "An attacker who finds a person's group finds no value much more frequent there than in "
        "the whole file.",
    )

    beta: Any  # a Decimal
    variant: str = "basic"

    def judge(self, counts: ValueCounts) -> Judged:
        """Compare the shares of each value."""
        most = [1 + Fraction(self.beta)] * len(counts.column.values)
        if self.variant == "enhanced":
            logs = TOLERANCE - np.log(counts.column.totals / counts.column.rows)
            most = [min(one, 1 + Fraction(log)) for one, log in zip(most, logs, strict=True)]
        share, bound = counts.shares_and(most)
        bad = counts.by_class(share > bound) > 0
        return bad, max(float(counts.ratios.max()) - 1, 0.0)

    def demand(self, column: SensitiveColumn) -> _core.Constraint:
        """Return the same for groups of a search."""
        rows, shares = len(column.codes), column.shares
        gain: Any = lowered(self.beta, rows * rows)
        if self.variant == "enhanced":
            gain = np.minimum(gain, [-math.log(share) for share in shares])
        return _core.Constraint.shares(np.empty(0), shares * (1 + gain), False, False, column.codes)

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        or_less = ", and less for frequent values" if self.variant == "enhanced" else ""
        return (
            f"The model is {self.variant} beta-likeness with beta = {spelled(self.beta)}: the "
            "share of a sensitive value in a group is at most "
            f"{spelled(1 + self.beta)} times its share of the whole table{or_less}."
        )
