"""How the values of a column are spread before and after, fit to be shown to anyone."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from shoal.data.cells import MISSING
from shoal.data.table import QuasiIdentifier
from shoal.loss.published_cells import Floats, Integers, PublishedCells
from shoal.loss.rounding import Rounded, round_up, rounded

#: Bars that numbers or dates are drawn with at most, before small ones are merged.
MOST_BARS = 20

#: What values in too few rows are called together.
OTHER = "other values"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Bar(NamedTuple):
    """Some values of a column, and the share of the rows that have them before and after.

    A published row that may have several values counts evenly for each. What was before is rounded.
    """

    label: str
    before: Rounded
    after: float


def distribution(
    column: QuasiIdentifier, cells: PublishedCells, k: int, *, most: int = 16
) -> tuple[Bar, ...]:
    """Return the bars of a column.

    Which bars there are follows from the public ``cells`` alone: each has at least k published
    rows, the rarer values are merged, bounds of numbers are round, and the outer bars are open. Of
    the original, a bar tells one rounded share.
    """
    rows = len(column.codes)
    leaves = np.bincount(column.codes, minlength=len(column.hierarchy)).astype(np.int64)
    counts = (
        _by_value(column, cells, leaves, k, most)
        if not cells.domain.numeric
        else _by_size(column, cells, leaves, k)
    )
    return tuple(
        Bar(label, rounded(before / rows, 1 / rows, shown_from=k / rows), after / rows)
        for label, before, after in counts
    )


def _by_value(
    column: QuasiIdentifier, cells: PublishedCells, leaves: Integers, k: int, most: int
) -> list[tuple[str, float, float]]:
    """Return the rows of the values that are published most, and of all others together."""
    tree, before = column.hierarchy, np.append(0, np.cumsum(leaves))
    below = before[tree.last] - before[tree.first]
    before_of = dict(zip(tree.labels, below.tolist(), strict=True))
    after_of = zip(cells.domain.hierarchy.values, cells.spread().tolist(), strict=True)
    by_after = sorted(after_of, key=lambda one: -one[1])
    named = [(value, after) for value, after in by_after if after >= k]
    if len(named) > most or len(named) < len(by_after):
        named = named[: most - 1]
    bars = [(value, float(before_of.get(value, 0)), after) for value, after in named]
    # Behind a * there may be others.
    if named and len(named) == len(by_after) and not cells.stars.any():
        return bars
    rows = len(column.codes)
    other = rows - sum(bar[1] for bar in bars), rows - math.fsum(bar[2] for bar in bars)
    return [*bars, (OTHER, *other)]


def _by_size(
    column: QuasiIdentifier, cells: PublishedCells, leaves: Integers, k: int
) -> list[tuple[str, float, float]]:
    """Return the rows of neighbouring numbers, between multiples of a round step."""
    public = ~np.isnan(cells.domain.positions)
    after, places = cells.spread(), cells.domain.positions[public]
    step = round_up(float(places.max() / MOST_BARS - places.min() / MOST_BARS)) or 1.0
    firsts: list[float] = []  # where each bar begins
    rows: list[float] = []  # that are published in it
    bins = np.floor(places / step)
    for at in np.unique(bins).tolist():
        if not rows or rows[-1] >= k:
            firsts.append(at * step)
            rows.append(0.0)
        rows[-1] += float(after[public][bins == at].sum())
    if len(rows) > 1 and rows[-1] < k:
        firsts.pop()
        rows[-2:] = [rows[-2] + rows[-1]]
    edges = np.array(firsts[1:])
    original = np.full(len(leaves), np.nan) if column.positions is None else column.positions
    known = ~np.isnan(original)
    place = np.searchsorted(edges, original[known], side="right")
    before = np.bincount(place, leaves[known], minlength=len(rows))
    bars = list(zip(_labels(edges, cells), before.tolist(), rows, strict=True))
    if not public.all() or cells.stars.any():
        bars.append((MISSING, float(leaves[~known].sum()), float(after[~public].sum())))
    return bars


def _labels(edges: Floats, cells: PublishedCells) -> list[str]:
    if not len(edges):
        return ["all values"]
    spelled = list(map(_spelling(cells.domain.column), edges.tolist()))
    inner = [f"{low} to under {high}" for low, high in pairwise(spelled)]
    return [f"under {spelled[0]}", *inner, f"{spelled[-1]} and over"]


def _spelling(column: QuasiIdentifier) -> Callable[[float], str]:
    if column.kind != "date":
        return lambda place: f"{place:.10g}"
    if all(len(value.strip()) == 10 for value in column.hierarchy.values if value != MISSING):
        return lambda days: (_EPOCH + timedelta(days=days)).date().isoformat()
    return lambda seconds: (_EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%S")
