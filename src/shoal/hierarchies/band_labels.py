"""What the label of a band says of values that its column did not have when it was cut.

The hierarchy of a band knows its own values. New rows bring others: 23,417 lies in the band
``20000-24999``, whoever was there before. Labels are those of ``number_cuts``, ``date_cuts``,
``small_sets`` and prefixes of codes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.data.cells import NUMBER, Set, parse_cell
from shoal.hierarchies.small_sets import OTHER

_N = f"({NUMBER.pattern})"
_TIME = r"([0-9]{4}(?: Q[1-4]|-[0-9]{2}(?:-[0-9]{2}(?: [0-9]{2}:[0-9]{2})?)?)?)"

#: The unit in which NumPy counts a time of so many characters.
_UNITS: dict[int, Literal["Y", "M", "D", "m"]] = {4: "Y", 7: "M", 10: "D", 16: "m"}


class Span(NamedTuple):
    """From one place on the line to another, which may be included; of dates, in seconds."""

    low: float
    high: float
    closed: bool = False

    def holds(self, places: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        """Tell which places lie in it."""
        below = places <= self.high if self.closed else places < self.high
        return (places >= self.low) & below


def span_of(label: str, kind: str) -> Span | None:
    """Return the span that the label of a band of numbers or dates names; None if it is no such.

    Examples
    --------
    >>> span_of("20-24", "numeric"), span_of("50 or over", "numeric")
    (Span(low=20.0, high=24.0, closed=True), Span(low=50.0, high=inf, closed=False))
    >>> span_of("1970 Q1", "date")
    Span(low=0.0, high=7776000.0, closed=False)
    """
    return _of_times(label) if kind == "date" else _of_numbers(label)


def _of_numbers(label: str) -> Span | None:
    if found := re.fullmatch(f"under {_N}", label):
        return Span(-math.inf, float(found[1]))
    if found := re.fullmatch(f"{_N} or over", label):
        return Span(float(found[1]), math.inf)
    if found := re.fullmatch(f"{_N} to under {_N}", label):
        return Span(float(found[1]), float(found[2]))
    if found := re.fullmatch(f"{_N}(?:-| to ){_N}", label):
        return Span(float(found[1]), float(found[2]), closed=True)
    return None


def _of_times(label: str) -> Span | None:
    if found := re.fullmatch(f"before {_TIME}", label):
        return Span(-math.inf, _seconds(found[1]))
    if found := re.fullmatch(f"{_TIME} or later", label):
        return Span(_seconds(found[1]), math.inf)
    if found := re.fullmatch(f"{_TIME}(?:-| to ){_TIME}", label):
        return Span(_seconds(found[1]), _seconds(found[2], after=1))
    if found := re.fullmatch(_TIME, label):
        return Span(_seconds(found[1]), _seconds(found[1], after=1))
    return None


def _seconds(text: str, *, after: int = 0) -> float:
    """Return when a year, quarter, month, day or minute begins, or the next one."""
    year, _, quarter = text.partition(" Q")
    time: Any
    if quarter:
        time = np.datetime64(f"{year}-{3 * int(quarter) - 2:02}", "M") + 3 * after
    else:
        time = np.datetime64(text.replace(" ", "T"), _UNITS[len(text)]) + after
    return float(time.astype("datetime64[s]").astype(np.int64))


def labels_of_texts(
    labels: Sequence[str], values: Sequence[str], known: Sequence[str]
) -> list[list[str]]:
    """Return the labels of bands of codes or categories that cover values that are not known.

    The labels are given from the narrowest to the widest, and returned so for each value.

    Examples
    --------
    >>> labels_of_texts(["40***", "4****"], ["40121", "4012"], ["40120", "41000"])
    [['40***', '4****'], []]
    >>> labels_of_texts(["other", "{a, b}", "{a, b, other}"], ["z"], ["a", "b", "c"])
    [['other', '{a, b, other}']]
    """
    # What is called so is whatever has no name of its own.
    pooled = next(name for name in OTHER if name not in known)
    one_length = len({len(text) for text in known}) == 1
    for_all, beginnings = [], {}
    for label in labels:
        cell = parse_cell(label)
        if pooled in (cell.values if isinstance(cell, Set) else (label,)):
            for_all.append(label)
        elif label.endswith("*") and not isinstance(cell, Set):
            beginnings[label.rstrip("*")] = label
    found = []
    for value in values:
        starts = (value[:length] for length in range(len(value), 0, -1))
        above = (beginnings[start] for start in starts if start in beginnings)
        fitting = [label for label in above if len(label) == len(value) or not one_length]
        found.append(for_all + fitting)
    return found
