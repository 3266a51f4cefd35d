"""The models that can be judged, one file each; a further one is a file and a line here.

A model is a class with a ``name``, an ``example``, ``parse`` (what stands behind ``name=``) and
``judge`` (a release in, a verdict out). ``of_tables`` says whether it is for tables too,
``of_values`` whether it looks at sensitive columns.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from shoal_verify.models.alpha import AlphaK
from shoal_verify.models.beta import BetaLikeness
from shoal_verify.models.delta import DeltaDisclosure
from shoal_verify.models.k import KAnonymity
from shoal_verify.models.km import KmAnonymity
from shoal_verify.models.l import LDiversity
from shoal_verify.models.rules import Rules
from shoal_verify.models.several import Several
from shoal_verify.models.t import TCloseness
from shoal_verify.release import NotJudged, Release, Verdict


class Model(Protocol):
    """What every model has."""

    name: ClassVar[str]
    example: ClassVar[str]
    of_tables: ClassVar[bool]
    of_values: ClassVar[bool]

    @classmethod
    def parse(cls, text: str) -> Model:
        """Return the model of a text; raise a ValueError if it is none."""

    def judge(self, release: Release) -> Verdict:
        """Judge the published rows."""


ALL: tuple[Any, ...] = (
    *(KAnonymity, KmAnonymity, Rules),
    *(LDiversity, TCloseness, AlphaK, DeltaDisclosure, BetaLikeness),
)
MODELS: dict[str, Any] = {model.name: model for model in ALL}


def parse_model(text: str) -> Any:
    """Return the model of a text such as ``k=10``, or several such as ``k=10,l=3``."""
    parts = [""]
    for part in text.split(","):
        current, name = (one.partition("=")[0] for one in (parts[-1], part))
        begins = "=" in part and name in MODELS
        if begins and current != "rules" and (current, name) != ("alpha", "k"):
            parts.append(part)
        else:
            parts[-1] += f",{part}"
    if len(parts) < 3 or parts[0]:
        return _parsed(text)
    if not all(MODELS[part.partition("=")[0]].of_tables for part in parts[1:]):
        raise NotJudged("a model for baskets cannot be asked for together with others")
    return Several([*map(_parsed, parts[1:])])


def _parsed(text: str) -> Any:
    name, _, rest = text.partition("=")
    known = " or ".join(model.example for model in MODELS.values())
    if name not in MODELS:
        raise NotJudged(f"the model must be {known}")
    try:
        return MODELS[name].parse(rest)
    except ValueError:
        raise NotJudged(f"the model must be written as {MODELS[name].example}") from None
