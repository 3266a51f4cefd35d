"""The drawings of a report on a table, in reading order."""

from __future__ import annotations

from typing import Any

from shoal.privacy.publishable import Amount, least_told
from shoal.release import Release
from shoal.report import charts
from shoal.report.curves import curve_of
from shoal.report.html import figure


def drawings_of_table(release: Release) -> list[str]:
    """Return a drawing of each figure that tells something."""
    k, loss, shown = release.model.k, release.loss, release.figures
    losses = [Amount(column.name, least_told(column.lm, loss.rows, k)) for column in loss.columns]
    return [
        *curve_of(release, title="loss (LM)", form="~g"),
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


def not_drawn(shown: Any) -> list[str]:
    """Return the columns of whose values a single bar is left, which tells nothing."""
    return [column.name for column in shown.distributions if len(column.bars) < 2]


def _with_bars(shown: Any) -> list[Any]:
    return [column for column in shown.distributions if len(column.bars) > 1]


def _spread(number: int, column: Any) -> str:
    return figure(
        f"column{number}",
        charts.distribution(column.bars),
        f"{column.name}, before and after",
        ""
        if number
        else "A published cell that may be several values counts evenly for each. "
        "Values in too few rows are merged. The same holds for the other columns.",
    )
