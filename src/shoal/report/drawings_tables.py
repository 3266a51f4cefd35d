"""The drawings of a report on a table, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.report import charts, words
from shoal.report.figures_tables import ColumnFigure, TableFigures
from shoal.report.html import figure
from shoal.privacy.publishable import Amount, least_told

if TYPE_CHECKING:
    from shoal.release.table_release import TableRelease


def drawings_of_table(release: TableRelease, shown: TableFigures) -> list[str]:
    """Return a drawing of each figure that tells something."""
    k, loss = release.model.k, release.loss
    losses = [Amount(column.name, least_told(column.lm, loss.rows, k)) for column in loss.columns]
    return [
        *([_curve(shown, k)] if shown.curve else []),
        figure(
            "columns",
            charts.columns(losses),
            "Loss by column",
            "How coarse each column has become, on average.",
        ),
        figure(
            "groups",
            charts.amounts(shown.group_sizes, across="rows in a group", up="groups", percent=False),
            "Group sizes",
            f"Rows that agree in all quasi-identifiers. Every group has at least {k:,} rows.",
        ),
        *(_spread(number, column) for number, column in enumerate(_with_bars(shown))),
    ]


def not_drawn(shown: TableFigures) -> list[str]:
    """Return the columns of whose values a single bar is left, which tells nothing."""
    return [column.name for column in shown.distributions if len(column.bars) < 2]


def _with_bars(shown: TableFigures) -> list[ColumnFigure]:
    return [column for column in shown.distributions if len(column.bars) > 1]


def _curve(shown: TableFigures, k: int) -> str:
    return figure(
        "curve",
        charts.curve(shown.curve, title="loss (LM)", form="~g"),
        "The loss at several k",
        words.only_largest(k),
    )


def _spread(number: int, column: ColumnFigure) -> str:
    return figure(
        f"column{number}",
        charts.distribution(column.bars),
        f"{column.name}, before and after",
        ""
        if number
        else "A published cell that may be several values counts evenly for each. "
        "Values in too few rows are merged. The same holds for the other columns.",
    )
