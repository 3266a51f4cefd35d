"""A published column as any reader of the release knows it: nothing here is of the original."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl

from shoal.data.cells import MISSING, STAR, Range, Set, Star, parse_cell
from shoal.data.columns import kind_of, positions_of
from shoal.data.hierarchy import Hierarchy
from shoal.data.table import QuasiIdentifier
from shoal.hierarchies.small_sets import OTHER
from shoal.loss.published_cells import PublishedCells

#: What is added to a label for the values below it that have no label of their own.
REST = " (others)"


def public_cells(column: QuasiIdentifier, published: pl.Series) -> PublishedCells:
    """Look up published cells among the values that are public.

    These are the leaves of the hierarchy that was given; without one, the values that the cells
    name. So no cost here depends on an end of the original that the release does not print.
    """
    if column.banded:
        return _banded(column, published)
    named = named_values(published, ranges=column.recoding == "range")
    whole = column.whole_hierarchy or Hierarchy.flat(sorted(named - {MISSING}))
    values = pl.Series([value for value in whole.values if value != MISSING], dtype=pl.String)
    kind = column.kind if len(values) else "categorical"
    if column.whole_hierarchy is not None and kind != "categorical":
        kind = kind_of(values)
    places = positions_of(values, kind)
    if column.whole_hierarchy is None and places is not None:
        order = np.argsort(places, kind="stable")
        whole, places = Hierarchy.flat(values.gather(order).to_list()), places[order]
    if MISSING in named or MISSING in whole:
        whole = whole.with_missing()
        places = None if places is None else np.append(places, np.nan)
    known = QuasiIdentifier(
        column.name, kind, whole, np.empty(0, dtype=np.int32), places, column.recoding
    )
    return PublishedCells.of(known, published)


def _banded(column: QuasiIdentifier, published: pl.Series) -> PublishedCells:
    """Look up the cells of a column whose bands were built: values are the narrowest published."""
    tree = column.hierarchy
    labels = published.fill_null(MISSING).unique().to_list()
    nodes = sorted(tree.node_of(label) for label in labels if label != STAR)
    shown = {tree.labels[node] for node in nodes}
    ways = []
    for node in nodes:
        label, *above = tree.path(node)
        ways.append([label, *(wide for wide in above if wide in shown and _tells(wide, label))])
    below = Counter(way[1] for way in ways if len(way) > 1)
    # A label is wider than the only one below it that is published.
    rests = {0: "", 1: REST}
    paths = [
        [f"{way[0]}{REST}", *way] if below[way[0]] else way
        for way in ways
        if below[way[0]] in rests
    ]
    if column.positions is None:  # the tree has categories in an order that tells of the original
        paths.sort(key=lambda path: path[::-1])
    known = QuasiIdentifier(
        column.name, "categorical", Hierarchy.from_paths(paths), np.empty(0, dtype=np.int32)
    )
    return PublishedCells.of(known, published)


def _tells(wide: str, narrow: str) -> bool:
    """Tell whether a label itself says that another one, below it in the tree, is below it.

    A band says so, and a set of what it names. Of pooled values no reader knows which they are.
    """
    cell = parse_cell(wide)
    if not isinstance(cell, Set):
        return wide not in OTHER
    named = parse_cell(narrow)
    return narrow in cell.values or (isinstance(named, Set) and {*named.values} <= {*cell.values})


def named_values(published: pl.Series, *, ranges: bool) -> set[str]:
    """Return the values that cells name: their own, the ends of ranges, the members of sets."""
    named: set[str] = set()
    for text in published.unique().sort().to_list():
        cell = parse_cell(text or MISSING)
        if isinstance(cell, Set):
            named.update(value or MISSING for value in cell.values)
        elif ranges and isinstance(cell, Range):
            named.update((cell.low, cell.high))
        elif not isinstance(cell, Star):
            named.add(text or MISSING)
    return named
