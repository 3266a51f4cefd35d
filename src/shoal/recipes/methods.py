"""Names of methods for baskets: which promise each keeps, and the algorithms they stand for."""

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
from shoal.privacy import KAnonymity, KmAnonymity, Model, PSRules


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


#: Those that group rows by their items alone.
METHODS: Mapping[str, Method] = MappingProxyType({"patternka": patternka, "sweep": sweep})

#: The methods that keep each kind of promise; the first is what ``auto`` stands for.
BY_MODEL: Mapping[type[Model], tuple[str, ...]] = MappingProxyType(
    {
        KAnonymity: ("sweep", "patternka", "top-down"),
        KmAnonymity: ("km-apriori",),
        PSRules: ("rbat",),
    }
)

#: Methods that know nothing but a taxonomy to generalize by.
NEED_TAXONOMY = ("top-down", "km-apriori")


def method_name(name: str, model: Model) -> str:
    """Return the name of the method that ``name`` asks for, if it can keep the promise.

    Examples
    --------
    >>> method_name("auto", KAnonymity(10)), method_name("auto", KmAnonymity(10, 2))
    ('sweep', 'km-apriori')
    """
    allowed = BY_MODEL[type(model)]
    if name == "auto":
        return allowed[0]
    if name not in allowed:
        known = any(name in names for names in BY_MODEL.values())
        what = f"method {name} does not keep {model}" if known else f"unknown method {name!r}"
        raise ParameterError(f"{what}; allowed: {', '.join(['auto', *allowed])}")
    return name
