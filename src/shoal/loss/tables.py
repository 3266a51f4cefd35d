"""The loss of a published table in the papers' measures, from original and published cells."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from math import fsum
from typing import Any

import numpy as np
import polars as pl

from shoal.data.cells import MISSING
from shoal.data.columns import texts_of
from shoal.data.node_costs import MEASURES
from shoal.data.table import Table
from shoal.errors import ParameterError, SchemaError
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns
from shoal.loss.baskets import check_row_count
from shoal.loss.published_cells import Floats, Integers, PublishedCells
from shoal.wording import no_column


@dataclass(frozen=True)
class ColumnLoss:
    """What one published column costs."""

    name: str  # the column
    #: Mean cost of its cells by the loss metric, and by the normalized certainty penalty: 0 all
    #: published as they were, 1 all ``*``.
    lm: float
    ncp: float
    #: Mean entropy of the value that a cell may stand for, in bits; the same with no label above
    #: that has less; and the mean level of a cell, as a share of the hierarchy's. The last two are
    #: None where ranges or sets are published.
    entropy: float
    monotone_entropy: float | None
    tree: float | None
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
    #: The column that is to be predicted, and the share of rows that are suppressed or of another
    #: class than most of their group (CM); None without one.
    class_column: str | None = None
    cm: float | None = None
    minimized: str = field(default="lm", compare=False)  # what the search minimized

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
    def entropy(self) -> float:
        """Mean entropy of the value that a cell may stand for, in bits, weighted by column."""
        return self._mean([column.entropy for column in self.columns])

    @property
    def monotone_entropy(self) -> float | None:
        """The same, where no label has more than one above it; None with ranges or sets."""
        return self._mean_of_labels([column.monotone_entropy for column in self.columns])

    @property
    def tree(self) -> float | None:
        """Mean level of a cell as a share of its hierarchy's; None with ranges or sets."""
        return self._mean_of_labels([column.tree for column in self.columns])

    @property
    def of_search(self) -> float:
        """The loss in the measure that the search minimized."""
        return float(getattr(self, MEASURES[self.minimized].loss))

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
            "entropy": self.entropy,
            "monotone_entropy": self.monotone_entropy,
            "tree": self.tree,
            "dm": self.dm,
            "c_avg": self.c_avg,
            "am": self.am if math.isfinite(self.am) else None,
            "log10_am": self.log10_am,
            "cm": self.cm,
            "class": self.class_column,
            "k": self.k,
            "groups": self.groups,
            "smallest_group": self.smallest_group,
            "largest_group": self.largest_group,
            "suppressed_rows": self.suppressed_rows,
            "columns": {column.name: column.to_dict() for column in self.columns},
        }

    def _mean_of_labels(self, costs: list[float | None]) -> float | None:
        known = [cost for cost in costs if cost is not None]
        return self._mean(known) if len(known) == len(costs) else None

    def _mean(self, costs: list[float]) -> float:
        weights = [column.weight for column in self.columns]
        total = sum(weights)
        return fsum(map(math.prod, zip(weights, costs, strict=True))) / total if total else 0.0


def measure_table(original: Table, published: Any, *, k: int | None = None) -> TableLoss:
    """Price the published quasi-identifiers of a table; the rows may come in any order.

    Group sizes are measured by k, by default the size of the smallest group. The class is that of
    the release. Cells that cannot come from the original are a SchemaError or a ParameterError.
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
        class_column=original.class_column,
        cm=_misclassified(original, published, columns),
        minimized=original.minimize,
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
            cells.append(PublishedCells.of(column, _published(frame, column.name)))
    return cells


def _published(frame: pl.DataFrame, name: str) -> pl.Series:
    if name not in frame.columns:
        raise SchemaError(f"the release: {no_column(name, frame.columns)}")
    return texts_of(frame[name])


def _groups(columns: list[PublishedCells]) -> tuple[Integers, list[Integers]]:
    """Return how many rows are alike in each group, and its cell of each column."""
    cells = pl.DataFrame({str(at): cells.of_row for at, cells in enumerate(columns)})
    # In one order whatever that of the rows, so that sums are the same to the last digit.
    groups = cells.group_by(cells.columns).agg(pl.len().alias("rows")).sort(cells.columns)
    sizes, *of_columns = (groups[name].to_numpy() for name in ("rows", *cells.columns))
    return sizes, of_columns


def _misclassified(original: Table, published: Any, columns: list[PublishedCells]) -> float | None:
    """Return the share of rows that are suppressed or not of the largest class in their group."""
    if original.class_column is None:
        return None
    frame = read_columns(published, [original.class_column])
    with naming_file(published):
        classes = _published(frame, original.class_column).fill_null(MISSING)
    cells = {str(at): cells.of_row for at, cells in enumerate(columns)}
    told = ~np.logical_and.reduce([cells.stars[cells.of_row] for cells in columns])
    rows = pl.DataFrame({**cells, "class": classes}).filter(told)
    alike = rows.group_by(rows.columns).len().group_by(list(cells)).agg(pl.col("len").max())
    return (len(original) - int(alike["len"].sum())) / max(len(original), 1)


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

    def mean(costs: Floats) -> float:
        return fsum(counts * costs) / rows  # rounded once, so the same on every processor

    return ColumnLoss(
        name=column.name,
        lm=mean(cells.lm()),
        ncp=mean(cells.ncp()),
        entropy=mean(cells.entropy()),
        monotone_entropy=_known(mean(cells.monotone_entropy())),
        tree=_known(mean(cells.tree())),
        weight=column.weight,
        unchanged=int(counts[(cells.sizes == 1) & ~cells.stars].sum()),
        suppressed=int(counts[cells.stars].sum()),
    )


def _known(mean: float) -> float | None:
    return None if math.isnan(mean) else mean
