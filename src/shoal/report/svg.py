"""Drawings for a page: no address, no script, few digits, colours that the page's style can set."""

from __future__ import annotations

import re
from typing import Any

#: Colours of the light theme as they stand in a drawing; the style sheet maps each to a variable.
AFTER, BEFORE, TEXT, AXIS, GRID, QUIET = (
    *("#1f6f8b", "#c77c1e"),
    *("#37424a", "#98a4ad", "#e2e7ea", "#b9c6ce"),
)

#: As wide as a phone can show without making letters small; two stand side by side on a desk.
WIDTH = 440
FONT = "system-ui, sans-serif"

_CONFIG: dict[str, Any] = {
    "background": "transparent",
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "domainColor": AXIS,
        "tickColor": AXIS,
        "gridColor": GRID,
        "labelColor": TEXT,
        "titleColor": TEXT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "labelLimit": 150,
    },
    "legend": {
        "orient": "top",
        "title": None,
        "labelColor": TEXT,
        "labelFontSize": 12,
        "symbolType": "square",
        "offset": 6,
        "labelLimit": 300,
    },
    "bar": {"color": AFTER},
}


def to_svg(chart: Any, name: str) -> str:
    """Return a chart as an element of a page.

    Parameters
    ----------
    chart
        An Altair chart.
    name
        What is unique on the page; names inside the drawing begin with it.
    """
    import vl_convert

    spec = chart.to_dict()
    spec["config"] = _CONFIG
    return tidy(vl_convert.vegalite_to_svg(spec), name)


def tidy(svg: str, name: str) -> str:
    """Return a drawing without addresses and needless digits, its inner names made unique.

    Examples
    --------
    >>> tidy('<svg xmlns="http://a.org" version="1.1"><path id="c" d="M0.123456,7"/></svg>', "x")
    '<svg><path id="x-c" d="M0.12,7"/></svg>'
    """
    svg = re.sub(r'\s(?:xmlns(?::\w+)?|version)="[^"]*"', "", svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r"url\(#", f"url(#{name}-", svg)
    # Digits of places only: texts stand between tags, not within them.
    return re.sub(
        r'\b(d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"',
        lambda match: re.sub(r"(\d+\.\d{2})\d+", r"\1", match[0]),
        svg,
    )
