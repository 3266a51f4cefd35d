"""The loss of a published table, from the original and the published cells alone."""

from __future__ import annotations

from math import fsum
from typing import Any

import numpy as np
import polars as pl

from shoal.data.columns import texts_of
from shoal.data.table import Table
from shoal.errors import ParameterError, SchemaError
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns
from shoal.loss.baskets import check_row_count
from shoal.loss.published_cells import Integers, PublishedCells
from shoal.loss.table_loss import ColumnLoss, TableLoss
from shoal.wording import no_column


def measure_table(original: Table, published: Any, *, k: int | None = None) -> TableLoss:
    """Price the published quasi-identifiers of a table; the rows may come in any order.

    Group sizes are measured by k, by default the size of the smallest group. A cell that is no
    generalization of any original value raises SchemaError, and cells that cannot all be
    ParameterError.
    """
    if k is not None and k < 1:
        raise ParameterError(f"k must be at least 1, not {k}")
    columns = published_cells(original, published)
    for cells in columns:
        if not cells.possible().all():
            raise ParameterError(
                f"column {cells.domain.column.name!r}: a cell occurs more often than the original "
                "has values for it, so the release does not come from it by generalization alone"
            )
    sizes, groups = _groups(columns)
    k = k or int(sizes.min(initial=len(original) or 1))
    stars = [cells.stars[group] for cells, group in zip(columns, groups, strict=True)]
    am, log10_am = _ambiguity(columns, sizes, groups)
    return TableLoss(
        rows=len(original),
        k=k,
        columns=tuple(map(column_loss, columns)),
        group_sizes=tuple(
            (int(size), int(times))
            for size, times in zip(*np.unique(sizes, return_counts=True), strict=True)
        ),
        suppressed_rows=int(sizes[np.logical_and.reduce(stars)].sum()),
        am=am,
        log10_am=log10_am,
    )


def covers(original: Table, published: Any) -> bool:
    """Return whether each published cell stands for the original value at its place."""
    return all(
        bool(cells.cover_rows(cells.domain.column.codes).all())
        for cells in published_cells(original, published)
    )


def published_cells(original: Table, published: Any) -> list[PublishedCells]:
    """Look up what is published of each quasi-identifier."""
    frame = read_columns(published, [column.name for column in original.quasi_identifiers])
    check_row_count(original, frame, "generalization neither adds nor drops rows")
    cells = []
    with naming_file(published):
        for column in original.quasi_identifiers:
            if column.name not in frame.columns:
                raise SchemaError(f"the release: {no_column(column.name, frame.columns)}")
            cells.append(PublishedCells.of(column, texts_of(frame[column.name])))
    return cells


def _groups(columns: list[PublishedCells]) -> tuple[Integers, list[Integers]]:
    """Return how many rows are alike in each group, and its cell of each column."""
    cells = pl.DataFrame({str(at): cells.of_row for at, cells in enumerate(columns)})
    # In one order whatever that of the rows, so that sums are the same to the last digit.
    groups = cells.group_by(cells.columns).agg(pl.len().alias("rows")).sort(cells.columns)
    sizes, *of_columns = (groups[name].to_numpy() for name in ("rows", *cells.columns))
    return sizes, of_columns


def _ambiguity(
    columns: list[PublishedCells], rows: Integers, groups: list[Integers]
) -> tuple[float, float]:
    """Return the mean number of records that a row may stand for, and its logarithm."""
    if not len(rows):
        return 0.0, 0.0
    logs = np.zeros(len(rows))
    products = np.ones(len(rows))
    with np.errstate(over="ignore"):
        for cells, group in zip(columns, groups, strict=True):
            sizes = cells.sizes.astype(np.float64)[group]
            products *= sizes
            logs += np.log10(sizes)
        mean = float((products * rows).sum() / rows.sum())
    top = logs.max()
    logarithm = float(top + np.log10((rows * 10 ** (logs - top)).sum() / rows.sum()))
    return mean, logarithm


def column_loss(cells: PublishedCells) -> ColumnLoss:
    """Return what the cells of one column cost."""
    column, counts = cells.domain.column, cells.counts
    rows = max(int(counts.sum()), 1)
    return ColumnLoss(
        name=column.name,
        lm=fsum(counts * cells.lm()) / rows,  # rounded once, so the same on every processor
        ncp=fsum(counts * cells.ncp()) / rows,
        weight=column.weight,
        unchanged=int(counts[(cells.sizes == 1) & ~cells.stars].sum()),
        suppressed=int(counts[cells.stars].sum()),
    )
