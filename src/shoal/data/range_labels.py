"""Labels that read like a range of numbers, reported when a value below them lies outside."""

from __future__ import annotations

import re

import numpy as np

from shoal.data.cells import NUMBER, STAR
from shoal.data.hierarchy import Hierarchy
from shoal.errors import Notice
from shoal.wording import cell

_N = f"({NUMBER.pattern})"
_PLAIN = re.compile(rf"{_N}\s*(?:-|\u2013|\.\.\.?|to)\s*{_N}")
_BRACKETS = re.compile(rf"([\[\](])\s*{_N}\s*[,;:-]\s*{_N}\s*([\[\])])")
_ONE_END = re.compile(rf"(<=|>=|<|>|≤|≥)\s*{_N}")


def bounds(label: str) -> tuple[float, float, bool, bool] | None:
    """Return what a label includes: least, greatest, and whether each is itself included."""
    text = label.strip()
    if found := _PLAIN.fullmatch(text):
        return float(found[1]), float(found[2]), True, True
    if found := _BRACKETS.fullmatch(text):
        return float(found[2]), float(found[3]), found[1] == "[", found[4] == "]"
    if found := _ONE_END.fullmatch(text):
        end, included = float(found[2]), found[1] in ("<=", ">=", "≤", "≥")
        below = found[1] in ("<", "<=", "≤")
        infinite = float("inf")
        return (-infinite, end, True, included) if below else (end, infinite, included, True)
    return None


def doubtful_labels(hierarchy: Hierarchy) -> tuple[Notice, ...]:
    """Return a warning for each label that reads like a range but does not contain its values."""
    # What is no number lies neither inside nor outside.
    numbers = np.array(
        [float(value) if NUMBER.fullmatch(value.strip()) else np.nan for value in hierarchy.values]
    )
    doubts = []
    for node in np.flatnonzero(hierarchy.levels() > 0).tolist():
        label = hierarchy.labels[node]
        found = None if label == STAR else bounds(label)
        if found is None:
            continue
        low, high, with_low, with_high = found
        first, last = int(hierarchy.first[node]), int(hierarchy.last[node])
        below = numbers[first:last]
        outside = (below < low) | (below > high)
        outside |= ((below == low) & (not with_low)) | ((below == high) & (not with_high))
        count = int(outside.sum())
        if count:
            value = hierarchy.values[first + int(outside.argmax())]
            more = f" and {count - 1:,} more" if count > 1 else ""
            text = f"label {label!r} does not contain its value {cell(value, '(not shown)')}{more}"
            doubts.append(Notice(text, code="label-not-of-value"))
    return tuple(doubts)
