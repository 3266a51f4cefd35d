"""The drawings of a report, each made from figures that may be published, and their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import altair as alt

from shoal.loss.distributions import Amount, Bar
from shoal.report import words
from shoal.report.svg import AFTER, BEFORE, TEXT, WIDTH, clean

HEIGHT = 230

#: Height of a line of horizontal bars, and of what stands above and below all.
LINE, FRAME = 26, 94

#: Longer names would leave no room for their bars.
_SHORT = "length(datum.value) > 22 ? slice(datum.value, 0, 21) + '\u2026' : datum.value"

_NAMES = alt.Axis(ticks=False, domain=False, labelExpr=_SHORT)

_FIT = alt.AutoSizeParams(type="fit", contains="padding")


class Drawing(NamedTuple):
    """A drawing, and its numbers as a table for those who cannot see it or want to copy them."""

    chart: Any
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def amounts(bars: Sequence[Amount], *, across: str, up: str) -> Drawing:
    """Draw upright bars, as many as there are labels, with numbers of three digits above."""
    values = [bar._asdict() for bar in bars]
    # Long labels would meet where there are many.
    angle = -40 if sum(len(bar.label) + 2 for bar in bars) > 44 else 0
    base = alt.Chart({"values": values}).encode(
        x=alt.X("label:N", sort=None, title=across, axis=alt.Axis(labelAngle=angle, ticks=False)),
        y=alt.Y("amount:Q", title=up, axis=alt.Axis(format=",~d", tickCount=5, tickMinStep=1)),
    )
    texts = base.mark_text(dy=-7, color=TEXT, fontSize=11).encode(
        text=alt.Text("amount:Q", format=".3~s")
    )
    shown = texts.transform_filter("datum.amount > 0")
    rows = tuple((bar.label, f"{bar.amount:,.0f}") for bar in bars)
    return Drawing(_sized(base.mark_bar(cornerRadiusEnd=2) + shown, HEIGHT), (across, up), rows)


def items(bars: Sequence[tuple[str, float, float]]) -> Drawing:
    """Draw the rows that have each item before and after."""
    return _pairs(bars, "item", "rows that have the item", ",~d", "{:,.0f}".format)


def distribution(bars: Sequence[Bar]) -> Drawing:
    """Draw the share of the rows that each value has before, where that is told, and after."""
    shares = [(bar.label, bar.before, round(bar.after, 4)) for bar in bars]
    return _pairs(shares, "value", "share of the rows", "%", words.percent)


def _pairs(
    bars: Sequence[tuple[str, float | None, float]],
    name: str,
    title: str,
    form: str,
    written: Callable[[float], str],
) -> Drawing:
    """Draw lying bars in pairs, before and after; or those after alone."""
    hidden = any(before is None for _, before, _ in bars)
    whens = ["after"] if hidden else ["before", "after"]
    colours = [BEFORE, AFTER][-len(whens) :]
    numbers = [(label, [one for one in both if one is not None]) for label, *both in bars]
    values = [
        {name: clean(label), "amount": number, "when": when}
        for label, some in numbers
        for when, number in zip(whens, some, strict=True)
    ]
    chart = (
        alt.Chart({"values": values})
        .mark_bar(cornerRadiusEnd=1.5)
        .encode(
            y=alt.Y(
                f"{name}:N", sort=None, title=None, axis=_NAMES, scale=alt.Scale(paddingInner=0.3)
            ),
            yOffset=alt.YOffset("when:N", sort=whens),
            x=alt.X("amount:Q", title=title, axis=alt.Axis(format=form, tickCount=3)),
            color=alt.Color("when:N", scale=alt.Scale(domain=whens, range=colours)),
        )
    )
    rows = tuple((label, *map(written, some)) for label, some in numbers)
    height = FRAME + LINE * len(bars)
    return Drawing(_sized(chart, height), (name, *whens), rows)


def _sized(chart: Any, height: int) -> Any:
    return chart.properties(width=WIDTH, height=height, autosize=_FIT)
