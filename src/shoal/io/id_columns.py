"""Which column of the long layout holds ids: one rule for text, Parquet, Arrow and frames."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from shoal.data.item_names import names_items
from shoal.data.person_names import are_codes, are_few, calls_persons, nearness_to_persons, words_of
from shoal.io.guesses import names_an_id

#: Words at the end of a name that make it one of ids, as ``id`` does.
_NUMBERS = {"no", "nr", "number", "key"}


def column_of_ids(names: Sequence[str]) -> str | None:
    """Return the column that is called as one of ids, persons before others and items last.

    Parameters
    ----------
    names
        Of the columns.

    Examples
    --------
    >>> column_of_ids(["product_id", "order_id"]), column_of_ids(["title", "member"])
    ('order_id', 'member')
    >>> column_of_ids(["age", "sex"]) is None
    True
    """
    best = max(names, key=_speaks_of_ids, default="")
    return best if _speaks_of_ids(best) else None


def are_ids(name: str, values: Collection[object], rows: int) -> bool:
    """Tell whether the values of such a column are ids that repeat.

    Parameters
    ----------
    name
        Of the column. A mere word for a person, such as ``member``, needs codes below it, and one
        such as ``visit``, which does not end as in ``visit_id``, needs many values.
    values
        Its different values.
    rows
        How many rows hold them.

    Examples
    --------
    >>> are_ids("member", {"M7", "M8"}, 3), are_ids("member", {"yes", "no"}, 3)
    (True, False)
    >>> are_ids("order_id", {"a", "b"}, 3), are_ids("order_id", {"a", "b"}, 2)
    (True, False)
    >>> are_ids("visit", {"a", "b"}, 40), are_ids("visit_id", {"a", "b"}, 40)
    (False, True)
    """
    if len(values) >= rows:
        return False
    if ends_as_id(name):
        return True
    return not are_few(values, rows) if names_an_id(name) else are_codes(values, rows)


def ends_as_id(name: str) -> bool:
    """Tell whether the name of a column says that it holds ids, not only what they are of.

    Examples
    --------
    >>> ends_as_id("TID"), ends_as_id("Order No"), ends_as_id("order"), ends_as_id("paid")
    (True, True, False, False)
    """
    last = (words_of(name) or [""])[-1]
    return names_an_id(name) and (last.endswith("id") or last in _NUMBERS)


def _speaks_of_ids(name: str) -> int:
    """Return how likely a column holds the ids of baskets, by its name: 0 if it does not."""
    if not (names_an_id(name) or calls_persons(name)):
        return 0
    if nearness := nearness_to_persons(name):
        return nearness + 2
    return 1 if names_items(name) else 2
