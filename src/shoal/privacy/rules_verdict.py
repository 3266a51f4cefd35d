"""What the verifier of rules says about published data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class RulesVerdict:
    """Whether published data protects all rules, and which it does not.

    Parameters
    ----------
    ok
        Whether all rules are protected.
    model
        The model, as in ``rules=rules.txt,k=5,c=0.9``.
    rows, rules
        Number of rows, and of rules.
    unprotected_rules
        Number of rules that are not protected.
    first_offenders
        The numbers of the first of them, counted from 1.
    least_support
        Rows of the rarest antecedent.
    largest_confidence
        The largest share of an antecedent's rows that have the consequent; None if no antecedent
        occurs.
    rare_rules, confident_rules
        Number of rules whose antecedent is in fewer than k rows; whose confidence exceeds c.
    warnings
        Sentences about what the verdict takes for granted.
    """

    ok: bool
    model: str
    rows: int
    rules: int
    unprotected_rules: int
    first_offenders: tuple[int, ...]
    least_support: int
    largest_confidence: float | None
    rare_rules: int
    confident_rules: int
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values without the warnings, ready for JSON."""
        return {
            "ok": self.ok,
            "model": self.model,
            "rows": self.rows,
            "rules": self.rules,
            "unprotected_rules": self.unprotected_rules,
            "first_offenders": list(self.first_offenders),
            "least_support": self.least_support,
            "largest_confidence": self.largest_confidence,
            "rare_rules": self.rare_rules,
            "confident_rules": self.confident_rules,
        }
