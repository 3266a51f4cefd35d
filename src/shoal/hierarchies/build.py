"""Hierarchies built from the values themselves: intervals of numbers, dates, prefixes of codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal
from itertools import pairwise
from typing import Any, TypeAlias

import polars as pl

from shoal.data.columns import first_no_number, texts_of
from shoal.data.dates import as_iso
from shoal.data.hierarchy import Hierarchy
from shoal.errors import ParameterError, SchemaError
from shoal.hierarchies.number_cuts import spelled

Values: TypeAlias = pl.Series | Iterable[Any]

#: Intervals of the lowest level at most, when their width is chosen for the user.
FINEST_INTERVALS = 20


def build_intervals(values: Values, widths: Sequence[float | str] | None = None) -> Hierarchy:
    """Build a hierarchy of numbers: intervals, and wider ones above them.

    An interval starts at a multiple of its width, and each width is a multiple of the one before.
    Without widths, they are round ones, the first of which gives at most twenty intervals. Where
    all numbers are whole an interval is labelled ``20-24``, otherwise ``[20, 25[``.
    """
    cells = known_texts(values)
    row = first_no_number(cells)
    if row is not None:
        raise SchemaError(f"intervals need numbers, and row {row + 1:,} holds other text", row=row)
    texts = cells.drop_nulls().unique()
    numbers = sorted(((Decimal(text.strip()), text) for text in texts), key=lambda pair: pair[0])
    whole = all(_is_whole(number) for number, _ in numbers)
    if widths is None:
        steps = _round_widths(numbers[-1][0] - numbers[0][0], whole=whole)
    else:
        steps = _checked_widths(widths)
    whole = whole and all(map(_is_whole, steps))
    return Hierarchy.from_paths(
        [text, *(_interval(number, step, whole=whole) for step in steps)]
        for number, text in numbers
    )


def build_dates(values: Values) -> Hierarchy:
    """Build a hierarchy of dates in ISO format: day (of dates with a time), month, year, decade."""
    texts, unclear = as_iso(known_texts(values).drop_nulls().unique())
    if texts.null_count():
        message = "a hierarchy of dates needs dates such as 2024-02-29 or 29.02.2024 and no others"
        raise SchemaError(message)
    if unclear:
        message = "no date tells whether the day or the month comes first: spell them as 2024-02-29"
        raise SchemaError(message)
    times = sorted((datetime.fromisoformat(text).isoformat(), text) for text in texts.unique())
    paths = []
    for time, text in times:
        day = time[:10]
        of_time = [day] if len(text) > 10 else []
        paths.append([text, *of_time, day[:7], day[:4], f"{day[:3]}0s"])
    return Hierarchy.from_paths(paths)


def build_prefixes(values: Values, lengths: Sequence[int] | None = None) -> Hierarchy:
    """Build a hierarchy of codes: those with a common beginning stand together.

    Each level keeps one of the lengths of a code, or every one that makes a difference.
    """
    texts = sorted(known_texts(values).drop_nulls().unique())
    longest = max(map(len, texts))
    if lengths is None:
        kept = _telling_lengths(texts, longest)
    elif any(not 0 < length < longest for length in lengths):
        raise ParameterError(
            f"a prefix has at least 1 character, and fewer than the {longest} of the longest value"
        )
    else:
        kept = sorted(set(lengths), reverse=True)
    return Hierarchy.from_paths([text, *(text[:length] + "*" for length in kept)] for text in texts)


def known_texts(values: Values) -> pl.Series:
    """Return the cells of a column as text, missing ones as null; raise if all are."""
    texts = texts_of(values if isinstance(values, pl.Series) else pl.Series("values", list(values)))
    if texts.null_count() == len(texts):
        raise SchemaError("there is no value to build a hierarchy from, or all are missing")
    return texts


def _is_whole(number: Decimal) -> bool:
    return number == number.to_integral_value()


def _checked_widths(widths: Sequence[float | str]) -> list[Decimal]:
    try:
        steps = [Decimal(str(width).strip()) for width in widths]
        fit = bool(steps) and all(step.is_finite() and step > 0 for step in steps)
        fit = fit and all(wide > narrow and not wide % narrow for narrow, wide in pairwise(steps))
    except ArithmeticError:  # no numbers, or more than 28 digits apart
        fit = False
    if not fit:
        raise ParameterError(
            "the widths of intervals must be positive numbers, each a multiple of the one before, "
            "such as 5,10,20"
        )
    return steps


def _round_widths(span: Decimal, *, whole: bool) -> list[Decimal]:
    """Return widths 1, 2, 4, ... times a round number, up to half the span."""
    if not span:
        return []
    finest = span / FINEST_INTERVALS
    if whole:
        finest = max(finest, Decimal(2))  # an interval of one number is none
    step = Decimal(10) ** finest.adjusted()
    steps = [step * next(factor for factor in (1, 2, 5, 10) if step * factor >= finest)]
    while steps[-1] * 4 <= span:
        steps.append(steps[-1] * 2)
    return steps


def _interval(number: Decimal, width: Decimal, *, whole: bool) -> str:
    start = (number / width).to_integral_value(ROUND_FLOOR) * width
    if whole:
        return f"{spelled(start)}-{spelled(start + width - 1)}"
    return f"[{spelled(start)}, {spelled(start + width)}["


def _telling_lengths(texts: list[str], longest: int) -> list[int]:
    """Return the lengths, longest first, that leave fewer prefixes than the one before."""
    kept, groups = [], len(texts)
    for length in range(longest - 1, 0, -1):
        left = len({text[:length] for text in texts})
        if 1 < left < groups:
            kept.append(length)
            groups = left
    return kept
