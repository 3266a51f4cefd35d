"""The drawings of a report, each made from figures that may be published, and their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import altair as alt

from shoal.loss.distributions import Bar
from shoal.privacy.publishable import Amount, Item
from shoal.release import CurvePoint
from shoal.report import words
from shoal.report.svg import AFTER, BEFORE, QUIET, TEXT, WIDTH

HEIGHT = 230

#: How wide a digit above a bar is, and the room that all bars have together.
DIGIT, ROOM = 7, 350

#: A bar lower than this share of the highest is hardly seen.
LOW = 0.1

#: Height of a line of horizontal bars, and of what stands above and below them.
LINE, FRAME = 26, 70

#: Longer names would leave no room for their bars.
_SHORT = "length(datum.value) > 22 ? slice(datum.value, 0, 21) + '\u2026' : datum.value"

_FIT = alt.AutoSizeParams(type="fit", contains="padding")
_LEVEL = alt.Axis(labelAngle=0, ticks=False, labelOverlap="greedy")


class Drawing(NamedTuple):
    """A drawing, and its numbers as a table for those who cannot see it or want to copy them.

    Parameters
    ----------
    chart
        An Altair chart.
    head, rows
        The table; no rows where numbers would tell nothing.
    """

    chart: Any
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def amounts(bars: Sequence[Amount], *, across: str, up: str, percent: bool) -> Drawing:
    """Draw upright bars, as many as there are labels; numbers stand above those that count rows."""
    numbers = [""] * len(bars) if percent else _numbers_above(bars)
    values = [
        {"label": bar.label, "amount": bar.amount, "number": number}
        for bar, number in zip(bars, numbers, strict=True)
    ]
    # Long labels would meet where there are many.
    angle = -40 if sum(len(bar.label) + 2 for bar in bars) > 44 else 0
    axis = alt.Axis(labelAngle=angle, ticks=False)
    amount_axis = alt.Axis(
        format="%" if percent else ",~d", tickCount=5, tickMinStep=0 if percent else 1
    )
    scale = alt.Scale(domain=[0, 1]) if percent else alt.Scale()
    base = alt.Chart({"values": values}).encode(
        x=alt.X("label:N", sort=None, title=across, axis=axis),
        y=alt.Y("amount:Q", title=up, axis=amount_axis, scale=scale),
    )
    texts = base.mark_text(dy=-7, color=TEXT, fontSize=11).encode(text="number:N")
    shown = texts.transform_filter("datum.number !== ''")
    rows = tuple((bar.label, _written(bar.amount, "%" if percent else ",~d")) for bar in bars)
    return Drawing(_sized(base.mark_bar(cornerRadiusEnd=2) + shown, HEIGHT), (across, up), rows)


def items(lost: Sequence[Item]) -> Drawing:
    """Draw the rows that have each item before and after."""
    values = [
        {"item": item.name, "rows": rows, "when": when}
        for item in lost
        for when, rows in (("before", item.before), ("after", item.after))
    ]
    return _pairs(values, "item", "rows", "rows that have the item", ",~d", len(lost))


def distribution(bars: Sequence[Bar]) -> Drawing:
    """Draw the share of the rows that each value has before and after."""
    rows = sum(bar.before for bar in bars) or 1
    values = [
        {"value": bar.label, "share": round(amount / rows, 4), "when": when}
        for bar in bars
        for when, amount in (("before", bar.before), ("after", bar.after))
    ]
    return _pairs(values, "value", "share", "share of the rows", "%", len(bars))


def columns(losses: Sequence[Amount]) -> Drawing:
    """Draw the loss of each column."""
    values = [{"column": loss.label, "lm": round(loss.amount, 4)} for loss in losses]
    base = alt.Chart({"values": values}).encode(
        y=alt.Y("column:N", sort=None, title=None, axis=_names()),
        x=alt.X(
            "lm:Q",
            title="loss (LM): 0 as it was, 1 all suppressed",
            scale=alt.Scale(domain=[0, 1]),
            axis=alt.Axis(tickCount=5, format=".1f"),
        ),
    )
    bars = base.mark_bar(cornerRadiusEnd=2, height={"band": 0.7})
    texts = base.mark_text(align="left", dx=5, color=TEXT, fontSize=12).encode(
        text=alt.Text("lm:Q", format=".3f")
    )
    chart = _sized(bars + texts, max(FRAME + LINE * len(losses), HEIGHT))
    rows = tuple((loss.label, _written(loss.amount, ".4f")) for loss in losses)
    return Drawing(chart, ("column", "loss (LM)"), rows)


def curve(points: Sequence[CurvePoint], *, title: str, form: str) -> Drawing:
    """Draw what each k costs, and below it what no release can go under."""
    values = [
        {"k": str(point.k), "loss": round(loss, 4), "what": what}
        for point in points
        for what, loss in (("this method", point.loss), ("any method, at least", point.bound))
        if loss is not None
    ]
    return _lines(values, title, form, ["this method", "any method, at least"])


def rules_curve(points: Sequence[CurvePoint], *, which: str, title: str) -> Drawing:
    """Draw what each k and c costs by rules."""
    values = [
        {"k": str(point.k), "loss": round(getattr(point, which), 4), "what": f"c = {point.c:g}"}
        for point in points
        if getattr(point, which) is not None
    ]
    return _lines(values, title, "%" if which == "loss" else "~g", None)


def split_tree(nodes: Sequence[Any]) -> Drawing:
    """Draw the split tree from above: all items in the first row, each set below its parent."""
    values = [
        {
            "from": node.start,
            "to": node.start + node.items,
            "top": node.depth,
            "bottom": node.depth + 0.9,
            "what": "published" if node.published else "split further",
        }
        for node in nodes
    ]
    depth = max(node.depth for node in nodes) + 1
    chart = (
        alt.Chart({"values": values})
        .mark_rect(stroke="#ffffff", strokeWidth=0.5)
        .encode(
            x=alt.X(
                "from:Q",
                title="public items",
                axis=alt.Axis(grid=False, format=",~d", tickCount=6),
                scale=alt.Scale(nice=False, domain=[0, nodes[0].items]),
            ),
            x2="to:Q",
            y=alt.Y(
                "top:Q",
                title="splits above",
                scale=alt.Scale(reverse=True, nice=False),
                axis=alt.Axis(grid=False, tickMinStep=1, format="d"),
            ),
            y2="bottom:Q",
            color=alt.Color(
                "what:N",
                scale=alt.Scale(domain=["published", "split further"], range=[AFTER, QUIET]),
            ),
        )
    )
    return Drawing(_sized(chart, FRAME + 20 * depth))


def _numbers_above(bars: Sequence[Amount]) -> list[str]:
    """Return the number above each bar; where they would meet, above low bars only."""
    numbers = [f"{bar.amount:,.0f}" if bar.amount else "" for bar in bars]
    room = ROOM / max(len(bars), 1)
    fits = [DIGIT * (len(number) + 0.5) <= room for number in numbers]
    if all(fits):
        return numbers
    low = LOW * max(bar.amount for bar in bars)
    return [
        number if bar.amount <= low and fit else ""
        for bar, number, fit in zip(bars, numbers, fits, strict=True)
    ]


def _pairs(
    values: list[dict[str, Any]], name: str, amount: str, title: str, form: str, lines: int
) -> Drawing:
    """Return lying bars in pairs, before and after."""
    chart = (
        alt.Chart({"values": values})
        .mark_bar(cornerRadiusEnd=1.5)
        .encode(
            y=alt.Y(
                f"{name}:N",
                sort=None,
                title=None,
                axis=_names(),
                scale=alt.Scale(paddingInner=0.3),
            ),
            yOffset=alt.YOffset("when:N", sort=["before", "after"]),
            x=alt.X(f"{amount}:Q", title=title, axis=alt.Axis(format=form, tickCount=3)),
            color=alt.Color(
                "when:N",
                sort=["before", "after"],
                scale=alt.Scale(domain=["before", "after"], range=[BEFORE, AFTER]),
            ),
        )
    )
    head, rows = _table(values, (name, "when", amount), form)
    return Drawing(_sized(chart, FRAME + 24 + LINE * lines), head, rows)


def _lines(values: list[dict[str, Any]], title: str, form: str, known: list[str] | None) -> Drawing:
    names = known or list(dict.fromkeys(value["what"] for value in values))
    names = [name for name in names if any(value["what"] == name for value in values)]
    base = alt.Chart({"values": values}).encode(
        x=alt.X("k:O", sort=None, title="k", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("loss:Q", title=title, axis=alt.Axis(tickCount=5, format=form)),
        color=alt.Color(
            "what:N",
            sort=names,
            scale=alt.Scale(domain=names, range=[AFTER, BEFORE, TEXT, QUIET][: len(names)]),
        ),
    )
    lines = base.mark_line(strokeWidth=2)
    points = base.mark_point(filled=True, size=55, opacity=1)
    head, rows = _table(values, ("k", "what", "loss"), form)
    return Drawing(_sized(lines + points, HEIGHT + 40), head, rows)


def _sized(chart: Any, height: int) -> Any:
    return chart.properties(width=WIDTH, height=height, autosize=_FIT)


def _names() -> Any:
    return alt.Axis(ticks=False, domain=False, labelExpr=_SHORT)


def _table(
    values: list[dict[str, Any]], keys: tuple[str, str, str], form: str
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return head and rows: a row for each value of one key, a column for each of another."""
    row, column, amount = keys
    cells = {(value[row], value[column]): _written(value[amount], form) for value in values}
    columns = tuple(dict.fromkeys(value[column] for value in values))
    names = dict.fromkeys(value[row] for value in values)
    return (row, *columns), tuple(
        (name, *(cells.get((name, column), "") for column in columns)) for name in names
    )


def _written(amount: float, form: str) -> str:
    """Return a number as an axis of this form would show it, with a digit more of shares."""
    if form == "%":
        return words.percent(amount)
    return f"{amount:,.0f}" if form == ",~d" else f"{amount:{form.removeprefix('~')}}"
