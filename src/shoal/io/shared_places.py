"""Whether cells of equally long lines are rather items, which stand in any place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise

from shoal.data.code_names import names_codes
from shoal.data.person_names import names_persons
from shoal.io.guesses import names_an_id

#: Lines there must be at least, and that are looked at.
_LINES, _LOOKED_AT = 20, 2_000

#: Places of a line that are compared with each other.
_PLACES = 20

#: Share of the cells of a place that another place must hold, too, less where lines are sorted, and
#: share of all twos of places that must do so.
_SHARED, _SORTED, _TWOS = 0.3, 0.1, 0.9

#: Share of the lines that may repeat a cell: answers such as yes and no do so often.
_REPEATING = 0.02

#: How a number, an amount, a date or a time starts.
_STARTS_AS_NUMBER = re.compile(r"\s*[^\w\s]?\s*\d")


def share_places(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether lines below what may be names of columns are rather baskets, equally long.

    In baskets each item stands in each place, or in neighbours if all lines are sorted, and once in
    a line. In a table hardly any two columns hold the same values; those that do are answers, which
    repeat within lines, or numbers and dates.

    Parameters
    ----------
    names
        The cells of the first line.
    rows
        Those of the lines below, as many in each.

    Examples
    --------
    >>> goods = [["tea", "rum"], ["rum", "gin"], ["gin", "tea"]] * 10
    >>> share_places(["ale", "oil"], goods), share_places(["user_id", "oil"], goods)
    (True, False)
    >>> share_places(["vegan", "member"], [["yes", "no"], ["no", "no"]] * 10)
    False
    """
    if len(rows) < _LINES or any(map(_speaks_of_columns, names)):
        return False
    some = rows[:_LOOKED_AT]
    if not all(cell for row in some for cell in row):
        return False
    if sum(len(set(row)) < len(row) for row in some) > _REPEATING * len(some):
        return False
    places = [*zip(*some, strict=True)]
    if any(all(map(_STARTS_AS_NUMBER.match, place)) for place in places):
        return False
    if all(list(row) == sorted(row) for row in some):
        return all(_share(one, other, _SORTED) for one, other in pairwise(places))
    twos = [_share(one, other, _SHARED) for one, other in combinations(places[:_PLACES], 2)]
    return sum(twos) >= max(_TWOS * len(twos), 1)


def _speaks_of_columns(name: str) -> bool:
    return names_an_id(name) or names_persons(name) or names_codes(name)


def _share(one: Sequence[str], other: Sequence[str], least: float) -> bool:
    """Tell whether much of what stands in either place stands in the other, too."""
    both = set(one) & set(other)
    return all(sum(cell in both for cell in cells) >= least * len(cells) for cells in (one, other))
