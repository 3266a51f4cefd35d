"""Small multiples of lines, as SVG and CSV: a panel for each figure of a paper."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt

Row = dict[str, Any]

#: Colours that stay apart for colour-blind readers (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c564b")


@dataclass(frozen=True)
class Panel:
    """A figure: one line for each series of its rows."""

    title: str
    rows: Sequence[Row]
    x: str
    y: str
    x_title: str
    y_title: str
    series: str = "method"
    log: bool = False


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """Write rows as CSV; rows of other figures may have other columns."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_rows(path: Path) -> list[Row]:
    """Return rows that were written before, without empty cells; none if there is no file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            {name: _value(cell) for name, cell in row.items() if cell}
            for row in csv.DictReader(file)
        ]


def _value(cell: str) -> str | float:
    try:
        number = float(cell)
    except ValueError:
        return cell
    return int(number) if number.is_integer() and "." not in cell else number


def draw(panels: Sequence[Panel], path: Path, columns: int = 3) -> None:
    """Write panels side by side, in one SVG."""
    order = list(dict.fromkeys(row[panel.series] for panel in panels for row in panel.rows))
    chart = alt.concat(*(_chart(panel, order) for panel in panels), columns=columns, spacing=28)
    chart = chart.configure_view(stroke=None)
    chart.configure_axis(gridColor="#e5e5e5", domainColor="#888888").save(path)


def _chart(panel: Panel, order: list[str]) -> alt.LayerChart:
    names = (panel.x, panel.y, panel.series)
    values = [
        {name: row[name] for name in names} for row in panel.rows if row.get(panel.y) is not None
    ]
    places = sorted({row[panel.x] for row in values})
    scale = alt.Scale(type="log") if panel.log else alt.Scale(zero=True)
    base = alt.Chart(alt.Data(values=values), width=250, height=170, title=panel.title).encode(
        alt.X(f"{panel.x}:Q", title=panel.x_title)
        .scale(type="log" if panel.x == "k" else "linear", zero=False, nice=False)
        .axis(values=places, grid=False, format="~s", labelOverlap=False, labelBound=False),
        alt.Y(f"{panel.y}:Q", title=panel.y_title, scale=scale),
        alt.Color(
            f"{panel.series}:N",
            title=None,
            scale=alt.Scale(
                domain=order, range=[COLOURS[at % len(COLOURS)] for at in range(len(order))]
            ),
        ),
    )
    return base.mark_line() + base.mark_point(filled=True, size=35, opacity=1)
