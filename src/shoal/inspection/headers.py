"""Whether the first line of a text holds the names of columns."""

from __future__ import annotations

import re

import polars as pl

from shoal.data.cells import NUMBER
from shoal.data.columns import kind_of
from shoal.inspection.column_types import PATTERNS
from shoal.io.shared_places import share_places

#: Rows that are looked at to tell whether values have places.
_ROWS = 2_000


def has_names(frame: pl.DataFrame) -> bool:
    """Tell whether what was read as names of columns can be that.

    Parameters
    ----------
    frame
        Columns of text, named by the first line.

    Examples
    --------
    >>> has_names(pl.DataFrame({"age": ["31"], "sex": ["f"]}))
    True
    >>> has_names(pl.DataFrame({"tea": ["rum", "tea"], "rum": ["tea", "oil"]}))
    False
    """
    names = [name.strip() for name in frame.columns]
    if any(not name or _is_value(name) for name in names):
        return False
    if len(names) == 1:
        # One item a line would look the same, but for numbers under a word.
        return kind_of(frame[frame.columns[0]].drop_nulls().unique()) != "categorical"
    if any((column == column.name).any() for column in frame):
        return False
    values = {value for column in frame for value in column.unique().to_list()}
    if 2 * sum(name in values for name in names) >= len(names):
        return False
    rows = [[cell or "" for cell in row] for row in frame.head(_ROWS).iter_rows()]
    return not share_places(names, rows)


def _is_value(name: str) -> bool:
    """Tell whether a name is a number, a date or an address, which no column is called."""
    if NUMBER.fullmatch(name):
        return True
    return any(re.search(PATTERNS[what], name) for what in ("e-mail", "telephone", "day"))


def without_names(frame: pl.DataFrame) -> pl.DataFrame | None:
    """Return a table with the first line as a row; None if the lines are no table's.

    A table's columns differ: numbers in some, none in others. Those of baskets do not.

    Parameters
    ----------
    frame
        Columns of text, named by the first line, which is no line of names.

    Examples
    --------
    >>> without_names(pl.DataFrame({"31": ["35"], "f": ["m"]})).rows()
    [('31', 'f'), ('35', 'm')]
    >>> without_names(pl.DataFrame({"tea": ["rum"], "rum": ["oil"]})) is None
    True
    """
    names = [f"column {place + 1}" for place in range(frame.width)]
    first = pl.DataFrame([frame.columns], schema=names, orient="row")
    whole = pl.concat([first, frame.rename(dict(zip(frame.columns, names, strict=True)))])
    kinds = {kind_of(column.drop_nulls().unique()) for column in whole}
    return whole if len(kinds) > 1 else None
