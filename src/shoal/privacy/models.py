"""Privacy models: what a release promises, written as people write it."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass

from shoal.errors import ParameterError


@dataclass(frozen=True)
class KAnonymity:
    """Every published row is one of at least ``k`` equal rows.

    Examples
    --------
    >>> str(KAnonymity(10))
    'k=10'
    """

    k: int

    def __post_init__(self) -> None:
        try:
            k = operator.index(self.k)
        except TypeError:
            k = 0
        if isinstance(self.k, bool) or k < 2:
            raise ParameterError(f"k must be a whole number of at least 2, not {self.k!r}")
        object.__setattr__(self, "k", k)

    def __str__(self) -> str:
        return f"k={self.k}"


def parse_model(text: str | KAnonymity) -> KAnonymity:
    """Return the model a text such as ``k=10`` means; a model is returned as it is.

    Examples
    --------
    >>> parse_model("k=10")
    KAnonymity(k=10)
    """
    if isinstance(text, KAnonymity):
        return text
    match = re.fullmatch(r"\s*k\s*=\s*(-?\d{1,18})\s*", text) if isinstance(text, str) else None
    if match is None:
        raise ParameterError(f"unknown model {text!r}; allowed: k=K with K at least 2, as in k=10")
    return KAnonymity(int(match[1]))
