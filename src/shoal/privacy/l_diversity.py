"""l-diversity: the rows of every group have several sensitive values, none of them too frequent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from typing import Any, ClassVar

import numpy as np

from shoal import _core
from shoal.engines import local
from shoal.errors import ParameterError
from shoal.privacy.model import register
from shoal.privacy.sensitive_columns import SensitiveColumn, ValueCounts
from shoal.privacy.sensitive_model import (
    TOLERANCE,
    BoundedModel,
    Judged,
    decimal,
    rounded,
    spelled,
)
from shoal.wording import parameter

#: Variants, and what the worst group has.
FIGURES = {
    "distinct": "least number of values",
    "entropy": "least entropy l",
    "recursive": "largest ratio c",
}


@register
@dataclass(frozen=True)
class LDiversity(BoundedModel):
    """The sensitive values of every group are diverse.

    ``distinct``: there are at least ``l``. ``entropy``: their entropy is at least the logarithm of
    ``l``. ``recursive``: the most frequent one has fewer than ``c`` times the rows of all from the
    ``l``-th most frequent on.

    Examples
    --------
    >>> str(LDiversity(3)), str(LDiversity(3, "recursive", c=4))
    ('l=3', 'l=recursive:4:3')
    """

    name: ClassVar[str] = "l"
    example: ClassVar[str] = "l=3"
    forms: ClassVar[str] = "l=3, l=entropy:3 or l=recursive:4:3"
    kinds: ClassVar[tuple[str, ...] | None] = ("table", "anatomy")
    variants: ClassVar[tuple[str, ...]] = tuple(FIGURES)
    above: ClassVar[int] = 1

    protected: ClassVar[tuple[str, str]] = (
        "the sensitive value of a person",
        "An attacker who finds a person's group still has several sensitive values to choose from.",
    )
    unprotected: ClassVar[tuple[str, str]] = (
        "values that mean the same, and likely ones",
        "Different values can be alike, as two forms of one disease are. One value may be far more "
        "frequent in a group than in the file as a whole. And whoever can rule out values from "
        "what else they know is left with fewer.",
    )

    l: Any  # noqa: E741 (its name in the field); a whole number, or a Decimal for entropy
    variant: str = "distinct"
    c: Any = None  # of recursive l-diversity, a Decimal

    def __post_init__(self) -> None:
        text = str(self.l).strip()
        if self.variant != "entropy" and text.isdecimal():
            local.whole_number("l", int(text), 2)
        super().__post_init__()
        if (self.c is not None) != (self.variant == "recursive"):
            raise ParameterError("recursive l-diversity has a c, no other has", parameter="model")
        if self.c is not None:
            object.__setattr__(self, "c", decimal(self.c, "c", 0))
        if self.variant != "entropy":
            number = int(self.l) if self.l == int(self.l) else spelled(self.l)
            object.__setattr__(self, "l", local.whole_number("l", number, 2))

    @property
    def k(self) -> int:  # type: ignore[override]
        """So many values have at least so many rows."""
        rows: int = math.ceil(self.l)
        return rows

    @property
    def figure(self) -> str:
        """The least l of any group, or the largest c."""
        return "c_max" if self.variant == "recursive" else "l_min"

    @property
    def figure_words(self) -> str:  # type: ignore[override]
        """What the worst group has."""
        return FIGURES[self.variant]

    def worst(self, figures: Sequence[float]) -> float:
        """Return the least l, or the largest c."""
        return max(figures) if self.variant == "recursive" else min(figures)

    def __str__(self) -> str:
        c = "" if self.c is None else f"{self.variant}:{spelled(self.c)}:"
        return f"l={c}{self.l}" if c else super().__str__()

    @classmethod
    def parse(cls, text: str) -> BoundedModel:
        """Return the model of a number, behind a variant and c where there are such."""
        if text.count(":") == 2:
            variant, c, l = map(str.strip, text.split(":"))  # noqa: E741
            return cls(l, variant, c)
        return super().parse(text)

    def judge(self, counts: ValueCounts) -> Judged:
        """Count the values of each class, or how evenly its rows are spread over them."""
        if self.variant == "distinct":
            found = counts.by_class(counts.counts > 0)
            return found < self.l, int(found.min())
        if self.variant == "entropy":
            logs = counts.by_class(counts.counts * np.log(counts.counts))
            entropies = np.log(counts.sizes) - logs / counts.sizes
            bad = entropies < math.log(self.l) - TOLERANCE
            return bad, float(np.exp(entropies.min()))
        order, starts = np.lexsort((-counts.counts, counts.classes)), counts.starts
        rows = counts.counts[order]
        rank = np.arange(len(rows)) - starts[counts.classes]
        most, tail = rows[starts], counts.by_class(np.where(rank >= self.l - 1, rows, 0))
        numerator, denominator = self.c.as_integer_ratio()
        bad = denominator * most.astype(object) >= numerator * tail.astype(object)
        return bad.astype(bool), None if (tail == 0).any() else float((most / tail).max())

    def feasible(self, column: SensitiveColumn, figure: float | None) -> str:
        """Return what could be asked instead, if the whole table violates the model."""
        values = len(column.values)
        if values == 1:
            return (
                f"{column.name} has the same value in all rows, which nothing can hide: leave it "
                f"out of {parameter('sensitive')}"
            )
        if self.variant == "recursive" and figure is not None:
            return f"c must be above {rounded(figure, ROUND_CEILING)} for {column.name}"
        most = str(values) if figure is None else rounded(figure, ROUND_FLOOR)
        return f"the largest l that {column.name} allows is {most}"

    def demand(self, column: SensitiveColumn) -> _core.Constraint:
        """Return the same for groups of a search."""
        if self.variant == "distinct":
            return _core.Constraint.distinct(self.l, column.codes)
        if self.variant == "entropy":
            return _core.Constraint.entropy(float(self.l), column.codes)
        return _core.Constraint.recursive(float(self.c), self.l, column.codes)

    def strictness(self) -> tuple[float, ...]:
        """Return l, the variant, and how small c is."""
        _, *variant = super().strictness()
        return (float(self.l), *variant, -float(self.c or 0))

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        l = spelled(self.l)  # noqa: E741
        said = {
            "distinct": f"there are at least {l} different sensitive values",
            "entropy": f"the sensitive values have at least the entropy of {l} equally "
            "frequent ones",
            "recursive": "the most frequent sensitive value has fewer than "
            f"{spelled(self.c or 0)} times the rows of all values from the one in place {l} on",
        }[self.variant]
        return f"The model is {self.variant} l-diversity with l = {l}: in every group {said}."
