"""t-closeness: how far the values of a group must be moved to be spread as in the whole table."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, ClassVar

from shoal_verify.models.values import Column, Group, ValueModel, positive
from shoal_verify.release import NotJudged

_MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?)?"
_NUMBER = r"[+-]?(?!0[0-9])([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?"


@dataclass(frozen=True)
class TCloseness(ValueModel):
    """The earth mover's distance of each group from the whole table is at most t."""

    name: ClassVar[str] = "t"
    example: ClassVar[str] = "t=0.2"
    least: ClassVar[int] = 2

    t: Fraction
    way: str

    @classmethod
    def parse(cls, text: str) -> TCloseness:
        """Return the model of ``0.2``, ``ordered:0.2`` or ``hierarchical:0.2``."""
        way, colon, t = text.rpartition(":")
        if colon and way not in ("ordered", "hierarchical"):
            raise ValueError
        return cls(positive(t, 1), way)

    def test(self, column: Column) -> Callable[[Group], bool]:
        """Return the test of one group."""
        if self.way and column.joint:
            raise NotJudged("several columns as one have no order and no hierarchy")
        distance = {"": _equal, "ordered": _ordered, "hierarchical": _in_tree}[self.way](column)

        def satisfied(group: Group) -> bool:
            rows = group.total()
            extra = {value: Fraction(group[value], rows) - q for value, q in shares.items()}
            return distance(extra) <= self.t

        shares = {value: column.share(value) for value in column.whole}
        return satisfied


#: From what each value has too much of, or too little, to the distance.
Distance = Callable[[Mapping[Any, Fraction]], Fraction]


def _equal(column: Column) -> Distance:
    return lambda extra: sum(map(abs, extra.values()), Fraction(0)) / 2


def _ordered(column: Column) -> Distance:
    places = {value: _place(value) for value in column.whole}
    if len({type(place) for place in places.values()}) > 1:
        raise NotJudged("a sensitive column holds numbers and dates")
    order = sorted({*places.values()})
    steps = max(len(order) - 1, 1)

    def distance(extra: Mapping[Any, Fraction]) -> Fraction:
        at: dict[Any, Fraction] = defaultdict(Fraction)
        for value, one in extra.items():
            at[places[value]] += one
        return sum(map(abs, accumulate(at[place] for place in order)), Fraction(0)) / steps

    return distance


def _place(value: Any) -> Fraction | datetime:
    """Return a number, or a moment without a zone."""
    if isinstance(value, str):
        text = value.strip()
        if re.fullmatch(_NUMBER, text, re.ASCII):
            return Fraction(text)
        if re.fullmatch(_MOMENT, text, re.ASCII):
            try:
                return datetime.fromisoformat(text)
            except ValueError:
                pass
    elif isinstance(value, datetime) and value.tzinfo is None:
        return value
    elif type(value) is date:
        return datetime(value.year, value.month, value.day)
    elif isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        return Fraction(value)
    raise NotJudged("a sensitive column holds something else than numbers or days in order")


def _in_tree(column: Column) -> Distance:
    """Return the distance where two values are as far apart as their lowest common label is high.

    That is the way from the one to the other, if half the height of a label lies between it and
    what stands below: so each step is paid for by what must pass it.
    """
    if column.tree is None:
        raise NotJudged("a sensitive column has no hierarchy: give it by --hierarchy")
    ways = {None: ["?", "*"]} | {
        value: column.tree.get(_label(value), []) for value in column.whole if value is not None
    }
    if not all(ways.values()):
        raise NotJudged("a sensitive value is not in the hierarchy")
    heights: dict[str, int] = defaultdict(int)
    for way in (ways[None], *column.tree.values()):
        for height, label in enumerate(way):
            heights[label] = max(heights[label], height)

    def distance(extra: Mapping[Any, Fraction]) -> Fraction:
        passing: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
        for value, one in extra.items():
            for step in pairwise(ways[value]):
                passing[step] += one
        paid = (abs(one) * (heights[b] - heights[a]) for (a, b), one in passing.items())
        return sum(paid, Fraction(0)) / (2 * heights["*"])

    return distance


def _label(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
