"""Facts about tables: columns, their roles, and what gives away what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from shoal.data.kept_columns import gives_away, is_nearly_unique
from shoal.inspection.column_types import Column
from shoal.inspection.facts import ColumnFacts, TableFacts
from shoal.inspection.known_columns import by_all_columns
from shoal.inspection.roles import IDENTIFIER, OTHER, QUASI_IDENTIFIER, role_of

#: Rows looked at to tell which column gives away which.
_ROWS = 20_000

#: Columns above this number are not compared with each other.
_COLUMNS = 60


def facts_of_table(columns: Sequence[Column], *, seed: int = 0) -> TableFacts:
    """Return what there is to say about a table.

    Parameters
    ----------
    columns
        What was told from the values of each.
    seed
        Of the draw of rows, where there are many.

    Examples
    --------
    >>> from shoal.inspection.column_types import look_at
    >>> frame = pl.DataFrame({"age": [31, 35, 31], "income": [9, 8, 9]})
    >>> facts_of_table([look_at(column) for column in frame]).of_role("sensitive")
    ('income',)
    """
    said = [
        ColumnFacts(column.name, column.type, column.distinct, column.missing, *role_of(column))
        for column in columns
    ]
    if sum(column.role == QUASI_IDENTIFIER for column in said) < 2:
        said = [_in_doubt(column) for column in said]
    single = {column.name: column.codes for column in columns if column.type != "list"}
    alone = by_all_columns(single, single).share if single else 1.0
    rows = columns[0].rows
    return TableFacts(
        tuple(said), rows - round(alone * rows), tuple(_near_identifiers(columns, said, seed))
    )


def _in_doubt(column: ColumnFacts) -> ColumnFacts:
    """Take what nothing is known of for what others may know, where hardly anything else is."""
    usable = column.role == OTHER and column.type in ("number", "category") and column.distinct > 1
    if not usable:
        return column
    return replace(
        column, role=QUASI_IDENTIFIER, reason="nothing tells what it is: others may know it"
    )


def _near_identifiers(
    columns: Sequence[Column], said: Sequence[ColumnFacts], seed: int
) -> Iterator[tuple[str, str]]:
    roles = {column.name: column.role for column in said}
    some = _some_rows(columns, seed)
    hidden = [column for column in columns if roles[column.name] == QUASI_IDENTIFIER]
    for column in columns:
        if roles[column.name] == IDENTIFIER or column.distinct < 2:
            continue
        if is_nearly_unique(column.distinct, column.rows):
            share = column.distinct / column.rows
            yield column.name, f"nearly unique: {share:.0%} as many values as rows"
            continue
        if len(columns) > _COLUMNS:
            continue
        given = [
            other.name
            for other in hidden
            if other.name != column.name and gives_away(some[column.name], some[other.name])
        ]
        if given:
            yield column.name, f"gives away {', '.join(given)}"


def _some_rows(columns: Sequence[Column], seed: int) -> dict[str, pl.Series]:
    rows = columns[0].rows
    chosen = np.arange(rows)
    if rows > _ROWS:
        chosen = np.random.default_rng(seed).choice(rows, _ROWS, replace=False)
    return {column.name: pl.Series(column.codes[chosen]) for column in columns}
