"""Whether the order of items within rows tells something: sequences, or sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from shoal.wording import counted

#: Rows of several items that must repeat one, or be unsorted, to be taken for sequences.
REPEATING = 0.05
UNSORTED = 0.5

#: Neighbours that come in both orders, where one order rules all rows but for slips.
BOTH_WAYS = 0.02


def judge_order(rows: Iterable[Sequence[Any]]) -> tuple[str, str]:
    """Tell whether rows are ``baskets`` or ``sequences``, and why.

    Parameters
    ----------
    rows
        Items in the order they were written, all text or all numbers.

    Examples
    --------
    >>> judge_order([[1, 2], [2, 3], [3]])[0], judge_order([[2, 1, 2], [3, 1]])[0]
    ('baskets', 'sequences')
    """
    several = [row for row in rows if len(row) > 1]
    if not several:
        return "baskets", "no row looked at has more than one item, so there is no order"
    repeating = sum(len(set(row)) < len(row) for row in several)
    unsorted = len(several) - max(sum(map(way, several)) for way in _WAYS)
    of = f"of {counted(len(several), 'row')} of several items"
    if repeating >= max(REPEATING * len(several), 1):
        return "sequences", f"items repeat within {repeating:,} {of}: how often and when matters"
    if unsorted <= UNSORTED * len(several):
        return "baskets", f"items are sorted in {len(several) - unsorted:,} {of}"
    if _in_one_order(several):
        return "baskets", f"items follow one order in all rows, which tells nothing, {of}"
    return "sequences", f"items are not sorted in {unsorted:,} {of}: their order may matter"


def _ascends(row: Sequence[Any]) -> bool:
    return all(one <= other for one, other in pairwise(row))


def _descends(row: Sequence[Any]) -> bool:
    return all(one >= other for one, other in pairwise(row))


def _ascends_in_any_case(row: Sequence[Any]) -> bool:
    return isinstance(row[0], str) and _ascends([item.casefold() for item in row])


#: Ways in which items may be sorted; the same one in all rows.
_WAYS = (_ascends, _descends, _ascends_in_any_case)


def _in_one_order(rows: Sequence[Sequence[Any]]) -> bool:
    """Tell whether any two neighbours stand in the same order wherever they meet."""
    ways = Counter(pair for row in rows for pair in pairwise(row))
    met = {pair: number + ways[pair[::-1]] for pair, number in ways.items() if pair[0] != pair[1]}
    often = sum(number for pair, number in ways.items() if met.get(pair, 0) > 1)
    both = sum(ways[pair] for pair in met if pair[::-1] in ways)
    return often >= len(rows) and both <= BOTH_WAYS * often
