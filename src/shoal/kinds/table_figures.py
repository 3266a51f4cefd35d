"""The figures of a report on a table; those of the original among them are rounded."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar

import numpy as np
import polars as pl

from shoal.data.columns import texts_of
from shoal.data.range_labels import doubtful_labels
from shoal.data.table import QuasiIdentifier, Table
from shoal.data.table_notices import doubtful_columns
from shoal.loss.distributions import OTHER, Amount, Bar, PublicBins, by_size, public_bins
from shoal.loss.public_cells import public_cells
from shoal.loss.published_cells import Floats, PublishedCells
from shoal.loss.rounding import Rounded, rounded
from shoal.loss.tables import TableLoss, column_loss
from shoal.utility.are import error_of_shown
from shoal.utility.table_use import (
    Association,
    AssociationsKept,
    BinnedColumn,
    association,
    by_chance,
    kept_columns,
    most_association,
)

#: Columns that are drawn before and after, and compared in pairs, at once.
MOST_COLUMNS = 12


@dataclass(frozen=True)
class ColumnFigure:
    """A published column, as its cells and the hierarchy that was given tell it."""

    name: str
    weight: float
    lm: float  # mean cost of its cells by the loss metric, over the values that are public
    #: Share of the cells that are a single value, and ``*``.
    unchanged: float
    suppressed: float
    #: How the values are spread before and after. None are shown where k counts persons: a bar of
    #: k rows could be about one of them.
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True)
class TableFigures:
    """What a report shows of a table: of the original only the rounded shares before."""

    #: The page of a report that draws them.
    page: ClassVar[str] = "table"

    group_sizes: tuple[Amount, ...]  # groups by number of rows
    columns: tuple[ColumnFigure, ...]  # the quasi-identifiers
    agreements: Mapping[str, int]  # groups with one value only, by column that is not recoded
    #: What is left of associations; nothing is shown where k counts persons.
    pairs: AssociationsKept = field(default_factory=lambda: AssociationsKept(()))
    #: A sentence for each column that is published as it is and gives away too much.
    doubtful_columns: tuple[str, ...] = ()
    doubtful_labels: tuple[str, ...] = ()  # columns with labels that do not hold all their values

    @property
    def are(self) -> float | None:
        """Mean relative error of the counts that are shown, of all columns."""
        bars = [bar for column in self.columns for bar in column.bars if bar.label != OTHER]
        return error_of_shown([(bar.before, bar.after) for bar in bars], 1.0)

    @property
    def lm(self) -> float:
        """Mean cost of a cell by the loss metric, weighted by column."""
        total = math.fsum(column.weight for column in self.columns)
        return math.fsum(column.weight * column.lm for column in self.columns) / total


def table_figures(table: Table, data: pl.DataFrame, loss: TableLoss) -> TableFigures:
    """Return the figures of a released table."""
    cells = {
        column.name: public_cells(column, data[column.name]) for column in table.quasi_identifiers
    }
    sizes = np.repeat(*np.array(loss.group_sizes, dtype=np.int64).reshape(-1, 2).T)
    figures = TableFigures(
        group_sizes=tuple(by_size(sizes, loss.k)),
        columns=tuple(_column(table[name], some) for name, some in cells.items()),
        agreements=_agreements(data, list(cells)),
        doubtful_columns=doubtful_columns(data.select(table.kept), data.select(list(cells))),
        doubtful_labels=tuple(
            column.name
            for column in table.quasi_identifiers
            if column.whole_hierarchy and doubtful_labels(column.whole_hierarchy)
        ),
    )
    # Of persons, a bar of k rows could be about one of them.
    return figures if table.persons is not None else _with_use(figures, table, data, cells, loss.k)


def _column(column: QuasiIdentifier, cells: PublishedCells) -> ColumnFigure:
    loss, rows = column_loss(cells), len(cells.of_row)
    shares = loss.unchanged / rows, loss.suppressed / rows
    return ColumnFigure(column.name, column.weight, loss.lm, *shares)


def _with_use(
    figures: TableFigures,
    table: Table,
    data: pl.DataFrame,
    cells: dict[str, PublishedCells],
    k: int,
) -> TableFigures:
    """Add what is left for an analyst, of the columns that lost most if there are many."""
    k = max(k, 2)  # no bar is ever about a single row, not even of a release that publishes one
    worst = sorted(figures.columns, key=lambda one: -one.lm)[:MOST_COLUMNS]
    columns, binned = [], []
    for figure in figures.columns:
        if figure in worst:
            column, known = table[figure.name], cells[figure.name]
            bins = public_bins(column, known, k)
            binned.append(_binned(column, known, bins))
            figure = replace(figure, bars=bins.bars(column, known, k))
        columns.append(figure)
    for column in kept_columns(table):
        known = public_cells(column, texts_of(data[column.name]))
        binned.append(_binned(column, known, public_bins(column, known, k)))
    pairs = []
    for one, other in combinations(binned, 2):
        before, after = one.counts_with(other)
        # What chance would show follows from the release here.
        strengths = _rounded_association(before, k), association(after), by_chance(after)
        pairs.append(Association((one.name, other.name), *strengths))
    return replace(figures, columns=tuple(columns), pairs=AssociationsKept(tuple(pairs)))


def _binned(column: QuasiIdentifier, cells: PublishedCells, bins: PublicBins) -> BinnedColumn:
    shares = cells.shares(bins.public, len(bins.labels))
    asked = np.arange(len(bins.labels)) != bins.other
    return BinnedColumn(column.name, bins.original[column.codes], cells.of_row, shares, asked)


def _rounded_association(joint: Floats, k: int) -> Rounded:
    """Return an association of the original; one value moves it by 3 rows of the most there are."""
    rows = most_association(joint) * float(joint.sum())
    least = 4 / max(rows, 1.0)
    return rounded(association(joint), least, shown_from=min(k / max(rows, 1.0), 1.0))


def _agreements(data: pl.DataFrame, qi: list[str]) -> dict[str, int]:
    distinct = data.group_by(qi).agg(pl.exclude(qi).n_unique())
    return {name: int((distinct[name] == 1).sum()) for name in data.columns if name not in qi}
