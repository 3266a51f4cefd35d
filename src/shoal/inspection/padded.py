"""Whether the columns of a table are rather the places of a basket, padded with empty cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from shoal.data.columns import texts_of

if TYPE_CHECKING:
    from shoal.inspection.column_types import Column

#: Places that a padded basket has at least.
_PLACES = 3

#: Share of the values of a place that must also be met in the first one.
_SAME_ITEMS = 0.5


def is_padded(frame: pl.DataFrame, columns: Sequence[Column]) -> bool:
    """Tell whether in each row all empty cells are at the end, and columns hold the same values.

    Parameters
    ----------
    frame
        The columns.
    columns
        What was told from the values of each.

    Examples
    --------
    >>> from shoal.inspection.column_types import look_at
    >>> rows = [("tea", None, None), ("rum", "tea", None), ("tea", "rum", "gin"), ("gin", "", "")]
    >>> frame = pl.DataFrame(rows, schema=["item1", "item2", "item3"], orient="row")
    >>> is_padded(frame, [look_at(column) for column in frame])
    True
    """
    if len(columns) < _PLACES or not columns[-1].missing:
        return False
    if any(column.type in ("list", "date") or not column.distinct for column in columns):
        return False
    empty = [column.codes == column.distinct for column in columns]
    if any((one & ~other).any() for one, other in pairwise(empty)):
        return False
    if np.array_equal(empty[0], empty[-1]):
        return False
    first, second = (texts_of(frame[column.name]).drop_nulls().unique() for column in columns[:2])
    return int(second.is_in(first.implode()).sum()) >= _SAME_ITEMS * len(second)
