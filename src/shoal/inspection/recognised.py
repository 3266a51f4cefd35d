"""What data was taken for: its kind, and whether the order of items within rows matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from shoal.wording import counted

#: Rows looked at to tell the kind.
SAMPLE = 20_000

#: Rows of several items that must repeat one to be taken for sequences.
REPEATING = 0.05

#: How far two items' order is from a coin's toss: below, items come as they like; above, all rows
#: follow one order, which tells nothing either.
NO_ORDER, ONE_ORDER = 0.05, 0.9

#: Pairs of items that are looked at, at least and at most, and items of a row.
_FEWEST_PAIRS, _MOST_PAIRS, _MOST_ITEMS = 1_000, 200_000, 20


@dataclass(frozen=True, eq=False)
class Recognised:
    """Data with its kind, why it is taken for that, and the flags that a command needs to read it.

    Where the flags make one basket for each person, ``persons`` is their number.
    """

    kind: str
    reason: str
    data: Any
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    persons: int | None = None


def stride(rows: int) -> int:
    """Return how many rows to step on, so that enough of all parts of the data are looked at."""
    return max(rows // SAMPLE, 1)


def judge_order(rows: Iterable[Sequence[Any]]) -> tuple[str, str]:
    """Tell whether rows are ``baskets`` or ``sequences``, and why.

    Items that are not sorted are no evidence: receipts list what was bought as it came. In
    sequences, some items come before others more often than not.
    """
    several = [row for row in rows if len(row) > 1]
    if not several:
        return "baskets", "no row looked at has more than one item, so there is no order"
    repeating = sum(len(set(row)) < len(row) for row in several)
    of = f"of {counted(len(several), 'row')} of several items"
    if repeating >= max(REPEATING * len(several), 1):
        return "sequences", f"items repeat within {repeating:,} {of}: how often and when matters"
    order = strength_of_order(several)
    if order is not None and NO_ORDER < order < ONE_ORDER:
        return "sequences", "some items come before others more often than not: order may matter"
    if order is not None and order >= ONE_ORDER:
        return "baskets", "items are sorted in all rows, so that their order means nothing"
    return "baskets", f"items repeat within {f'{repeating:,}' if repeating else 'none'} {of}"


def strength_of_order(rows: Iterable[Sequence[Any]]) -> float | None:
    """Return how much the order of two items is the same wherever they meet: from 0 to 1.

    It is the mean of (2p - 1)^2, where p is the share of rows in which the first of the two comes
    first, without the part that chance adds; None where too few items meet.
    """
    before: Counter[tuple[Any, Any]] = Counter()
    pairs = 0
    for row in rows:
        before.update(combinations(dict.fromkeys(row[:_MOST_ITEMS]), 2))
        pairs += min(len(row), _MOST_ITEMS) ** 2 // 2
        if pairs > _MOST_PAIRS:
            break
    agreeing = possible = 0
    for (one, other), number in before.items():
        back = before.get((other, one), 0)
        met = number + back
        # Each two items are seen from both sides if they come in both orders, else from one.
        times = 1 if back else 2
        agreeing += times * ((number - back) ** 2 - met)
        possible += times * (met * met - met)
    return agreeing / possible if possible >= _FEWEST_PAIRS else None
