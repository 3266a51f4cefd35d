"""Exact values that ranges and sets print though few rows have them."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.errors import Notice
from shoal.loss.public_cells import named_values
from shoal.wording import counted, parameter


def rare_values(data: Table, published: pl.DataFrame, k: int) -> tuple[Notice, ...]:
    """Warn of the ends of ranges and the members of sets that fewer than k rows have."""
    rare = {}
    for column in data.quasi_identifiers:
        if column.recoding == "hierarchy":
            continue
        values = column.hierarchy.values
        few = np.flatnonzero(np.bincount(column.codes, minlength=len(values)) < k)
        named = named_values(published[column.name], ranges=column.recoding == "range")
        if found := len(named & {values[leaf] for leaf in few.tolist()}):
            rare[column.name] = found
    if not rare:
        return ()
    of_columns = ", ".join(f"{count:,} of {name!r}" for name, count in rare.items())
    text = (
        f"{counted(sum(rare.values()), 'exact value is', 'exact values are')} printed that fewer "
        f"than {k:,} rows have ({of_columns}): the ends of ranges and the members of sets can "
        f"point at single persons; {parameter('recoding', 'bands')} prints none"
    )
    return (Notice(text, code="rare-values"),)
