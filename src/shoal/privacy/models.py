"""Privacy models: what a release promises, written as people write it."""

from __future__ import annotations

import math
import operator
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.data.rules import Rules

#: Most items of a combination whose supports are counted.
MOST_KNOWN_ITEMS = 16


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
        object.__setattr__(self, "k", _check_k(self.k))

    def __str__(self) -> str:
        return f"k={self.k}"


@dataclass(frozen=True)
class KmAnonymity:
    """Any combination of up to ``m`` items that a row has, at least ``k`` rows have.

    Examples
    --------
    >>> str(KmAnonymity(10, 2))
    'km=10,2'
    """

    k: int
    m: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", _check_k(self.k))
        m = _whole(self.m)
        if m is None or not 1 <= m <= MOST_KNOWN_ITEMS:
            raise ParameterError(
                f"m must be a whole number from 1 to {MOST_KNOWN_ITEMS}, not {self.m!r}"
            )
        object.__setattr__(self, "m", m)

    def __str__(self) -> str:
        return f"km={self.k},{self.m}"


@dataclass(frozen=True, eq=False)
class PSRules:
    """Each rule's antecedent is in ``k`` rows, its consequent in a share ``c`` of them at most.

    Parameters
    ----------
    rules
        Public items -> sensitive items; or the file that they are read from.
    k
        Least number of rows with the items of an antecedent, as they are published.
    c
        Largest confidence: the share of these rows that have the consequent.

    Examples
    --------
    >>> from shoal.data.rules import Rules
    >>> str(PSRules(Rules.of([(["a", "c"], ["h"])]), k=3, c=0.6))
    '1 rule,k=3,c=0.6'
    """

    rules: Rules
    k: int
    c: float

    if TYPE_CHECKING:  # a path is taken, but never kept

        def __init__(self, rules: Rules | str | os.PathLike[str], k: int, c: float) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", _check_k(self.k))
        number = isinstance(self.c, (int, float)) and not isinstance(self.c, bool)
        if not number or not math.isfinite(self.c) or not 0 <= self.c <= 1:
            raise ParameterError(f"c must be a number from 0 to 1, not {self.c!r}")
        object.__setattr__(self, "c", float(self.c))
        if isinstance(self.rules, (str, os.PathLike)):
            from shoal.io.rules import read_rules

            object.__setattr__(self, "rules", read_rules(self.rules))
        if not hasattr(self.rules, "antecedents"):
            raise ParameterError("the rules must be shoal.Rules, or the file that holds them")
        if not len(self.rules):
            raise ParameterError("there are no rules to protect")

    def __str__(self) -> str:
        source = self.rules.source
        count = len(self.rules)
        named = f"rules={source}" if source else f"{count:,} rule{'s' * (count != 1)}"
        return f"{named},k={self.k},c={str(self.c).removesuffix('.0')}"


Model: TypeAlias = KAnonymity | KmAnonymity | PSRules

_WAYS = "k=10, km=10,2 or rules=FILE,k=5,c=0.9"


def parse_model(text: str | Model) -> Model:
    """Return the model a text means; a model is returned as it is.

    Examples
    --------
    >>> parse_model("k=10"), parse_model("km=10,2")
    (KAnonymity(k=10), KmAnonymity(k=10, m=2))
    """
    if isinstance(text, (KAnonymity, KmAnonymity, PSRules)):
        return text
    if not isinstance(text, str):
        raise ParameterError(f"unknown model {text!r}; allowed: {_WAYS}")
    number = r"(-?\d{1,18})"
    if match := re.fullmatch(rf"\s*k\s*=\s*{number}\s*", text):
        return KAnonymity(int(match[1]))
    if match := re.fullmatch(rf"\s*km\s*=\s*{number}\s*,\s*{number}\s*", text):
        return KmAnonymity(int(match[1]), int(match[2]))
    if match := re.fullmatch(r"\s*rules\s*=(.*)", text, re.DOTALL):
        return _parse_rules(match[1])
    raise ParameterError(f"unknown model {text!r}; allowed: {_WAYS}")


def _parse_rules(text: str) -> PSRules:
    """Return the model of a file and its two numbers, which come in any order."""
    given: dict[str, str] = {}
    # A file's name may hold a comma, so the numbers are looked for at the end.
    while match := re.fullmatch(r"(.*),\s*([kc])\s*=([^,]*)", text, re.DOTALL):
        if match[2] in given:
            break
        text, given[match[2]] = match[1], match[3].strip()
    missing = " and ".join(name for name in "kc" if name not in given)
    if missing:
        raise ParameterError(f"the rules come without {missing}: write rules=FILE,k=5,c=0.9")
    if not text.strip():
        raise ParameterError("rules= takes the name of a file, as in rules=FILE,k=5,c=0.9")
    k = int(given["k"]) if re.fullmatch(r"[+-]?\d{1,18}", given["k"]) else given["k"]
    try:
        c = float(given["c"])
    except ValueError:
        raise ParameterError(f"c must be a number from 0 to 1, not {given['c']!r}") from None
    return PSRules(text.strip(), _check_k(k), c)


def parse_k_anonymity(text: str | Model, whose: str) -> KAnonymity:
    """Return the model if it is k-anonymity, the only one that ``whose`` data can promise.

    Examples
    --------
    >>> parse_k_anonymity("k=10", "a table")
    KAnonymity(k=10)
    """
    model = parse_model(text)
    if not isinstance(model, KAnonymity):
        raise ParameterError(f"model {model} is for baskets; {whose} can promise k=10 and the like")
    return model


def _whole(value: Any) -> int | None:
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def _check_k(value: Any) -> int:
    k = _whole(value)
    if k is None or k < 2:
        raise ParameterError(f"k must be a whole number of at least 2, not {value!r}")
    return k
