"""The pieces of a page. Every text is plain and is escaped here, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from shoal.report.svg import waiting

if TYPE_CHECKING:
    from shoal.report.charts import Drawing


def text(words: str) -> str:
    """Return words as HTML; what stands between backquotes is set as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(words))


def paragraphs(*each: str) -> str:
    """Return paragraphs; empty ones are left out."""
    return "".join(f"<p>{text(words)}</p>\n" for words in each if words)


def points(each: Iterable[tuple[str, str]]) -> str:
    """Return a list of points, each with a few words that say what it is about."""
    items = "".join(
        f"<li><strong>{text(title)}</strong> {text(words)}</li>\n" for title, words in each
    )
    return f"<ul>\n{items}</ul>\n"


def tiles(facts: Mapping[str, str]) -> str:
    """Return a few figures in large type, each with what it is."""
    each = "".join(
        f"<div><dd>{text(value)}</dd><dt>{text(name)}</dt></div>\n" for name, value in facts.items()
    )
    return f'<dl class="tiles">\n{each}</dl>\n'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], name: str = "table") -> str:
    """Return a table that scrolls by itself where the screen is narrow; the first column names."""
    top = "".join(f'<th scope="col">{text(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{text(row[0])}</th>'
        + "".join(f"<td>{text(cell)}</td>" for cell in row[1:])
        + "</tr>\n"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}"><table>\n'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def figure(name: str, drawing: Drawing, title: str, words: str) -> str:
    """Return a drawing under its title, with what to see in it; its name is unique on the page."""
    return (
        f'<figure><h3 id="{name}-title">{text(title)}</h3>\n'
        f"{waiting(drawing.chart, name)}\n"
        + (f"<figcaption>{text(words)}</figcaption>\n" if words else "")
        + "<details><summary>The numbers</summary>"
        f"{table(drawing.head, drawing.rows, title)}</details></figure>\n"
    )


def figures(drawn: str) -> str:
    """Return drawings side by side where there is room."""
    return f'<div class="figures">\n{drawn}</div>\n' if drawn else ""
