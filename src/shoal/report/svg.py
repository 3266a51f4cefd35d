"""Drawings for a page: no address, no script, few digits, colours that the page's style can set."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from typing import Any

#: Colours of the light theme as they stand in a drawing; the style sheet maps each to a variable.
AFTER, BEFORE, TEXT = "#1f6f8b", "#c77c1e", "#37424a"
AXIS, GRID = "#98a4ad", "#e2e7ea"

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
        "labelLimit": 150,
    },
    "legend": {
        "orient": "top",
        "title": None,
        "labelColor": TEXT,
        "labelFontSize": 12,
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

#: Stands for a drawing in a page until all are drawn: its name, and what to draw.
_WAITING = re.compile(r"<!--drawing ([\w-]+) ([\w+/=]*)-->")

#: Control characters, halves of pairs and what is no character: no drawing and no page has them.
_NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_DRAW = """
import json, sys, vl_convert
print(json.dumps([vl_convert.vegalite_to_svg(spec) for spec in json.load(sys.stdin)]))
"""

NOT_DRAWN = "<p>This could not be drawn.</p>"


def clean(text: str) -> str:
    """Return a text in which every character can be shown."""
    return _NO_TEXT.sub("\ufffd", text)


def waiting(chart: Any, name: str) -> str:
    """Return what stands for an Altair chart until :func:`drawn` draws it; its name is unique."""
    spec = json.dumps({**chart.to_dict(), "config": _CONFIG})
    return f"<!--drawing {name} {b64encode(spec.encode()).decode()}-->"


def drawn(page: str) -> str:
    """Draw what waits in a page, in another process: if that dies, a drawing is missing."""
    specs = {name: json.loads(b64decode(spec)) for name, spec in _WAITING.findall(page)}
    svgs = _draw(list(specs.values())) or [(_draw([spec]) or [""])[0] for spec in specs.values()]
    drawings = zip(specs, svgs, strict=True)
    by_name = {name: _tidy(svg, name) if svg else NOT_DRAWN for name, svg in drawings}
    return _WAITING.sub(lambda found: by_name[found[1]], page)


def _draw(specs: list[Any]) -> list[str]:
    if not specs:
        return []
    command = [sys.executable, "-c", _DRAW]
    done = subprocess.run(command, input=json.dumps(specs), capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else []


def _tidy(svg: str, name: str) -> str:
    """Return a drawing without addresses, figures in words and needless digits: one picture."""
    svg = _NOTHING.sub("", _NEEDLESS.sub("", svg))
    # Names are numbered through the whole process; a page must not depend on what was drawn before.
    seen = list(dict.fromkeys(re.findall(r'\bid="[a-z_]+(\d+)"', svg)))
    for new, number in enumerate(seen, 1):
        svg = re.sub(rf'((?:\bid="|url\(#)[a-z_]+){number}\b', rf"\g<1>-{new}", svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-")
    # Digits of places only: texts stand between tags, not within them.
    svg = re.sub(
        r'\b(d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"',
        lambda match: re.sub(r"(\d+\.\d{2})\d+", r"\1", match[0]),
        svg,
    )
    return svg.replace("<svg", f'<svg role="img" aria-labelledby="{name}-title"', 1)
