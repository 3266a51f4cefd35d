"""The loss of a published table, from the original and the published cells alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.columns import texts_of
from shoal.data.table import QuasiIdentifier, Table
from shoal.errors import ParameterError, SchemaError
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns
from shoal.loss.distributions import distribution
from shoal.loss.published_cells import PublishedCells
from shoal.loss.table_loss import ColumnLoss, TableLoss
from shoal.wording import counted


def measure_table(original: Table, published: Any, *, k: int | None = None) -> TableLoss:
    """Price the published quasi-identifiers of a table; the rows may come in any order.

    Parameters
    ----------
    original
        The table, with the hierarchies that its cells are labelled by.
    published
        A file or a frame with a column of cells for each quasi-identifier; others are not looked
        at.
    k
        The promise to measure group sizes by, and the rows that a bar of a distribution stands
        for at least; by default the size of the smallest group.

    Raises
    ------
    SchemaError
        When a column is missing, or a cell is no generalization of any value of the original.
    ParameterError
        When the release cannot come from the original by generalization alone.

    Examples
    --------
    >>> original = Table.of({"age": [20, 25, 30, 40], "sex": ["f", "m", "f", "f"]}, ["age", "sex"])
    >>> published = {"age": ["20-25", "20-25", "30-40", "30-40"], "sex": ["*", "*", "f", "f"]}
    >>> loss = measure_table(original, published)
    >>> loss.by_column["age"].lm, loss.by_column["sex"].lm, loss.lm
    (0.375, 0.5, 0.4375)
    >>> loss.dm, loss.c_avg, loss.am
    (8, 1.0, 3.0)
    """
    if k is not None and k < 1:
        raise ParameterError(f"k must be at least 1, not {k}")
    columns = _published_cells(original, published)
    for cells in columns:
        if not cells.possible().all():
            raise ParameterError(
                f"column {cells.domain.column.name!r}: a cell occurs more often than the original "
                "has values for it, so the release does not come from it by generalization alone"
            )
    groups = _groups(columns)
    sizes = groups["rows"].to_numpy()
    k = k or int(sizes.min(initial=len(original) or 1))
    suppressed = np.logical_and.reduce(
        [_of_groups(cells.stars, groups, at) for at, cells in enumerate(columns)]
    )
    am, log10_am = _ambiguity(columns, groups)
    return TableLoss(
        rows=len(original),
        k=k,
        # Nothing is ever told of a single row, not even of a release that does.
        columns=tuple(_column_loss(cells, max(k, 2)) for cells in columns),
        group_sizes=tuple(
            (int(size), int(times))
            for size, times in zip(*np.unique(sizes, return_counts=True), strict=True)
        ),
        suppressed_rows=int(sizes[suppressed].sum()),
        am=am,
        log10_am=log10_am,
    )


def covers(original: Table, published: Any) -> bool:
    """Tell whether each published cell stands for the original value at its place.

    Parameters
    ----------
    original
        The table.
    published
        Cells of its quasi-identifiers, in the order of its rows.

    Examples
    --------
    >>> original = Table.of({"age": [20, 25, 30]}, ["age"])
    >>> covers(original, {"age": ["20-25", "20-25", "*"]})
    True
    >>> covers(original, {"age": ["*", "30", "25"]})
    False
    """
    return all(
        bool(cells.cover_rows(cells.domain.column.codes).all())
        for cells in _published_cells(original, published)
    )


def _published_cells(original: Table, published: Any) -> list[PublishedCells]:
    frame = read_columns(published, [column.name for column in original.quasi_identifiers])
    if len(frame) != len(original):
        raise ParameterError(
            f"the release has {counted(len(frame), 'row')} and the original {len(original):,}; "
            "generalization neither adds nor drops rows"
        )
    with naming_file(published):
        return [_looked_up(column, frame) for column in original.quasi_identifiers]


def _looked_up(column: QuasiIdentifier, frame: pl.DataFrame) -> PublishedCells:
    if column.name not in frame.columns:
        there = ", ".join(map(repr, frame.columns)) or "none"
        raise SchemaError(f"the release has no column {column.name!r}: there are {there}")
    return PublishedCells.of(column, texts_of(frame[column.name]))


def _groups(columns: list[PublishedCells]) -> pl.DataFrame:
    """Return the distinct rows: a cell of each column, and how many rows are alike."""
    names = [str(at) for at in range(len(columns))]
    cells = pl.DataFrame(dict(zip(names, (cells.of_row for cells in columns), strict=True)))
    # In one order whatever that of the rows, so that sums are the same to the last digit.
    return cells.group_by(names).agg(pl.len().alias("rows")).sort(names)


def _of_groups(values: npt.NDArray[Any], groups: pl.DataFrame, at: int) -> npt.NDArray[Any]:
    """Return what the cells of one column have, for each group."""
    chosen: npt.NDArray[Any] = values[groups[str(at)].to_numpy()]
    return chosen


def _ambiguity(columns: list[PublishedCells], groups: pl.DataFrame) -> tuple[float, float]:
    """Return the mean number of records that a row may stand for, and its logarithm."""
    rows = groups["rows"].to_numpy()
    if not len(rows):
        return 0.0, 0.0
    logs = np.zeros(len(rows))
    products = np.ones(len(rows))
    with np.errstate(over="ignore"):
        for at, cells in enumerate(columns):
            sizes = _of_groups(cells.sizes.astype(np.float64), groups, at)
            products *= sizes
            logs += np.log10(sizes)
        mean = float((products * rows).sum() / rows.sum())
    top = logs.max()
    logarithm = float(top + np.log10((rows * 10 ** (logs - top)).sum() / rows.sum()))
    return mean, logarithm


def _column_loss(cells: PublishedCells, k: int) -> ColumnLoss:
    column, counts = cells.domain.column, cells.counts
    rows = max(int(counts.sum()), 1)
    return ColumnLoss(
        name=column.name,
        lm=float(counts @ cells.lm()) / rows,
        ncp=float(counts @ cells.ncp()) / rows,
        weight=column.weight,
        unchanged=int(counts[(cells.sizes == 1) & ~cells.stars].sum()),
        suppressed=int(counts[cells.stars].sum()),
        bars=distribution(column, cells.spread(), k=k),
    )
