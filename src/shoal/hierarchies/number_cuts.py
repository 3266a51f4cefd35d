"""Round numbers between which a column of numbers is cut."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Context, Decimal
from itertools import cycle

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.hierarchies.cuts import MOST_PIECES, Cuts, as_pieces, number_of_pieces

#: Whole numbers that are cut one by one: answers, children, rooms. All else is cut at fives.
MOST_SINGLE = 20

#: Digits that are told apart.
_DIGITS = 15

_EXACT = Context(prec=400, Emin=-(10**6), Emax=10**6)


def cut_numbers(places: npt.NDArray[np.float64], texts: pl.Series) -> Cuts:
    """Return where sorted numbers may be cut: at multiples of 1, 5, 10, 50, ..., as fine as can be.

    Between two neighbouring pieces the roundest number is the edge.
    """
    numbers, exponent = _scaled(places, texts)
    steps = _steps(numbers)
    step = next(
        step
        for step in steps
        if number_of_pieces(numbers // step) <= (MOST_SINGLE if step == 1 else MOST_PIECES)
    )
    pieces, neighbours = as_pieces(numbers // step)
    found = [_roundest((low + 1) * step, high * step, steps) for low, high in neighbours]
    unit = Decimal(1).scaleb(exponent)
    return Cuts(
        pieces,
        [edge * unit for edge, _ in found],
        [roundness for _, roundness in found],
        _label if exponent else _whole_label,
    )


def _scaled(places: npt.NDArray[np.float64], texts: pl.Series) -> tuple[npt.NDArray[np.int64], int]:
    """Return numbers in whole units of a power of ten, rounded down, and its exponent."""
    if (places == np.floor(places)).all() and np.abs(places).max(initial=0) < 10.0**_DIGITS:
        return places.astype(np.int64), 0
    exact = [Decimal(text.strip()) for text in texts]
    finest = min(int(number.normalize(_EXACT).as_tuple().exponent) for number in exact)
    largest = max(number.adjusted() for number in exact)
    exponent = max(finest, largest - _DIGITS)
    floors = (number.scaleb(-exponent, _EXACT).to_integral_value(ROUND_FLOOR) for number in exact)
    return np.array([int(floor) for floor in floors], dtype=np.int64), exponent


def _steps(numbers: npt.NDArray[np.int64]) -> list[int]:
    """Return 1, 5, 10, 50, ..., up to more than all numbers."""
    steps, factor = [1], cycle((5, 2))
    largest = int(np.abs(numbers).max(initial=0))
    while steps[-1] <= largest:
        steps.append(steps[-1] * next(factor))
    return steps


def _roundest(low: int, high: int, steps: list[int]) -> tuple[int, int]:
    """Return the roundest number from low to high, and how round it is."""
    for roundness in reversed(range(len(steps))):
        number = high // steps[roundness] * steps[roundness]
        if number >= low:
            return number, roundness
    raise AssertionError("1 divides every number")


def _whole_label(low: Decimal | None, high: Decimal | None) -> str:
    if low is None or high is None:
        return _label(low, high)
    one, other = spelled(low), spelled(high - 1)
    if one == other:
        return one
    return f"{one}-{other}" if low >= 0 else f"{one} to {other}"


def _label(low: Decimal | None, high: Decimal | None) -> str:
    if low is None:
        return "*" if high is None else f"under {spelled(high)}"
    return f"{spelled(low)} or over" if high is None else f"{spelled(low)} to under {spelled(high)}"


def spelled(number: Decimal) -> str:
    """Return the one spelling of a number: no exponent, no idle zeros, no negative zero."""
    text = f"{number + 0:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
