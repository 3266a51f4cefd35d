"""Whether the first line of a text holds the names of columns."""

from __future__ import annotations

import re

import polars as pl

from shoal.data.cells import NUMBER
from shoal.data.columns import kind_of
from shoal.inspection.column_types import PATTERNS


def has_names(frame: pl.DataFrame) -> bool:
    """Tell whether what was read as names of columns can be that."""
    names = [name.strip() for name in frame.columns]
    if any(not name or _is_value(name) for name in names):
        return False
    if len(names) == 1:
        # One item a line would look the same, but for numbers under a word.
        return kind_of(frame[frame.columns[0]].drop_nulls().unique()) != "categorical"
    if any((column == column.name).any() for column in frame):
        return False
    values = {value for column in frame for value in column.unique().to_list()}
    return 2 * sum(name in values for name in names) < len(names)


def without_names(frame: pl.DataFrame) -> pl.DataFrame | None:
    """Return a table with the first line as a row; None if the lines are no table's.

    A table's columns differ: numbers in some, none in others. Those of baskets do not.
    """
    names = [f"column {place + 1}" for place in range(frame.width)]
    first = pl.DataFrame([frame.columns], schema=names, orient="row")
    whole = pl.concat([first, frame.rename(dict(zip(frame.columns, names, strict=True)))])
    kinds = {kind_of(column.drop_nulls().unique()) for column in whole}
    return whole if len(kinds) > 1 else None


def _is_value(name: str) -> bool:
    """Tell whether a name is a number, a date or an address, which no column is called."""
    if NUMBER.fullmatch(name):
        return True
    return any(re.search(PATTERNS[what], name) for what in ("e-mail", "telephone", "day"))
