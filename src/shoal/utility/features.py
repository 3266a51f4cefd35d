"""Original values and published cells as features of one space, for learning.

A number or date is its place between the least and the greatest of the original; a cell that stands
for several is in their middle. A category is a feature for each value: 1 for the value itself, and
for a cell the even share of each value that it may stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING, STAR
from shoal.data.columns import kind_of, positions_of, texts_of
from shoal.data.hierarchy import Hierarchy
from shoal.data.table import QuasiIdentifier
from shoal.loss.published_cells import PublishedCells

Features = npt.NDArray[np.float32]

#: Values of a category with a feature each; all rarer ones share one.
MOST_CATEGORIES = 100

#: A column of more categories is taken for names or free text, of which nothing is learnt.
MOST_TEXTS = 1000


class Encoded(NamedTuple):
    """The features of a column: a row for each original value, and for each published cell."""

    of_leaf: Features
    of_cell: Features


def encode(cells: PublishedCells) -> Encoded:
    """Return the features of a column's values and cells."""
    return _places(cells) if cells.domain.numeric else _shares(cells)


def _places(cells: PublishedCells) -> Encoded:
    domain = cells.domain
    low, width = domain.sorted[0] if len(domain.sorted) else 0.0, domain.width or 1.0
    middles = np.array([(cover.low + cover.high) / 2 for cover in cells.covers])
    # What says nothing is in the middle.
    of_leaf = [np.nan_to_num((domain.positions - low) / width, nan=0.5)]
    of_cell = [np.nan_to_num((middles - low) / width, nan=0.5)]
    unknown = np.isnan(domain.positions)
    if unknown.any():
        of_leaf.append(unknown.astype(np.float64))
        of_cell.append(cells.shares(unknown.astype(np.int64), 2)[:, 1])
    return Encoded(*(np.column_stack(one).astype(np.float32) for one in (of_leaf, of_cell)))


def _shares(cells: PublishedCells) -> Encoded:
    counts = cells.domain.counts
    common = np.argsort(-counts, kind="stable")[:MOST_CATEGORIES]
    bins = np.full(len(counts), len(common))
    bins[common] = np.arange(len(common))
    size = int(bins.max(initial=0)) + 1
    return Encoded(
        np.eye(size, dtype=np.float32)[bins], cells.shares(bins, size).astype(np.float32)
    )


def kept_column(column: pl.Series) -> QuasiIdentifier | None:
    """Return a column that is published as it is with its values; None if it is free text."""
    texts = texts_of(column).fill_null(MISSING)
    values = texts.unique().sort()
    known = values.filter(values != MISSING)
    kind = kind_of(known) if len(known) else "categorical"
    unreadable = values.is_in([STAR, ""]).any()
    if not len(known) or unreadable or (kind == "categorical" and len(values) > MOST_TEXTS):
        return None
    tree = Hierarchy.flat([*known.to_list(), *values.filter(values == MISSING).to_list()])
    leaf_of = {value: leaf for leaf, value in enumerate(tree.values)}
    codes = np.array([leaf_of[text] for text in texts.to_list()], dtype=np.int32)
    found = QuasiIdentifier(column.name, kind, tree, codes)
    places = positions_of(known, kind)
    if places is None:
        return found
    positions = np.full(len(tree), np.nan)
    positions[: len(known)] = places
    return replace(found, positions=positions)


def stacked(columns: Sequence[PublishedCells]) -> tuple[Features, Features]:
    """Return the features of all original rows, and of all published ones."""
    encoded = [encode(one) for one in columns]
    pairs = list(zip(encoded, columns, strict=True))
    return (
        np.hstack([one.of_leaf[cells.domain.column.codes] for one, cells in pairs]),
        np.hstack([one.of_cell[cells.of_row] for one, cells in pairs]),
    )
