"""Frames of pandas as columns; this needs no pyarrow."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import polars as pl

from shoal.errors import SchemaError


def from_pandas(frame: Any) -> pl.DataFrame:
    """Take columns from a pandas frame or series; times that are all at midnight are dates."""
    if type(frame).__name__ != "DataFrame":
        frame = frame.to_frame("items" if frame.name is None else frame.name)
    names = [str(label) for label in frame.columns]
    if len(set(names)) < len(names):
        twice = min(name for name in names if names.count(name) > 1)
        raise SchemaError(f"two columns are named {twice!r}: rename one of them", entry=twice)
    return pl.DataFrame([_column(name, frame.iloc[:, place]) for place, name in enumerate(names)])


def _column(name: str, column: Any) -> pl.Series:
    kind = getattr(column.dtype, "kind", "O")
    if kind in "biuf" and type(column.dtype).__module__.startswith("numpy"):
        return pl.Series(name, column.to_numpy())
    if kind == "M" and getattr(column.dtype, "tz", None) is None:
        times = pl.Series(name, column.to_numpy())
        dates = times.cast(pl.Date)
        return dates if times.equals(dates.cast(times.dtype)) else times
    if "list<" in str(column.dtype):
        return pl.Series(name, column.array.__arrow_array__())
    gone = column.isna()
    cells = [None if missing else cell for cell, missing in zip(column, gone, strict=True)]
    if any(map(_is_list, cells)):
        return _lists(name, cells)
    texts = [cell if cell is None or isinstance(cell, str) else str(cell) for cell in cells]
    # A number and a text may well be spelled alike.
    if not all(map(_is_single, cells)) or len({*texts}) < len({*cells}):
        return pl.Series(name, cells, dtype=pl.Object)  # refused if it is used
    return pl.Series(name, texts, dtype=pl.String)


def _is_single(cell: Any) -> bool:
    return isinstance(cell, Hashable) and not isinstance(cell, bytes)


def _is_list(cell: Any) -> bool:
    return hasattr(cell, "__iter__") and not isinstance(cell, (str, bytes, dict))


def _lists(name: str, cells: list[Any]) -> pl.Series:
    """Return Python lists as a list column; what pandas takes for missing is null."""
    if not all(cell is None or _is_list(cell) for cell in cells):
        raise SchemaError(f"column {name!r} holds lists and also single values", entry=name)
    lists = [
        None if row is None else [None if _is_missing(item) else item for item in row]
        for row in cells
    ]
    return series_of(name, lists)


def series_of(name: str, values: list[Any]) -> pl.Series:
    """Return items, or lists of them, as a column of integers or of strings."""
    try:
        return pl.Series(name, values, strict=True)
    except UnicodeEncodeError:
        raise SchemaError("an item must be text that UTF-8 can hold", entry=name) from None
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        # Polars' message quotes the value; ours must not.
        raise SchemaError("items must be all integers or all strings", entry=name) from None


def _is_missing(item: Any) -> bool:
    nan = isinstance(item, float) and item != item
    return item is None or nan or type(item).__name__ == "NAType"
