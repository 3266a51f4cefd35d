"""Totals of the original as anyone may see them: rounded, so that no row decides a digit."""

from __future__ import annotations

import math

#: What a gap is shown as: the next of these.
SHOWN_GAPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

#: A gap is shown if the bound is a loss of so many entries times k: one entry is then no step.
_ENTRIES_OF_A_BOUND = 50


class Rounded(float):
    """A total of the original, rounded to a multiple of its step."""

    step: float

    def __new__(cls, value: float, step: float) -> Rounded:
        """Take a value that is rounded already."""
        made = super().__new__(cls, f"{value:.10g}")
        made.step = step
        return made


def rounded(value: float, least: float, *, shown_from: float = 0.0) -> Rounded:
    """Return a share or a count with two digits, or with fewer where its step would be too small.

    A row or an entry changes it by ``least``, which is the least step. What is below ``shown_from``
    tells about too few rows, and is shown as 0.
    """
    if value < shown_from:
        return Rounded(0.0, round_up(2 * max(least, shown_from)))  # up to the first that is shown
    two_digits = 10.0 ** (math.floor(math.log10(value)) - 1) if value > 0 else 0.0
    step = max(two_digits, round_up(least))
    return Rounded(math.floor(value / step + 0.5) * step, step)


def shown_gap(gap: float | None, entries: float, k: int) -> float | None:
    """Return a round number that a proved gap is at most; None where too few entries are lost."""
    if gap is None or entries < _ENTRIES_OF_A_BOUND * k:
        return None
    return next((shown for shown in SHOWN_GAPS if gap <= shown), None)


def round_up(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, ... and of their tenths that is large enough."""
    if least <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(least))
    return next((times * power for times in (1, 2, 5) if times * power >= least), 10 * power)
