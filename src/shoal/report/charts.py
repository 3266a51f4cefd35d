"""The drawings of a report, each made from figures that may be published, and their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import altair as alt

from shoal.loss.bars import Amount
from shoal.loss.distributions import Bar
from shoal.report import words
from shoal.report.svg import AFTER, BEFORE, TEXT, WIDTH

HEIGHT = 230

#: How wide a digit above a bar is, and the room that all bars have together.
DIGIT, ROOM = 7, 350

#: A bar lower than this share of the highest is hardly seen.
LOW = 0.1

#: Height of a line of horizontal bars, and of what stands above and below them.
LINE, FRAME = 26, 70

#: Longer names would leave no room for their bars.
_SHORT = "length(datum.value) > 22 ? slice(datum.value, 0, 21) + '\u2026' : datum.value"

_NAMES = alt.Axis(ticks=False, domain=False, labelExpr=_SHORT)

_FIT = alt.AutoSizeParams(type="fit", contains="padding")


class Drawing(NamedTuple):
    """A drawing, and its numbers as a table for those who cannot see it or want to copy them.

    There are no rows where numbers would tell nothing.
    """

    chart: Any
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def amounts(bars: Sequence[Amount], *, across: str, up: str) -> Drawing:
    """Draw upright bars, as many as there are labels, with numbers above."""
    values = [
        {"label": bar.label, "amount": bar.amount, "number": number}
        for bar, number in zip(bars, _numbers_above(bars), strict=True)
    ]
    # Long labels would meet where there are many.
    angle = -40 if sum(len(bar.label) + 2 for bar in bars) > 44 else 0
    axis = alt.Axis(labelAngle=angle, ticks=False)
    amount_axis = alt.Axis(format=",~d", tickCount=5, tickMinStep=1)
    base = alt.Chart({"values": values}).encode(
        x=alt.X("label:N", sort=None, title=across, axis=axis),
        y=alt.Y("amount:Q", title=up, axis=amount_axis),
    )
    texts = base.mark_text(dy=-7, color=TEXT, fontSize=11).encode(text="number:N")
    shown = texts.transform_filter("datum.number !== ''")
    rows = tuple((bar.label, _written(bar.amount, ",~d")) for bar in bars)
    return Drawing(_sized(base.mark_bar(cornerRadiusEnd=2) + shown, HEIGHT), (across, up), rows)


def items(bars: Sequence[tuple[str, float, float]]) -> Drawing:
    """Draw the rows that have each item before and after."""
    return _pairs(bars, ("item", "rows"), "rows that have the item", ",~d")


def distribution(bars: Sequence[Bar]) -> Drawing:
    """Draw the share of the rows that each value has before and after."""
    shares = [(bar.label, bar.before, round(bar.after, 4)) for bar in bars]
    return _pairs(shares, ("value", "share"), "share of the rows", "%")


def columns(losses: Sequence[Amount]) -> Drawing:
    """Draw the loss of each column."""
    values = [{"column": loss.label, "lm": round(loss.amount, 4)} for loss in losses]
    base = alt.Chart({"values": values}).encode(
        y=alt.Y("column:N", sort=None, title=None, axis=_NAMES),
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
    bars: Sequence[tuple[str, float, float]], names: tuple[str, str], title: str, form: str
) -> Drawing:
    """Draw lying bars in pairs, before and after."""
    name, amount = names
    values = [
        {name: label, amount: number, "when": when}
        for label, before, after in bars
        for when, number in (("before", before), ("after", after))
    ]
    chart = (
        alt.Chart({"values": values})
        .mark_bar(cornerRadiusEnd=1.5)
        .encode(
            y=alt.Y(
                f"{name}:N", sort=None, title=None, axis=_NAMES, scale=alt.Scale(paddingInner=0.3)
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
    rows = tuple((label, *(_written(number, form) for number in pair)) for label, *pair in bars)
    height = FRAME + 24 + LINE * len(bars)
    return Drawing(_sized(chart, height), (name, "before", "after"), rows)


def _sized(chart: Any, height: int) -> Any:
    return chart.properties(width=WIDTH, height=height, autosize=_FIT)


def _written(amount: float, form: str) -> str:
    """Return a number as an axis of this form would show it, with a digit more of shares."""
    if form == "%":
        return words.percent(amount)
    return f"{amount:,.0f}" if form == ",~d" else f"{amount:{form.removeprefix('~')}}"
