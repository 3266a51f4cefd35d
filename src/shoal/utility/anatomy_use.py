"""What an analyst can still do with two tables: counts by a quasi-identifier and a value."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl

from shoal.data.cells import MISSING
from shoal.data.sensitive_counts import COUNT, GROUP, AnatomizedTable, as_numbers
from shoal.data.table import Table
from shoal.loss.published_cells import Floats, Integers
from shoal.loss.tables import published_cells
from shoal.utility.table_use import (
    Association,
    AssociationsKept,
    BinnedColumn,
    TableUse,
    association,
    binned,
    bins_of,
    by_chance,
    error_of,
    kept_columns,
    mean_of,
)


def anatomy_use(original: Table, published: AnatomizedTable) -> TableUse:
    """Return the error of counts by values of a quasi-identifier and of a sensitive column.

    An analyst takes every row of a group for having each value of the group as often as the group
    has it. Counts by quasi-identifiers alone are exact.
    """
    recoded = [binned(cells) for cells in published_cells(original, published.frame)]
    errors, found = [], []
    for one, other in product(recoded, _separated(original, published)):
        before, after = _counts(one, other)
        errors.append(error_of(before, after, np.outer(one.asked, other.asked)))
        strengths = association(before), association(after), by_chance(before)
        found.append(Association((one.name, other.name), *strengths))
    pairs = AssociationsKept(tuple(sorted(found, key=lambda one: -one.before)))
    return TableUse(0.0, mean_of(errors), pairs)


def _counts(exact: BinnedColumn, other: BinnedColumn) -> tuple[Floats, Floats]:
    """Return the rows in each bin of an exact column and each of a separated one."""
    shape = exact.shares.shape[1], other.shares.shape[1]
    both = exact.before * shape[1] + other.before
    before = np.bincount(both, minlength=shape[0] * shape[1]).reshape(shape)
    bins = exact.shares.argmax(axis=1)[exact.cells]
    # By bin and group, so that sums are the same to the last digit in any order of the rows.
    found, rows = np.unique(bins * len(other.shares) + other.cells, return_counts=True)
    bins, groups = np.divmod(found, len(other.shares))
    after = [
        np.bincount(bins, rows * shares[groups], minlength=shape[0])
        for shares in np.ascontiguousarray(other.shares.T)
    ]
    return before.astype(np.float64), np.column_stack(after)


def _separated(original: Table, published: AnatomizedTable) -> list[BinnedColumn]:
    """Return the sensitive columns: of each row after, no more is known than its group."""
    assert published.counts is not None
    numbers, group_of_row = np.unique(
        as_numbers(published.frame[GROUP]).to_numpy(), return_inverse=True
    )
    frame = published.counts.frame
    groups: Integers = np.searchsorted(numbers, frame[GROUP].to_numpy())
    rows = frame[COUNT].to_numpy()
    found = []
    for column in kept_columns(original):
        if column.name not in published.counts.sensitive:
            continue
        size = len(column.hierarchy)
        bins, other = bins_of(column, np.bincount(column.codes, minlength=size))
        leaf_of = {value: leaf for leaf, value in enumerate(column.hierarchy.values)}
        texts = frame[column.name].fill_null(MISSING)
        leaves = texts.replace_strict(leaf_of, return_dtype=pl.Int64).to_numpy()
        shares = np.zeros((len(numbers), int(bins.max(initial=0)) + 1))
        np.add.at(shares, (groups, bins[leaves]), rows)
        shares /= shares.sum(axis=1, keepdims=True)
        asked = np.arange(shares.shape[1]) != other
        before = bins[column.codes]
        found.append(BinnedColumn(column.name, before, group_of_row.ravel(), shares, asked))
    return found
