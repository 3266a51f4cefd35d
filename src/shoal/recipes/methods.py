"""Names of methods, and the algorithms they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from shoal.data import Transactions
from shoal.engines.local import Progress
from shoal.errors import ParameterError
from shoal.methods.grouping import Grouping
from shoal.methods.patternka import patternka
from shoal.methods.sweep import sweep


class Method(Protocol):
    """An anonymizer of baskets; ``budget`` None means no bound on the search."""

    def __call__(
        self,
        data: Transactions,
        k: int,
        *,
        budget: int | None,
        seed: int,
        threads: int,
        time_limit: float | None,
        progress: Progress | None,
    ) -> Grouping:
        """Group the rows of ``data``, at least ``k`` in each group."""


METHODS: Mapping[str, Method] = MappingProxyType({"patternka": patternka, "sweep": sweep})

#: What ``auto`` stands for.
DEFAULT_METHOD = "sweep"


def method_name(name: str) -> str:
    """Return the name of the method that ``name`` asks for.

    Examples
    --------
    >>> method_name("auto")
    'sweep'
    """
    if name == "auto":
        return DEFAULT_METHOD
    if name not in METHODS:
        raise ParameterError(f"unknown method {name!r}; allowed: {', '.join(['auto', *METHODS])}")
    return name
