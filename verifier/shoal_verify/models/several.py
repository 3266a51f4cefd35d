"""Several models of a table at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from shoal_verify.models.k import KAnonymity
from shoal_verify.models.values import ValueModel, judge_groups
from shoal_verify.release import NotJudged, Release, Verdict


class Several:
    """Every group satisfies all models."""

    name: ClassVar[str] = "several"
    of_tables: ClassVar[bool] = True
    of_values: ClassVar[bool] = True

    def __init__(self, models: Sequence[Any]) -> None:
        names = {model.name for model in models}
        if len(names) < len(models) or {"k", "alpha"} <= names:
            raise NotJudged("a model is given twice")
        self.k = max([model.k for model in models if isinstance(model, KAnonymity)], default=2)
        self.models = [model for model in models if isinstance(model, ValueModel)]

    def judge(self, release: Release) -> Verdict:
        """Judge every group."""
        least = max([self.k, *(model.least for model in self.models)])
        return judge_groups(self.models, least, release)
