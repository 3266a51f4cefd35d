"""The figures of a report on a table; those of the original among them are rounded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import polars as pl

from shoal.data.cells import STAR
from shoal.data.columns import texts_of
from shoal.data.range_labels import doubtful_labels
from shoal.data.table import QuasiIdentifier, Table
from shoal.data.table_notices import doubtful_columns
from shoal.errors import Notice
from shoal.loss.distributions import Amount, Bar, PublicBins, by_size, public_bins
from shoal.loss.public_cells import public_cells
from shoal.loss.published_cells import Floats, PublishedCells
from shoal.loss.rounding import Rounded, rounded
from shoal.loss.tables import TableLoss, column_loss
from shoal.utility.table_use import (
    Association,
    BinnedColumn,
    association,
    by_chance,
    kept_columns,
    most_association,
    some_pairs,
)
from shoal.wording import counted

#: Columns that are drawn before and after, and compared in pairs, at once.
MOST_COLUMNS = 12


@dataclass(frozen=True)
class ColumnFigure:
    """A published column, as its cells and the hierarchy that was given tell it."""

    name: str
    weight: float
    lm: float  # mean cost of its cells by the loss metric, over the values that are public
    suppressed: float  # share of its cells that are ``*``
    #: How the values are spread before and after; before is not told where k counts persons, of
    #: whom one may have all rows of a bar.
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True)
class TableFigures:
    """What a report shows of a table: of the original only the rounded shares before."""

    #: The page of a report that draws them.
    page: ClassVar[str] = "table"

    group_sizes: tuple[Amount, ...]  # groups by number of rows
    columns: tuple[ColumnFigure, ...]  # the quasi-identifiers
    #: Groups with one value only, by column that is not recoded and has such groups.
    agreements: Mapping[str, int]
    #: Associations over the bars before and after; none where k counts persons.
    associations: tuple[Association, ...] = ()
    #: A sentence for each column that is published as it is and gives away too much.
    doubtful_columns: tuple[str, ...] = ()
    doubtful_labels: tuple[str, ...] = ()  # columns with labels that do not hold all their values

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
        agreements=_agreements(data, list(cells), table.sensitive),
        doubtful_columns=doubtful_columns(data.select(table.kept), data.select(list(cells))),
        doubtful_labels=tuple(
            column.name
            for column in table.quasi_identifiers
            if column.whole_hierarchy and doubtful_labels(column.whole_hierarchy)
        ),
    )
    return _with_use(figures, table, data, cells, loss.k)


def _column(column: QuasiIdentifier, cells: PublishedCells) -> ColumnFigure:
    loss = column_loss(cells)
    return ColumnFigure(column.name, column.weight, loss.lm, loss.suppressed / len(cells.of_row))


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
            after_only = table.persons is not None
            figure = replace(figure, bars=bins.bars(column, known, k, after_only=after_only))
        columns.append(figure)
    figures = replace(figures, columns=tuple(columns))
    if table.persons is not None:
        return figures
    recoded = len(binned)
    for column in kept_columns(table):
        known = public_cells(column, texts_of(data[column.name]))
        binned.append(_binned(column, known, public_bins(column, known, k)))
    pairs = []
    for one, other in some_pairs(binned, recoded, len(data)):
        before, after = one.counts_with(other)
        # What chance would show follows from the release here.
        strengths = _rounded_association(before, k), association(after), by_chance(after)
        pairs.append(Association((one.name, other.name), *strengths))
    return replace(figures, associations=tuple(pairs))


def _binned(column: QuasiIdentifier, cells: PublishedCells, bins: PublicBins) -> BinnedColumn:
    shares = cells.shares(bins.public, len(bins.labels))
    asked = np.arange(len(bins.labels)) != bins.other
    return BinnedColumn(column.name, bins.original[column.codes], cells.of_row, shares, asked)


def _rounded_association(joint: Floats, k: int) -> Rounded:
    """Return an association of the original; one value moves it by 3 rows of the most there are."""
    rows = most_association(joint) * float(joint.sum())
    least = 4 / max(rows, 1.0)
    return rounded(association(joint), least, shown_from=min(k / max(rows, 1.0), 1.0))


def _agreements(data: pl.DataFrame, qi: list[str], sensitive: Sequence[str]) -> dict[str, int]:
    stars = pl.all_horizontal(pl.col(*qi, *sensitive).cast(pl.String) == STAR)
    data = data.filter(~stars.fill_null(False)) if sensitive else data
    distinct = data.group_by(qi).agg(pl.exclude(qi).n_unique())
    same = {name: int((distinct[name] == 1).sum()) for name in data.columns if name not in qi}
    return {name: groups for name, groups in same.items() if groups}


def judged_together(table: Table, data: pl.DataFrame) -> tuple[Notice, ...]:
    """Return a notice of what a model about a combination of columns does not protect."""
    if not table.together or len(table.sensitive) < 2:
        return ()
    qi = [column.name for column in table.quasi_identifiers]
    found = _agreements(data, qi, table.sensitive)
    same = [f"{name!r} in {counted(found.get(name, 0), 'group')}" for name in table.sensitive]
    text = (
        "the combination of the sensitive columns is protected, and none of them alone: all rows "
        f"of a group have the same {', '.join(same)}"
    )
    return (Notice(text, code="sensitive-together"),)
