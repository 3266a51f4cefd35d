"""The loss of a published table in the papers' measures, from original and published cells."""

from __future__ import annotations

import math
from dataclasses import dataclass
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
from shoal.wording import no_column


@dataclass(frozen=True)
class ColumnLoss:
    """What one published column costs."""

    name: str  # the column
    #: Mean cost of its cells by the loss metric, and by the normalized certainty penalty: 0 all
    #: published as they were, 1 all ``*``.
    lm: float
    ncp: float
    weight: float  # how much the column counts in the means over all columns
    #: Number of cells published as a single value, and as ``*``.
    unchanged: int
    suppressed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON."""
        return {name: value for name, value in vars(self).items() if name != "name"}


@dataclass(frozen=True)
class TableLoss:
    """What a release of a table costs."""

    rows: int  # number of rows
    k: int  # the model's k, by which ``c_avg`` is measured
    columns: tuple[ColumnLoss, ...]  # the loss of each quasi-identifier
    #: Sizes of groups, in ascending order, each with the number of groups that have it.
    group_sizes: tuple[tuple[int, int], ...]
    suppressed_rows: int  # rows published with nothing but ``*``
    #: Ambiguity (AM): mean number of records that a published row may stand for. With many columns
    #: it can exceed every floating-point number, and is infinite then; its logarithm never is.
    am: float
    log10_am: float

    @property
    def by_column(self) -> dict[str, ColumnLoss]:
        """The loss of each column by its name."""
        return {column.name: column for column in self.columns}

    @property
    def lm(self) -> float:
        """Mean cost of a cell by the loss metric (LM), weighted by column."""
        return self._mean([column.lm for column in self.columns])

    @property
    def gcp(self) -> float:
        """Mean cost of a cell by the normalized certainty penalty, weighted by column."""
        return self._mean([column.ncp for column in self.columns])

    @property
    def groups(self) -> int:
        """Number of groups: of distinct published rows."""
        return sum(times for _, times in self.group_sizes)

    @property
    def smallest_group(self) -> int:
        """Number of rows in the smallest group; 0 without rows."""
        return self.group_sizes[0][0] if self.group_sizes else 0

    @property
    def largest_group(self) -> int:
        """Number of rows in the largest group; 0 without rows."""
        return self.group_sizes[-1][0] if self.group_sizes else 0

    @property
    def dm(self) -> int:
        """Discernibility (DM): squared group sizes, a suppressed row counting as all rows."""
        squares = sum(size * size * times for size, times in self.group_sizes)
        return squares + self.suppressed_rows * (self.rows - self.suppressed_rows)

    @property
    def c_avg(self) -> float:
        """Mean group size as a multiple of k (C_avg); 0 without rows."""
        return self.rows / (self.groups * self.k) if self.groups else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON; ``am`` is None beyond all numbers."""
        return {
            "lm": self.lm,
            "gcp": self.gcp,
            "dm": self.dm,
            "c_avg": self.c_avg,
            "am": self.am if math.isfinite(self.am) else None,
            "log10_am": self.log10_am,
            "k": self.k,
            "groups": self.groups,
            "smallest_group": self.smallest_group,
            "largest_group": self.largest_group,
            "suppressed_rows": self.suppressed_rows,
            "columns": {column.name: column.to_dict() for column in self.columns},
        }

    def _mean(self, costs: list[float]) -> float:
        weights = [column.weight for column in self.columns]
        total = sum(weights)
        return fsum(map(math.prod, zip(weights, costs, strict=True))) / total if total else 0.0


def measure_table(original: Table, published: Any, *, k: int | None = None) -> TableLoss:
    """Price the published quasi-identifiers of a table; the rows may come in any order.

    Group sizes are measured by k, by default the size of the smallest group. Cells that cannot come
    from the original are a SchemaError or a ParameterError.
    """
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
