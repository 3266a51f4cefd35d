"""Days, weeks, months, quarters, years and decades between which a column of dates is cut."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.hierarchies.cuts import MOST_PIECES, Cuts, as_pieces, number_of_pieces

Times: TypeAlias = npt.NDArray[np.datetime64]

#: Spans that begin where spans of the one before begin: their name in NumPy, and how many of them.
SPANS = (
    ("m", 1),
    ("h", 1),
    ("h", 6),
    ("D", 1),
    ("M", 1),
    ("M", 3),
    *(("Y", years) for years in (1, 5, 10, 50, 100)),
)

#: A week begins on a Monday, and no longer span begins with it.
WEEK = ("W", 1)
_DAYS = SPANS.index(("D", 1))

#: What NumPy counts from is a Thursday, and a year that is no multiple of 50.
_OFFSETS = {"Y": 1970}


def cut_dates(places: npt.NDArray[np.float64], texts: pl.Series) -> Cuts:
    """Return where sorted days or times may be cut: at the beginnings of spans, as fine as can be.

    Between two neighbouring pieces the edge is where the longest span begins.
    """
    of_day = bool((texts.str.strip_chars().str.len_chars() == 10).all())
    times = np.floor(places).astype(np.int64).astype("datetime64[D]" if of_day else "datetime64[s]")
    spans = SPANS[_DAYS:] if of_day else SPANS
    longer_than_a_day = spans.index(("D", 1)) + 1
    tried = [*spans[:longer_than_a_day], WEEK, *spans[longer_than_a_day:]]
    span = next(
        (span for span in tried if number_of_pieces(_numbers(times, span)) <= MOST_PIECES),
        tried[-1],
    )
    pieces, neighbours = as_pieces(_numbers(times, span))
    longer = [WEEK] if span == WEEK else list(spans[spans.index(span) :])
    found = [_roundest(low + 1, high, span, longer) for low, high in neighbours]
    return Cuts(pieces, [edge for edge, _ in found], [round for _, round in found], _label)


def _numbers(times: Times, span: tuple[str, int]) -> npt.NDArray[np.int64]:
    """Return the number of the span that each time lies in."""
    unit, count = span
    if unit == "W":
        return (times.astype("datetime64[D]").astype(np.int64) + 3) // 7
    return (times.astype(f"datetime64[{unit}]").astype(np.int64) + _OFFSETS.get(unit, 0)) // count


def _start(number: int, span: tuple[str, int]) -> Any:
    """Return when a span begins."""
    unit, count = ("D", 7) if span == WEEK else span
    offset = 3 if span == WEEK else _OFFSETS.get(unit, 0)
    start: Any = np.datetime64(number * count - offset, unit)  # type: ignore[call-overload]
    return start.astype("datetime64[s]")


def _roundest(
    low: int, high: int, span: tuple[str, int], longer: list[tuple[str, int]]
) -> tuple[Any, int]:
    """Return where the longest span begins that begins with one of these, and how long it is."""
    earliest, latest = _start(low, span), _start(high, span)
    for roundness in reversed(range(len(longer))):
        number = int(_numbers(np.array([latest]), longer[roundness])[0])
        start = _start(number, longer[roundness])
        if start >= earliest:
            return start, roundness
    raise AssertionError("a span begins with itself")


def _label(low: Any, high: Any) -> str:
    if low is None:
        return "*" if high is None else f"before {_spelled(high)}"
    if high is None:
        return f"{_spelled(low)} or later"
    unit = max(_unit(low), _unit(high), key=_UNITS.index)
    last = (high.astype(f"datetime64[{unit}]") - 1).astype(f"datetime64[{unit}]")
    first = low.astype(f"datetime64[{unit}]")
    if unit == "M" and str(first)[-2:] in ("01", "04", "07", "10") and int(last - first) == 2:
        return f"{first.astype('datetime64[Y]')} Q{int(str(first)[-2:]) // 3 + 1}"
    one, other = _spelled(first, unit), _spelled(last, unit)
    if one == other:
        return one
    return f"{one}-{other}" if unit == "Y" else f"{one} to {other}"


#: From the longest to the shortest in which the edge of a band is spelled.
_UNITS = ["Y", "M", "D", "m"]


def _unit(time: Any) -> str:
    """Return the longest unit that begins at a time."""
    return next(unit for unit in _UNITS if time.astype(f"datetime64[{unit}]") == time)


def _spelled(time: Any, unit: str | None = None) -> str:
    return str(time.astype(f"datetime64[{unit or _unit(time)}]")).replace("T", " ")
