"""The figures of a report on a table, counted while the original is at hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from shoal.data.kept_columns import doubtful_columns
from shoal.data.range_labels import doubtful_labels
from shoal.data.table import Table, columns_of
from shoal.loss.distributions import OTHER, Bar
from shoal.loss.table_loss import TableLoss
from shoal.privacy.publishable import Amount, by_size

#: Bars of a column at most; the smallest of more are drawn as one.
MOST_BARS = 16


@dataclass(frozen=True)
class ColumnFigure:
    """How the values of a column are spread before and after."""

    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Agreement:
    """A column that is published as it is, and how many groups have one value of it only."""

    name: str
    groups: int


@dataclass(frozen=True)
class TableFigures:
    """What a report shows of a table; no figure tells about fewer than k rows.

    Parameters
    ----------
    group_sizes
        Groups by number of rows.
    distributions
        The columns' values before and after. None is shown where k counts persons: a bar of k
        rows could be about one of them.
    agreements
        Columns that are not recoded, such as sensitive ones.
    doubtful_columns
        A sentence for each column that is published as it is and gives away too much.
    doubtful_labels
        Columns with labels that do not hold all their values.
    """

    #: The page of a report that draws them.
    page: ClassVar[str] = "table"

    group_sizes: tuple[Amount, ...]
    distributions: tuple[ColumnFigure, ...]
    agreements: tuple[Agreement, ...]
    doubtful_columns: tuple[str, ...] = ()
    doubtful_labels: tuple[str, ...] = ()


def table_figures(table: Table, data: pl.DataFrame, loss: TableLoss) -> TableFigures:
    """Return the figures of a released table."""
    names = [column.name for column in table.quasi_identifiers]
    sizes = np.repeat(*np.array(loss.group_sizes, dtype=np.int64).reshape(-1, 2).T)
    spread = zip(table.quasi_identifiers, loss.columns, strict=True)
    return TableFigures(
        group_sizes=tuple(by_size(sizes, loss.k)),
        distributions=()
        if table.persons is not None
        else tuple(
            ColumnFigure(column.name, _few(cost.bars, ordered=column.positions is not None))
            for column, cost in spread
        ),
        agreements=_agreements(data, names),
        doubtful_columns=doubtful_columns(
            table.others.select(table.kept), columns_of(table.quasi_identifiers)
        ),
        doubtful_labels=tuple(
            column.name
            for column in table.quasi_identifiers
            if column.given_hierarchy and doubtful_labels(column.hierarchy)
        ),
    )


def _few(bars: Sequence[Bar], *, ordered: bool) -> tuple[Bar, ...]:
    """Return bars of which not too many are drawn; bars of numbers are few anyway."""
    if ordered:
        return tuple(bars)
    largest = sorted((bar for bar in bars if bar.label != OTHER), key=lambda bar: -bar.before)
    if len(bars) <= MOST_BARS:
        return (*largest, *(bar for bar in bars if bar.label == OTHER))
    shown = largest[: MOST_BARS - 1]
    rest = [bar for bar in bars if bar not in shown]
    other = Bar(OTHER, sum(bar.before for bar in rest), math.fsum(bar.after for bar in rest))
    return (*shown, other)


def _agreements(data: pl.DataFrame, qi: list[str]) -> tuple[Agreement, ...]:
    others = [name for name in data.columns if name not in qi]
    if not others:
        return ()
    distinct = data.group_by(qi).agg(pl.col(others).n_unique())
    return tuple(Agreement(name, int((distinct[name] == 1).sum())) for name in others)
