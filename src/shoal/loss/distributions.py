"""How the values of a column are spread before and after, fit to be shown to anyone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from shoal.data.cells import MISSING
from shoal.data.table import QuasiIdentifier

Floats = npt.NDArray[np.float64]

#: Bars that numbers or dates are drawn with at most, before small ones are merged.
MOST_BARS = 20

#: What values in fewer than k rows are called together.
OTHER = "other values"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Bar:
    """Some values of a column, and the rows that have them before and after.

    A published row that may have several values counts evenly for each.
    """

    label: str
    before: int
    after: float


def distribution(column: QuasiIdentifier, after: Floats, *, k: int) -> tuple[Bar, ...]:
    """Return the bars of a column; each stands for at least k rows of the original, or for all.

    Rare categories are merged, as are neighbouring numbers. Bounds of numbers are round, and the
    outer bars are open, so that neither the least nor the greatest value is shown. ``after`` are
    the rows of the release for each leaf.
    """
    before = np.bincount(column.codes, minlength=len(column.hierarchy)).astype(np.int64)
    if column.positions is None:
        rows = zip(column.hierarchy.values, before.tolist(), after.tolist(), strict=True)
        return tuple(_without_rare([Bar(*row) for row in rows], k))
    known = ~np.isnan(column.positions)
    bars = _binned(column.positions[known], before[known], after[known], _spelling(column), k)
    if not known.all():
        bars.append(Bar(MISSING, int(before[~known].sum()), float(after[~known].sum())))
    return tuple(_without_rare(bars, k))


def _without_rare(bars: list[Bar], k: int) -> list[Bar]:
    """Merge the smallest bars until each has k rows, so that none follows by subtraction."""
    rare = [bar for bar in bars if bar.before < k]
    if not rare:
        return bars
    kept = sorted((bar for bar in bars if bar.before >= k), key=lambda bar: bar.before)
    while kept and sum(bar.before for bar in rare) < k:
        rare.append(kept.pop(0))
    before, after = sum(bar.before for bar in rare), math.fsum(bar.after for bar in rare)
    return [bar for bar in bars if bar in kept] + [Bar(OTHER, before, after)]


def _binned(
    positions: Floats,
    before: npt.NDArray[np.int64],
    after: Floats,
    spell: Callable[[float], str],
    k: int,
) -> list[Bar]:
    """Return bars of neighbouring values, between multiples of a round step."""
    step = _round_step(float(positions.max() / MOST_BARS - positions.min() / MOST_BARS))
    bins = np.floor(positions / step)  # may be too large for whole numbers
    firsts: list[float] = []  # the first bin of each bar
    rows: list[Floats] = []  # its rows before and after
    for at in np.unique(bins):
        if not rows or rows[-1][0] >= k:
            firsts.append(float(at))
            rows.append(np.zeros(2))
        here = bins == at
        rows[-1] += before[here].sum(), after[here].sum()
    if len(rows) > 1 and rows[-1][0] < k:
        firsts.pop()
        few = rows.pop()
        rows[-1] += few
    edges = [spell(first * step) for first in firsts[1:]]
    if not edges:
        labels = ["all values"]
    else:
        inner = [f"{low} to under {high}" for low, high in pairwise(edges)]
        labels = [f"under {edges[0]}", *inner, f"{edges[-1]} and over"]
    return [
        Bar(label, int(was), float(now)) for label, (was, now) in zip(labels, rows, strict=True)
    ]


def _round_step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, ... and of their tenths that is large enough."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next((times * power for times in (1, 2, 5) if times * power >= least), 10 * power)


def _spelling(column: QuasiIdentifier) -> Callable[[float], str]:
    if column.kind != "date":
        return lambda place: f"{place:.10g}"
    if all(len(value.strip()) == 10 for value in column.hierarchy.values if value != MISSING):
        return lambda days: (_EPOCH + timedelta(days=days)).date().isoformat()
    return lambda seconds: (_EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%S")
