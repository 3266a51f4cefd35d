"""Drawings for a page: no address, no script, few digits, colours that the page's style can set."""

from __future__ import annotations

import re
from typing import Any

#: Colours of the light theme as they stand in a drawing; the style sheet maps each to a variable.
AFTER, BEFORE, TEXT = "#1f6f8b", "#c77c1e", "#37424a"
AXIS, GRID, QUIET = "#98a4ad", "#e2e7ea", "#b9c6ce"

#: As wide as a phone can show without making letters small; two stand side by side on a desk.
WIDTH = 440

_CONFIG: dict[str, Any] = {
    "background": "transparent",
    # Letters may be wider on the reader's machine than where the drawing was made.
    "padding": {"left": 16, "right": 14, "top": 4, "bottom": 4},
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
        "labelPadding": 5,
    },
    "legend": {
        "orient": "top",
        "title": None,
        "labelColor": TEXT,
        "labelFontSize": 12,
        "symbolType": "square",
        "offset": 6,
        "columnPadding": 16,
        "labelLimit": 300,
    },
    "bar": {"color": AFTER},
}

#: What a drawing can do without: addresses, what each bar says in words, what is so by default.
_NEEDLESS = re.compile(
    r'\s(?:xmlns(?::\w+)?|version|class|role|aria-[a-z]+|pointer-events|font-family)="[^"]*"'
    r'|\s(?:opacity|stroke-width)="1"|\sfont-weight="normal"'
)
_NOTHING = re.compile(r'<path d="(?:M0,0h0v0h0Z)?"(?: display="none")?/>')


def to_svg(chart: Any, name: str) -> str:
    """Return an Altair chart as an element of a page; names inside begin with its name."""
    import vl_convert

    spec = chart.to_dict()
    spec["config"] = _CONFIG
    return tidy(vl_convert.vegalite_to_svg(spec), name)


def tidy(svg: str, name: str) -> str:
    """Return a drawing without addresses, figures in words and needless digits.

    A page has its own words for those who cannot see a drawing: it is one picture with one title.
    """
    svg = _NOTHING.sub("", _NEEDLESS.sub("", svg))
    # Names are numbered through the whole process; a page must not depend on what was drawn before.
    seen = list(dict.fromkeys(re.findall(r'\bid="[a-z_]+(\d+)"', svg)))
    for new, number in enumerate(seen, 1):
        svg = re.sub(rf'((?:\bid="|url\(#)[a-z_]+){number}\b', rf"\g<1>-{new}", svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r"url\(#", f"url(#{name}-", svg)
    # Digits of places only: texts stand between tags, not within them.
    svg = re.sub(
        r'\b(d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"',
        lambda match: re.sub(r"(\d+\.\d{2})\d+", r"\1", match[0]),
        svg,
    )
    return svg.replace("<svg", f'<svg role="img" aria-labelledby="{name}-title"', 1)
