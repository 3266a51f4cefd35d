"""What is asked of a miner, checked once and in the units the native core uses."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

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

    target: str
    min_support: int
    top: int | None
    by: str
    min_length: int
    max_length: int | None
    limit: int | None
    time_limit: float | None
    memory: int

    @classmethod
    def of(
        cls,
        rows: int,
        *,
        min_support: int | str | None,
        target: str = "closed",
        top: int | None = None,
        by: str = "support",
        min_length: int = 1,
        max_length: int | None = None,
        limit: int | None = None,
        time_limit: float | None = None,
        memory_limit: int | str | None = None,
    ) -> MiningRequest:
        """Check what a person asks for, of data with so many rows."""
        _one_of("target", target, TARGETS)
        _one_of("by", by, RANKS)
        if top is None and by != "support":
            raise ParameterError(f"by {by} ranks the top patterns: say how many with top")
        if top is not None and limit is not None:
            raise ParameterError(
                "top looks at all patterns and limit stops early: give one of them"
            )
        if min_support is None:
            if top is None or by != "support" or target not in ("all", "closed"):
                raise ParameterError(
                    "min_support is needed; only for the top patterns by support, all or closed, "
                    "may it be left out"
                )
            min_support = 1
        shortest = local.whole_number("min_length", min_length, 1)
        longest = None if max_length is None else local.whole_number("max_length", max_length, 1)
        if longest is not None and longest < shortest:
            raise ParameterError(f"max_length is {longest:,}, but min_length is {shortest:,}")
        return cls(
            target=target,
            min_support=absolute_support(min_support, rows),
            top=None if top is None else local.whole_number("top", top, 1),
            by=by,
            min_length=shortest,
            max_length=longest,
            limit=None if limit is None else local.whole_number("limit", limit, 1),
            time_limit=None if time_limit is None else local.check_time_limit(time_limit),
            memory=int(MEMORY_SHARE * local.free_memory())
            if memory_limit is None
            else parse_size(memory_limit),
        )

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
