"""Frames of pandas as columns."""

from __future__ import annotations

from typing import Any

import polars as pl

from shoal.errors import SchemaError


def from_pandas(frame: Any) -> pl.DataFrame:
    """Take columns from pandas; this needs no pyarrow.

    Times that are all at midnight are dates.

    Parameters
    ----------
    frame
        A frame or a series.
    """
    if type(frame).__name__ != "DataFrame":
        frame = frame.to_frame()
    names = [str(label) for label in frame.columns]
    if len(set(names)) < len(names):
        twice = min(name for name in names if names.count(name) > 1)
        raise SchemaError(f"two columns are named {twice!r}: rename one of them")
    return pl.DataFrame(
        [_pandas_column(name, frame.iloc[:, place]) for place, name in enumerate(names)]
    )


def _pandas_column(name: str, column: Any) -> pl.Series:
    kind = getattr(column.dtype, "kind", "O")
    if kind in "biuf" and type(column.dtype).__module__.startswith("numpy"):
        return pl.Series(name, column.to_numpy())
    if kind == "M" and getattr(column.dtype, "tz", None) is None:
        times = pl.Series(name, column.to_numpy())
        dates = times.cast(pl.Date)
        return dates if times.equals(dates.cast(times.dtype)) else times
    gone = column.isna()
    cells = [None if missing else cell for cell, missing in zip(column, gone, strict=True)]
    if any(isinstance(cell, (list, dict, set, tuple, bytes)) for cell in cells):
        raise SchemaError(f"column {name!r} holds lists or other compounds, not single values")
    texts = [cell if cell is None or isinstance(cell, str) else str(cell) for cell in cells]
    return pl.Series(name, texts, dtype=pl.String)
