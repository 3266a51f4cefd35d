"""The models that can be judged, one file each; a further one is a file and a line here.

A model is a class with a ``name``, an ``example``, ``parse`` (what stands behind ``name=``) and
``judge`` (a release in, a verdict out). ``of_tables`` says whether it is for tables too.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

from shoal_verify.models.k import KAnonymity
from shoal_verify.models.km import KmAnonymity
from shoal_verify.models.rules import Rules
from shoal_verify.release import NotJudged, Release, Verdict


class Model(Protocol):
    """What every model has."""

    name: ClassVar[str]
    example: ClassVar[str]
    of_tables: ClassVar[bool]

    @classmethod
    def parse(cls, text: str) -> Model:
        """Return the model of a text; raise a ValueError if it is none."""

    def judge(self, release: Release) -> Verdict:
        """Judge the published rows."""


MODELS: dict[str, type[Model]] = {model.name: model for model in (KAnonymity, KmAnonymity, Rules)}


def parse_model(text: str) -> Model:
    """Return the model of a text such as ``k=10``."""
    name, _, rest = text.partition("=")
    known = " or ".join(model.example for model in MODELS.values())
    if name not in MODELS:
        raise NotJudged(f"the model must be {known}")
    try:
        return MODELS[name].parse(rest)
    except ValueError:
        raise NotJudged(f"the model must be written as {MODELS[name].example}") from None
