"""Whether the rows of a table are rather single items of baskets, as in an export of orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoal.data.person_names import names_persons, words_of
from shoal.io.guesses import names_an_id

if TYPE_CHECKING:
    from shoal.inspection.column_types import Column

#: Words in the names of columns that hold items.
_ITEMS = {"item", "product", "article", "sku", "stock", "goods", "good", "track", "song", "movie"}
_ITEMS |= {"film", "book", "page", "app", "dish"}

#: Rows of an id, on average, from which on they are rather its items.
_ITEMS_OF_AN_ID = 1.1


def ids_and_items(columns: Sequence[Column]) -> tuple[str, str] | None:
    """Return the columns of ids and of items, if the rows look like items of baskets.

    Of several columns of ids, the one of persons counts: the promise is about them.

    Parameters
    ----------
    columns
        What was told from the values of each.

    Examples
    --------
    >>> import polars as pl
    >>> from shoal.inspection.column_types import look_at
    >>> orders = {"order": [1, 1, 2, 2], "customer": [7, 7, 7, 8], "product": list("abac")}
    >>> ids_and_items([look_at(pl.Series(name, cells)) for name, cells in orders.items()])
    ('customer', 'product')
    """
    ids = [column for column in columns if names_an_id(column.name) and _repeats(column)]
    items = [column for column in columns if _holds_items(column) and column not in ids]
    if not ids or not items:
        return None
    persons = [column for column in ids if names_persons(column.name)]
    return (persons or ids)[0].name, max(items, key=lambda column: column.distinct).name


def _repeats(column: Column) -> bool:
    return not column.missing and 1 < column.distinct * _ITEMS_OF_AN_ID <= column.rows


def _holds_items(column: Column) -> bool:
    return bool(_ITEMS & {*words_of(column.name)}) and 1 < column.distinct < column.rows
