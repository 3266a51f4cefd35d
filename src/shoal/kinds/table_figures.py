"""The figures of a report on a table; those of the original among them are rounded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import fsum
from typing import ClassVar

import numpy as np
import polars as pl

from shoal.data.range_labels import doubtful_labels
from shoal.data.table import Table
from shoal.data.table_notices import doubtful_columns
from shoal.loss.bars import Amount, by_size
from shoal.loss.distributions import Bar, distribution
from shoal.loss.public_cells import public_cells
from shoal.loss.table_loss import TableLoss


@dataclass(frozen=True)
class ColumnFigure:
    """A published column, as its cells and the hierarchy that was given tell it."""

    #: Of the column.
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
class Agreement:
    """A column that is published as it is, and how many groups have one value of it only."""

    name: str
    groups: int


@dataclass(frozen=True)
class TableFigures:
    """What a report shows of a table.

    All of it follows from the release and the hierarchies that were given, but for the shares
    before in the columns' bars.
    """

    #: The page of a report that draws them.
    page: ClassVar[str] = "table"

    group_sizes: tuple[Amount, ...]  # groups by number of rows
    columns: tuple[ColumnFigure, ...]  # the quasi-identifiers
    agreements: tuple[Agreement, ...]  # columns that are not recoded, such as sensitive ones
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
    names = [column.name for column in table.quasi_identifiers]
    sizes = np.repeat(*np.array(loss.group_sizes, dtype=np.int64).reshape(-1, 2).T)
    return TableFigures(
        group_sizes=tuple(by_size(sizes, loss.k)),
        columns=tuple(_column(table, name, data[name], loss.k) for name in names),
        agreements=_agreements(data, names),
        doubtful_columns=doubtful_columns(data.select(table.kept), data.select(names)),
        doubtful_labels=tuple(
            column.name
            for column in table.quasi_identifiers
            if column.whole_hierarchy and doubtful_labels(column.whole_hierarchy)
        ),
    )


def _column(table: Table, name: str, published: pl.Series, k: int) -> ColumnFigure:
    column, cells = table[name], public_cells(table[name], published)
    counts, rows = cells.counts, len(published)
    return ColumnFigure(
        name,
        column.weight,
        lm=fsum(counts * cells.lm()) / rows,
        unchanged=int(counts[(cells.sizes == 1) & ~cells.stars].sum()) / rows,
        suppressed=int(counts[cells.stars].sum()) / rows,
        # No bar is ever about a single row, not even of a release that publishes one.
        bars=distribution(column, cells, max(k, 2)) if table.persons is None else (),
    )


def _agreements(data: pl.DataFrame, qi: list[str]) -> tuple[Agreement, ...]:
    others = [name for name in data.columns if name not in qi]
    if not others:
        return ()
    distinct = data.group_by(qi).agg(pl.col(others).n_unique())
    return tuple(Agreement(name, int((distinct[name] == 1).sum())) for name in others)
