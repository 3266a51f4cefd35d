"""What a verifier says about published data: one verdict for every model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

#: Numbers of offenders that a verdict lists; the rest is only counted.
SHOWN_OFFENDERS = 20


@dataclass(frozen=True)
class Verdict:
    """Whether published data satisfies a model, and what violates it.

    Each of the figures can be read as an attribute too; ``k_min`` and ``groups``, say.

    Examples
    --------
    >>> verdict = Verdict(True, "k=2", 4, {"k_min": 2, "groups": 2})
    >>> verdict.k_min, verdict.to_dict()["groups"]
    (2, 2)
    """

    ok: bool  # whether the model is satisfied
    model: str  # as in ``k=10``
    rows: int  # number of published rows
    figures: Mapping[str, Any] = field(default_factory=dict)  # what the model counted
    #: The numbers of the first rows (or rules) that violate it, from 1; never their content.
    first_offenders: tuple[int, ...] = ()
    #: Sentences about what the verdict does not cover.
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", MappingProxyType(dict(self.figures)))

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self.figures:
            return self.figures[name]
        raise AttributeError(f"a verdict about {self.model} has no {name!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values without the warnings, ready for JSON."""
        return {
            "ok": self.ok,
            "model": self.model,
            "rows": self.rows,
            **self.figures,
            "first_offenders": list(self.first_offenders),
        }
