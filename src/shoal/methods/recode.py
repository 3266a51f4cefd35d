"""From groups to published cells: one for each column and group."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING, STAR, format_range, format_set
from shoal.data.table import QuasiIdentifier, Table

Groups = npt.NDArray[np.int32]


def recode(table: Table, group_of_row: Groups) -> pl.DataFrame:
    """Return the quasi-identifiers as published: every row of a group the same.

    A group that would need a level above the highest one allowed tells nothing at all.
    """
    order = np.argsort(group_of_row, kind="stable")
    starts = np.flatnonzero(np.diff(group_of_row[order], prepend=-1))
    groups = np.zeros(len(group_of_row), dtype=np.int64)
    groups[order] = np.cumsum(np.isin(np.arange(len(order)), starts, assume_unique=True)) - 1
    hidden = np.zeros(len(starts), dtype=np.bool_)
    cells: dict[str, list[str]] = {}
    for column in table.quasi_identifiers:
        codes = column.codes[order]
        if column.recoding == "hierarchy":
            nodes = column.hierarchy.lowest_above(
                np.minimum.reduceat(codes, starts), np.maximum.reduceat(codes, starts)
            )
            if column.max_level is not None:
                hidden |= column.hierarchy.levels()[nodes] > column.max_level
            cells[column.name] = [column.hierarchy.labels[node] for node in nodes]
        elif column.recoding == "range":
            cells[column.name] = _ranges(column, codes, starts)
        else:
            cells[column.name] = _sets(column, codes, starts)
    columns = {
        name: pl.Series(
            [STAR if gone else label for gone, label in zip(hidden, labels, strict=True)],
            dtype=pl.String,
        ).gather(groups)
        for name, labels in cells.items()
    }
    return pl.DataFrame(columns)


def _ranges(column: QuasiIdentifier, codes: Groups, starts: npt.NDArray[np.int64]) -> list[str]:
    assert column.positions is not None
    by_position = np.argsort(column.positions, kind="stable")  # what is missing comes last
    rank = np.empty(len(by_position), dtype=np.int64)
    rank[by_position] = np.arange(len(by_position))
    values = column.hierarchy.values
    missing = np.isnan(column.positions)
    lows = by_position[np.minimum.reduceat(rank[codes], starts)]
    highs = by_position[np.maximum.reduceat(rank[codes], starts)]
    return [
        MISSING
        if missing[low]
        else STAR
        if missing[high]
        else format_range(values[low], values[high])
        for low, high in zip(lows, highs, strict=True)
    ]


def _sets(column: QuasiIdentifier, codes: Groups, starts: npt.NDArray[np.int64]) -> list[str]:
    values = column.hierarchy.values
    groups = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(codes)))
    # The different values of all groups at once: a call for each group would take longer.
    group, leaves = np.divmod(np.unique(groups * len(values) + codes), len(values))
    ends = [*np.flatnonzero(np.diff(group, prepend=0)).tolist(), len(leaves)]
    texts: dict[bytes, str] = {}
    labels = []
    for first, end in pairwise([0, *ends]):
        key = leaves[first:end].tobytes()
        if key not in texts:
            texts[key] = format_set([values[leaf] for leaf in leaves[first:end]])
        labels.append(texts[key])
    return labels
