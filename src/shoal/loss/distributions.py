"""The bars of a report: sizes, and how values are spread before and after, fit to be shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from shoal.data.cells import MISSING
from shoal.data.table import QuasiIdentifier
from shoal.loss.public_cells import REST
from shoal.loss.published_cells import Floats, Integers, PublishedCells
from shoal.loss.rounding import Rounded, round_up, rounded

#: Bars that numbers or dates are drawn with at most, before small ones are merged; and others.
MOST_BARS, MOST_NAMED = 20, 16

#: Lengths at which a bar begins, and sizes of groups as multiples of k.
LENGTHS = (*range(6), 6, 11, 21, 51, 101)
MULTIPLES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)

#: What values in too few rows are called together; rows that are taken for none.
OTHER, TINY = "other values", 1e-6

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Amount(NamedTuple):
    """A bar: what it stands for, and how much there is of it."""

    label: str
    amount: float


def by_size(sizes: Integers, k: int) -> list[Amount]:
    """Return how many groups there are of about each size; every one has at least k rows."""
    return amounts(sizes, [k * times for times in MULTIPLES])


def amounts(
    sizes: Integers, starts: Sequence[int], weights: Integers | None = None
) -> list[Amount]:
    """Return how many there are from each start up to the next; the last bar is open."""
    place = np.searchsorted(starts, sizes, side="right") - 1
    counts = np.bincount(place, weights=weights, minlength=len(starts))
    end = int(np.flatnonzero(counts).max(initial=-1)) + 1
    afters = [*starts[1:], None]
    return [Amount(_from_to(starts[i], afters[i]), float(counts[i])) for i in range(end)]


def _from_to(first: int, after: int | None) -> str:
    if after is None:
        return f"{first:,}+"
    return f"{first:,}" if after == first + 1 else f"{first:,}-{after - 1:,}"


class Bar(NamedTuple):
    """Some values of a column, and the share of rows that have them: rounded before, and after."""

    label: str
    before: Rounded | None  # None where it is not told
    after: float


@dataclass(frozen=True, eq=False)
class PublicBins:
    """Bins of a column's values that follow from public cells alone, each of at least k rows."""

    labels: tuple[str, ...]
    #: The bin of each public value, and of each value of the original.
    public: Integers
    original: Integers
    other: int = -1  # the bin of all values that have none of their own

    def bars(
        self, column: QuasiIdentifier, cells: PublishedCells, k: int, *, after_only: bool
    ) -> tuple[Bar, ...]:
        """Return the share of the rows in each bin, before and after."""
        rows, count = len(column.codes), len(self.labels)
        before = np.bincount(self.original[column.codes], minlength=count) * (not after_only)
        after = cells.counts @ cells.shares(self.public, count)
        after[self.other] += rows - after.sum() if self.other >= 0 else 0.0
        bars = (
            Bar(label, rounded(had / rows, 1 / rows, shown_from=k / rows), has / rows)
            for label, had, has in zip(self.labels, before.tolist(), after.tolist(), strict=True)
        )
        return tuple(
            bar._replace(before=None) if after_only else bar
            for bar in bars
            if bar.label != OTHER or bar.before or bar.after > TINY  # as shown: others may be few
        )


def public_bins(column: QuasiIdentifier, cells: PublishedCells, k: int) -> PublicBins:
    """Return the bins of a column, at the level of detail of its published cells.

    Rarer values are merged. Numbers without labels are merged between multiples of a round step,
    and the outer bins are open.
    """
    tree = cells.domain.hierarchy
    if not len(tree):  # nothing but * is published
        nowhere = np.zeros(len(column.hierarchy), dtype=np.int64)
        return PublicBins((OTHER,), nowhere[:0], nowhere, other=0)
    named, place = np.unique(_published_level(cells), return_inverse=True)
    if cells.domain.numeric and (tree.depth < 2 or len(named) > MOST_BARS):
        return _by_size(column, cells, k)
    rows = np.bincount(place.ravel(), cells.spread(), minlength=len(named))
    chosen = np.argsort(-rows, kind="stable")
    chosen = chosen[rows[chosen] >= k]
    if len(chosen) > MOST_NAMED or len(chosen) < len(named):
        chosen = chosen[: MOST_NAMED - 1]
    if column.positions is not None:  # numbers stay in order
        chosen.sort()
    labels = [tree.labels[node] for node in named[chosen].tolist()]
    # Behind a * there may be others.
    whole = len(labels) == len(named) and not cells.stars.any() and not column.banded
    bin_of = np.full(len(named), len(labels))
    bin_of[chosen] = np.arange(len(labels))
    public = bin_of[place.ravel()]
    known = dict(zip(tree.values, public.tolist(), strict=True))
    known |= {label.removesuffix(REST): at for label, at in known.items()}
    known |= {tree.labels[node]: int(bin_of[at]) for at, node in enumerate(named.tolist())}
    own, of_node = column.hierarchy, [len(labels)]
    for label, above in zip(own.labels[1:], own.parents[1:].tolist(), strict=True):
        of_node.append(known.get(label, of_node[above]))  # a public value may be a band
    original = np.array(of_node)[own.leaf_nodes]
    if whole:
        return PublicBins(tuple(labels), public, original)
    return PublicBins((*labels, OTHER), public, original, other=len(labels))


def _published_level(cells: PublishedCells) -> Integers:
    """Return the node of each public value, at the level at which half of the rows are published.

    Or at the lowest above it that has few enough nodes to be drawn.
    """
    tree = cells.domain.hierarchy
    levels, parents = tree.levels(), tree.parents
    nodes, lowest = tree.leaf_nodes.astype(np.int64), 0
    if cells.domain.column.recoding == "hierarchy":
        first, last = np.array([(cover.first, cover.last - 1) for cover in cells.covers]).T
        rows = np.bincount(levels[tree.lowest_above(first, last)], cells.counts)
        lowest = int(np.searchsorted(rows.cumsum(), rows.sum() / 2))
    for level in range(min(lowest, tree.depth - 1), tree.depth):
        while (up := levels[parents[nodes]] <= level).any():
            nodes = np.where(up, parents[nodes], nodes)
        if len(np.unique(nodes)) <= MOST_BARS:
            break
    return nodes


def _by_size(column: QuasiIdentifier, cells: PublishedCells, k: int) -> PublicBins:
    """Return bins of neighbouring numbers, between multiples of a round step."""
    positions = cells.domain.positions
    public = ~np.isnan(positions)
    after, places = cells.spread(), positions[public]
    step = round_up(float(places.max() / MOST_BARS - places.min() / MOST_BARS)) or 1.0
    firsts: list[float] = []  # where each bin begins
    rows: list[float] = []  # that are published in it
    bins = np.floor(places / step)
    for at in np.unique(bins).tolist():
        if not rows or rows[-1] >= k:
            firsts.append(at * step)
            rows.append(0.0)
        rows[-1] += float(after[public][bins == at].sum())
    if len(rows) > 1 and rows[-1] < k:
        firsts.pop()
    edges = np.array(firsts[1:])
    labels = _labels(edges, cells)
    if not public.all() or cells.stars.any():
        labels.append(MISSING)
    original = np.full(len(column.hierarchy), np.nan)
    if column.positions is not None:
        original = column.positions
    last = len(labels) - 1  # of missing values
    of_public, of_original = (
        np.where(np.isnan(some), last, np.searchsorted(edges, some, side="right"))
        for some in (positions, original)
    )
    return PublicBins(tuple(labels), of_public, of_original)


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
