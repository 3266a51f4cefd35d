"""What is asked of a miner, checked once and in the units the native core uses."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from shoal import _core
from shoal.engines import local
from shoal.engines.memory import parse_size
from shoal.errors import ParameterError
from shoal.wording import counted, sized

#: What can be mined.
TARGETS = ("all", "closed", "maximal", "longest")

#: What the best patterns can be best by.
RANKS = ("support", "length")

#: Patterns may fill this part of the free memory; beyond it other programs would suffer.
MEMORY_SHARE = 0.6

#: More than any count there can be; the native core takes it for "no limit".
_NO_LIMIT = 2**63 - 1


@dataclass(frozen=True)
class MiningRequest:
    """Which patterns, how many of them, and what they may cost; all numbers are absolute."""

    min_support: int
    memory: int
    target: str = "closed"
    top: int | None = None
    by: str = "support"
    min_length: int = 1
    max_length: int | None = None
    limit: int | None = None
    time_limit: float | None = None

    def __post_init__(self) -> None:
        _one_of("target", self.target, TARGETS)
        _one_of("by", self.by, RANKS)
        if self.top is None and self.by != "support":
            raise ParameterError(f"by {self.by} ranks the top patterns: say how many with top")
        if self.top is not None and self.limit is not None:
            raise ParameterError(
                "top looks at all patterns and limit stops early: give one of them"
            )
        for name in ("top", "min_length", "max_length", "limit"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, local.whole_number(name, value, 1))
        if self.max_length is not None and self.max_length < self.min_length:
            raise ParameterError(
                f"max_length is {self.max_length:,}, but min_length is {self.min_length:,}"
            )
        if self.time_limit is not None:
            local.check_time_limit(self.time_limit)

    @classmethod
    def of(
        cls,
        rows: int,
        *,
        min_support: int | str | None = None,
        memory_limit: int | str | None = None,
        **asked: Any,
    ) -> MiningRequest:
        """Check what a person asks for, of data with so many rows."""
        least = 1 if min_support is None else absolute_support(min_support, rows)
        if memory_limit is None:
            memory_limit = max(1, int(MEMORY_SHARE * local.free_memory()))
        request = cls(least, parse_size(memory_limit), **asked)
        best = request.top is not None and request.by == "support"
        if min_support is None and not (best and request.target in ("all", "closed")):
            raise ParameterError(
                "min_support is needed; only for the top patterns by support, all or closed, may "
                "it be left out"
            )
        return request

    @property
    def native(self) -> _core.Request:
        """The request as the native core takes it."""
        longest = _NO_LIMIT if self.max_length is None else self.max_length
        target = getattr(_core.Target, "maximal" if self.target == "longest" else self.target)
        return _core.Request(target, self.min_support, self.min_length, longest)

    @property
    def native_limits(self) -> _core.Limits:
        """The limits as the native core takes them."""
        return _core.Limits(_NO_LIMIT if self.limit is None else self.limit, self.memory)

    def why(self, stopped_by: str | None) -> str:
        """Return which limit ended the search."""
        if stopped_by == "time":
            return f"the time limit of {self.time_limit:g} seconds was reached"
        if stopped_by == "memory":
            size = sized(self.memory)
            return f"the memory limit of {size} was reached; raise the minimum support"
        return f"the limit of {counted(self.limit or 0, 'pattern')} was reached"


def absolute_support(min_support: int | str, rows: int) -> int:
    """Turn a support as people write it into a number of rows."""
    text = str(min_support).strip()
    try:
        # Spelled out: a short text such as 1e99999999 can mean a number that fills the memory.
        if not re.fullmatch(r"[0-9./ ]{1,40}%|\+?[0-9]{1,40}", text):
            raise ValueError
        if text.endswith("%"):
            share = Fraction(text[:-1].strip())
            if not 0 < share <= 100:
                raise ValueError
            return max(1, math.ceil(share * rows / 100))
        if isinstance(min_support, bool) or not 1 <= int(text) <= _NO_LIMIT:
            raise ValueError
        return int(text)
    except (ValueError, ZeroDivisionError):
        raise ParameterError(
            f"min_support is {text!r}, but must be a number of rows from 1 on or a share like 0.9%"
        ) from None


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ParameterError(f"{name} is {value!r}, but must be one of {', '.join(allowed)}")
