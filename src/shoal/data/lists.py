"""Compressed rows to list columns."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl


def lists_of(values: pl.Series, offsets: npt.NDArray[np.int64]) -> pl.Series:
    """Return a list column whose row ``r`` holds ``values[offsets[r]:offsets[r + 1]]``."""
    rows = pl.Series("row", np.arange(len(offsets) - 1, dtype=np.int32)).set_sorted()
    entries = pl.DataFrame(
        {
            "row": pl.Series(np.repeat(rows.to_numpy(), np.diff(offsets))).set_sorted(),
            "items": values,
        }
    )
    lists = entries.group_by("row", maintain_order=True).agg("items")
    if len(lists) < len(rows):  # an empty row has no entry
        lists = pl.DataFrame([rows]).join(lists, on="row", how="left", maintain_order="left")
    return lists["items"].fill_null([])
