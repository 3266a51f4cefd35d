"""Several models at once: every group satisfies all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shoal.errors import ParameterError
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.model import MODELS, Model, parse_model
from shoal.privacy.sensitive_model import GroupModel, SensitiveModel
from shoal.privacy.verdict import Verdict


@dataclass(frozen=True)
class AllOf(GroupModel):
    """Models of a table that all hold: k-anonymity and models about sensitive columns.

    Examples
    --------
    >>> model = AllOf(["k=10", "l=3", "t=0.3"])
    >>> str(model), model.k
    ('k=10,l=3,t=0.3', 10)
    """

    models: tuple[Model, ...]

    def __init__(self, models: Sequence[Model | str]) -> None:
        for part in models:
            name = part.partition("=")[0].strip() if isinstance(part, str) else part.name
            if name in MODELS and not issubclass(MODELS[name], (KAnonymity, SensitiveModel)):
                raise ParameterError(
                    f"model {name} stands alone: it cannot be asked for together with others",
                    parameter="model",
                )
        object.__setattr__(self, "models", tuple(map(parse_model, models)))
        names = [part.name for part in self.models]
        names += ["k"] * ("alpha" in names)
        for name in names:
            if names.count(name) > 1:
                raise ParameterError(
                    f"{name} is given twice in {self}: give it once", parameter="model"
                )
        if len(self.models) < 2:
            raise ParameterError("give at least two models to combine", parameter="model")

    @property
    def name(self) -> str:  # type: ignore[override]
        """The names of all."""
        return ",".join(part.name for part in self.models)

    @property
    def k(self) -> int:  # type: ignore[override]
        """The rows that all of them need."""
        return max(part.k for part in self.models)

    @property
    def parts(self) -> Sequence[SensitiveModel]:
        """The models about sensitive columns."""
        return [part for part in self.models if isinstance(part, SensitiveModel)]

    @property
    def says_k(self) -> bool:  # type: ignore[override]
        """Whether one of them does."""
        return any(part.says_k for part in self.models)

    @property
    def kept_when_merged(self) -> bool:  # type: ignore[override]
        """Whether unions of groups keep them all."""
        return all(part.kept_when_merged for part in self.models)

    def mergeable(self) -> AllOf:
        """Return such models, or stricter ones, that unions of groups keep."""
        return AllOf([part.mergeable() for part in self.models])

    def __str__(self) -> str:
        return ",".join(map(str, self.models))

    @classmethod
    def parse(cls, text: str) -> AllOf:
        """Several models are parsed one by one, see ``parse_model``."""
        raise ValueError(text)

    def strictness(self) -> tuple[float, ...]:
        """Return the numbers of all."""
        return tuple(number for part in self.models for number in part.strictness())

    def to_dict(self) -> dict[str, Any]:
        """Return k, and the models as text."""
        return {"k": self.k, "models": list(map(str, self.models))}

    def meaning(self, equal: str) -> str:
        """Return what all guarantee."""
        return " ".join(part.meaning(equal) for part in self.models)

    def held(self, verdict: Verdict) -> str:
        """Return by how much each holds."""
        return ", ".join(part.held(verdict) for part in self.models)

    def limits(self, rows: str) -> list[tuple[str, str]]:
        """Return what each protects."""
        return [one for part in self.models for one in part.limits(rows)]
