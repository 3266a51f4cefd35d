"""The experiments of ``rbat.py`` as small multiples: a row for each, time and ARE in all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt

#: What is varied, in words, and what the last panel of its row shows.
ROWS = {
    "size": ("size of the data |D|, in multiples of 1X", ("gib", "peak memory, GiB")),
    "alpha": ("alpha", ("skewness", "split skewness")),
    "items": ("items |I|", ("sets", "published sets")),
    "gamma": ("gamma", ("skewness", "split skewness")),
    "rules": ("number of rules", ("sets", "published sets")),
}

#: Values that are powers, or "full", and so stand at even distances.
BY_NAME = ("alpha", "gamma")

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Write one SVG of all experiments that were run."""
    charts = []
    for experiment, (title, last) in ROWS.items():
        # What an |I| of 50 % means differs by data, so that axis counts items.
        place = "items" if experiment == "items" else "x"
        points = [{**row, "place": row[place]} for row in rows if row["experiment"] == experiment]
        if not points:
            continue
        panels = [
            # Processor time: wall time says more about what else the machine does.
            panel(points, experiment, title, "cpu_seconds", "CPU seconds", BLUE),
            panel(points, experiment, title, "are", "ARE, random queries", ORANGE),
            panel(points, experiment, title, "are_of_rows", "ARE, queries from rows", ORANGE),
            panel(points, experiment, title, *last, GREEN),
        ]
        charts.append(alt.hconcat(*panels, spacing=36))
    chart = alt.vconcat(*charts, spacing=24).configure_view(stroke=None)
    chart.configure_axis(gridColor="#e5e5e5", domainColor="#888888").save(path)


def panel(
    points: list[dict[str, Any]], experiment: str, title: str, name: str, label: str, colour: str
) -> alt.LayerChart:
    """Return one line with its points.

    The vertical axis starts at 0, so that shapes are honest; that of the skewness has powers of
    ten, or one value would hide all others.
    """
    places = [point["place"] for point in points]
    if experiment in BY_NAME:
        places = [str(place) for place in places]
        across = alt.X("place:O", sort=places, axis=alt.Axis(labelAngle=0))
    else:
        axis = alt.Axis(values=places, grid=False, format=",.4~g" if max(places) < 10 else ",~d")
        across = alt.X("place:Q", scale=alt.Scale(zero=True, nice=False), axis=axis)
    values = [
        {"place": place, name: point[name]} for place, point in zip(places, points, strict=True)
    ]
    scale = alt.Scale(type="log") if name == "skewness" else alt.Scale(zero=True)
    up = alt.Y(f"{name}:Q", scale=scale, axis=alt.Axis(tickCount=5, minExtent=32, format=",~f"))
    base = alt.Chart(alt.Data(values=values), width=210, height=130).encode(
        across.title(title), up.title(label)
    )
    dots = base.mark_point(color=colour, filled=True, size=45, opacity=1)
    return base.mark_line(color=colour) + dots
