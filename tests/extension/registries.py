"""Registries as they were: what a test registers is forgotten when it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from shoal.engines.engine import ENGINES
from shoal.kinds import KINDS
from shoal.methods import METHODS
from shoal.privacy import MODELS
from shoal.report import PAGES

from ..contract.examples import ASKED, EXAMPLES, ORACLES

REGISTRIES: tuple[dict[Any, Any], ...] = (
    *(METHODS, MODELS, KINDS, ENGINES, PAGES),
    *(EXAMPLES, ASKED, ORACLES),
)


@contextmanager
def restored() -> Iterator[None]:
    before = [dict(registry) for registry in REGISTRIES]
    try:
        yield
    finally:
        for registry, content in zip(REGISTRIES, before, strict=True):
            registry.clear()
            registry.update(content)
