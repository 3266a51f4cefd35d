"""The recoding that is used when none is given: hierarchies built from the columns themselves.

Numbers and dates are cut into bands whose ends are round, codes by their first characters, and
categories into small sets. Whatever may be printed is held by at least k rows, or k persons.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING
from shoal.data.columns import are_codes
from shoal.data.hierarchy import Hierarchy, Run
from shoal.data.table import QuasiIdentifier, Table
from shoal.hierarchies.cuts import nested
from shoal.hierarchies.date_cuts import cut_dates
from shoal.hierarchies.merging import CLASSES, MOST_VALUES
from shoal.hierarchies.number_cuts import cut_numbers
from shoal.hierarchies.small_sets import small_sets

Counts = npt.NDArray[np.int64]


def with_bands(table: Table, k: int) -> Table:
    """Return the table with a hierarchy for each column that is to be published by bands.

    Examples
    --------
    >>> ages = [str(18 + row % 40) for row in range(400)]
    >>> table = with_bands(Table.of({"age": ages}, ["age"]), k=30)
    >>> print(table["age"].hierarchy.describe(limit=0).splitlines()[0])
    *  (40 values)
    >>> [label for label in table["age"].hierarchy.labels if not label.isdigit()]
    ['*', 'under 40', 'under 30', 'under 25', '25-29', '30-39', ...]
    """
    if all(column.recoding != "bands" for column in table.quasi_identifiers):
        return table
    if k not in table.banded:
        columns = [
            _banded(column, table, k) if column.recoding == "bands" else column
            for column in table.quasi_identifiers
        ]
        table.banded[k] = replace(table, quasi_identifiers=tuple(columns))
    return table.banded[k]


def in_words(column: QuasiIdentifier) -> str:
    """Return the narrowest labels above the values of a column, of many the first and the last.

    Examples
    --------
    >>> ages = [str(18 + row % 40) for row in range(400)]
    >>> in_words(with_bands(Table.of({"age": ages}, ["age"]), k=30)["age"])
    'under 25, 25-29, 30-34, ..., 55 or over'
    """
    tree = column.hierarchy
    narrowest = np.flatnonzero(tree.levels()[1:] == 1) + 1
    labels = [tree.labels[node] for node in narrowest.tolist()]
    if not labels:
        return "each value, or *"
    return ", ".join(labels if len(labels) <= 4 else [*labels[:3], "...", labels[-1]])


def _rows_of_leaves(column: QuasiIdentifier, persons: npt.NDArray[np.int32] | None) -> Counts:
    """Return how many rows have each value; a person counts once, with the first of theirs."""
    codes: npt.NDArray[Any] = column.codes
    if persons is not None:
        least = np.full(int(persons.max()) + 1, len(column.hierarchy), dtype=np.int64)
        np.minimum.at(least, persons, codes)
        codes = least[np.unique(persons)]
    return np.bincount(codes, minlength=len(column.hierarchy)).astype(np.int64)


def _banded(column: QuasiIdentifier, table: Table, k: int) -> QuasiIdentifier:
    """Return a column with its hierarchy; the order of its leaves may be another one."""
    counts = _rows_of_leaves(column, table.persons)
    missing = column.hierarchy.values[-1:] == (MISSING,)
    values = column.hierarchy.values[: len(counts) - missing]
    order, runs = _runs(column, values, counts[: len(values)], k, table)
    tree = Hierarchy.from_runs([values[leaf] for leaf in order.tolist()], runs)
    order = np.append(order, np.arange(len(order), len(counts)))  # the missing one stays the last
    place = np.empty(len(counts), dtype=np.int32)
    place[order] = np.arange(len(counts), dtype=np.int32)
    return replace(
        column,
        hierarchy=tree.with_missing() if missing else tree,
        codes=place[column.codes],
        positions=None if column.positions is None else column.positions[order],
        recoding="hierarchy",
        banded=True,
    )


def _runs(
    column: QuasiIdentifier, values: tuple[str, ...], counts: Counts, k: int, table: Table
) -> tuple[Counts, list[Run]]:
    """Return the leaves in order, and the nested runs of them that have a label."""
    ordered = np.arange(len(values))
    texts = pl.Series(values, dtype=pl.String)
    if column.positions is not None:
        places = column.positions[: len(values)]
        cut = cut_dates if column.kind == "date" else cut_numbers
        return ordered, nested(cut(places, texts), counts, k)
    if are_codes(column.name, texts):
        return ordered, _prefixes(texts, counts, k)
    others = (other for other in table.quasi_identifiers if other is not column)
    classes = [found for other in others if (found := _classes(other)) is not None]
    return small_sets(values, counts, k, column.codes, classes)


def _classes(column: QuasiIdentifier) -> Counts | None:
    """Return what rows are compared by: the value, or of many ordered ones a tenth of the rows.

    A category that hardly repeats compares nothing.
    """
    size = len(column.hierarchy)
    if size <= CLASSES or (column.positions is None and size < MOST_VALUES):
        return column.codes.astype(np.int64)
    if column.positions is None:
        return None
    before = np.cumsum(np.bincount(column.codes, minlength=size))
    classes: Counts = (before - 1) * CLASSES // max(int(before[-1]), 1)
    return classes[column.codes]


def _prefixes(texts: pl.Series, counts: Counts, k: int) -> list[Run]:
    """Return runs of sorted codes that begin alike, as long as can be, each of at least k rows."""
    lengths = texts.str.len_chars()
    longest = int(lengths.max() or 0)  # type: ignore[arg-type]
    stars = longest if lengths.n_unique() == 1 else 0
    before = np.append(0, np.cumsum(counts))
    runs: list[Run] = []
    for length in reversed(range(1, longest)):
        beginnings = texts.str.slice(0, length)
        firsts = np.flatnonzero(beginnings.ne_missing(beginnings.shift()).to_numpy())
        ends = np.append(firsts[1:], len(texts))
        enough = before[ends] - before[firsts] >= k
        for first, end in zip(firsts[enough].tolist(), ends[enough].tolist(), strict=True):
            label = beginnings[first].ljust(stars, "*")
            runs.append((first, end, label if stars else f"{label}*"))
    return runs
