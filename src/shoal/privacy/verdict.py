"""What a verifier says about published data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Verdict:
    """Whether published data keeps a model's promise, and which rows break it.

    Parameters
    ----------
    ok
        Whether the promise is kept.
    model
        The model, as in ``k=10``.
    k_min
        How often the rarest row occurs, or how many persons share it; None for data without rows.
    rows, groups
        Number of rows, and of distinct rows.
    offending_rows
        Number of rows in groups that are too small.
    first_offenders
        The numbers of the first of them, counted from 1; never their content.
    warnings
        Sentences about what the verdict does not cover.
    persons
        Number of persons when k counts them, None when it counts rows.
    """

    ok: bool
    model: str
    k_min: int | None
    rows: int
    groups: int
    offending_rows: int
    first_offenders: tuple[int, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)
    persons: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values without the warnings, ready for JSON."""
        counted = {} if self.persons is None else {"persons": self.persons}
        return {
            "ok": self.ok,
            "model": self.model,
            "k_min": self.k_min,
            "rows": self.rows,
            "groups": self.groups,
            **counted,
            "offending_rows": self.offending_rows,
            "first_offenders": list(self.first_offenders),
        }
