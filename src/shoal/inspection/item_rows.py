"""Whether the rows of a table are rather single items of baskets, as in an export of orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from shoal.data.item_names import names_items
from shoal.data.person_names import nearness_to_persons
from shoal.inspection.roles import is_person
from shoal.io.guesses import names_an_id
from shoal.io.id_columns import ends_as_id

if TYPE_CHECKING:
    from shoal.inspection.column_types import Column

#: Rows of an id, and different items, on average, from which on they are rather its items.
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
    ids = [column for column in columns if _is_id(column) and _repeats(column)]
    ids.sort(key=lambda column: nearness_to_persons(column.name), reverse=True)
    for id in ids[:1]:
        items = [column for column in columns if column is not id and _holds_items(column, id)]
        if items:
            return id.name, max(items, key=lambda column: column.distinct).name
    return None


def _is_id(column: Column) -> bool:
    if is_person(column):
        return True
    said = ends_as_id(column.name) or (names_an_id(column.name) and not column.few)
    return said and not names_items(column.name)


def _repeats(column: Column) -> bool:
    return not column.missing and 1 < column.distinct * _ITEMS_OF_AN_ID <= column.rows


def _holds_items(column: Column, id: Column) -> bool:
    """Tell whether a column is called as those of items are, and an id has several of them."""
    if not names_items(column.name) or not 1 < column.distinct < column.rows:
        return False
    pairs = np.unique(id.codes * (column.distinct + 1) + column.codes)
    return len(pairs) >= _ITEMS_OF_AN_ID * id.distinct
