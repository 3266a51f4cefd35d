"""delta-disclosure privacy: no value's share of a group is far from its share of the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from shoal import _core
from shoal.privacy.model import register
from shoal.privacy.sensitive_columns import SensitiveColumn, ValueCounts
from shoal.privacy.sensitive_model import TOLERANCE, BoundedModel, Judged, spelled


@register
@dataclass(frozen=True)
class DeltaDisclosure(BoundedModel):
    """The shares p in a group and q in the table of each value differ by ``|log2(p/q)| < delta``.

    ``present``, as in ARX: for the values that the group has. ``strict``: for all values, so that
    every group has them all.

    Examples
    --------
    >>> str(DeltaDisclosure(1.5)), str(DeltaDisclosure(1.5, "strict"))
    ('delta=1.5', 'delta=strict:1.5')
    """

    name: ClassVar[str] = "delta"
    example: ClassVar[str] = "delta=1"
    figure_words: ClassVar[str] = "largest delta"
    variants: ClassVar[tuple[str, ...]] = ("present", "strict")
    largest: ClassVar[int | None] = 64
    protected: ClassVar[tuple[str, str]] = (
        "how likely a person has a sensitive value",
        "An attacker who finds a person's group finds each of its sensitive values nearly as "
        "frequent there as in the whole file.",
    )
    unprotected: ClassVar[tuple[str, str]] = (
        "what the whole file tells, and that a person lacks a value",
        "A value that most people of the file have is learnt of everybody in it. Unless the model "
        "is strict, a group need not have all values.",
    )

    delta: Any  # a Decimal
    variant: str = "present"

    @property
    def kept_when_merged(self) -> bool:  # type: ignore[override]
        """What one group lacks, two may have too little of."""
        return self.variant == "strict"

    def mergeable(self) -> DeltaDisclosure:
        """Return the strict model, which unions of groups keep."""
        return DeltaDisclosure(self.delta, "strict")

    def judge(self, counts: ValueCounts) -> Judged:
        """Compare the shares of each value, exactly where a ratio can be exactly 2^delta."""
        whole = self.delta == int(self.delta)
        ratio = Fraction(2 ** (int(self.delta) if whole else float(self.delta) + TOLERANCE))
        share, most = counts.shares_and([ratio] * len(counts.column.values))
        above = share >= most
        share, least = counts.shares_and([1 / ratio] * len(counts.column.values))
        bad = counts.by_class(above | (share <= least)) > 0
        if self.variant == "strict":
            lacks = counts.by_class(counts.counts > 0) < len(counts.column.values)
            if lacks.any():  # their logarithm has no limit
                return bad | lacks, None
        return bad, float(np.abs(np.log2(counts.ratios)).max())

    def demand(self, column: SensitiveColumn) -> _core.Constraint:
        """Return the same for groups of a search."""
        ratio = 2 ** float(self.delta)
        bounds = (column.shares / ratio, column.shares * ratio)
        return _core.Constraint.shares(*bounds, True, self.variant == "strict", column.codes)

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        that_has = "" if self.variant == "strict" else " that has it"
        return (
            f"The model is delta-disclosure privacy with delta = {spelled(self.delta)}: the share "
            f"of a sensitive value in a group{that_has} is less than "
            f"{2 ** float(self.delta):.4g} times its share of the whole table, and more than that "
            "share divided by as much."
        )
