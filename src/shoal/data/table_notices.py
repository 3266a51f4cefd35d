"""What whoever publishes should know: rows that are not persons, columns that give people away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.cell_types import holds_cells
from shoal.data.kept_columns import is_nearly_unique, nearly_unique
from shoal.data.words import may_name_persons, names_persons
from shoal.errors import Notice
from shoal.wording import counted, parameter

if TYPE_CHECKING:
    from shoal.data.roles import Roles
    from shoal.data.table import QuasiIdentifier


def rows_not_persons(
    columns: Iterable[str],
    read: Callable[[str], pl.Series],
    rows: int,
    remedy: Callable[[str], str],
    unit: str = "row",
) -> tuple[Notice, ...]:
    """Warn if a column that is left out says that one person has several rows."""
    for name in columns:
        if not may_name_persons(name):  # most columns need not be read
            continue
        values = read(name)
        if not holds_cells(values.dtype):
            continue
        distinct = values.drop_nulls().n_unique()
        if names_persons(name, distinct, rows):
            text = (
                f"column {name!r} has {counted(distinct, 'value')} in {counted(rows, unit)}: "
                f"k counts {unit}s, not persons; {remedy(name)}"
            )
            return (Notice(text, code="rows-not-persons"),)
    return ()


def single_values(columns: Iterable[QuasiIdentifier]) -> Iterator[Notice]:
    """Name the quasi-identifiers that hold one value only."""
    for column in columns:
        if len(column.hierarchy) == 1:
            text = f"column {column.name!r} holds one value only: it tells nobody apart"
            yield Notice(text, code="one-value")


def publishing_notices(
    frame: pl.DataFrame, roles: Roles, columns: Sequence[QuasiIdentifier]
) -> Iterator[Notice]:
    """Warn of rows that are not persons, and of quasi-identifiers that name the person."""
    if roles.person is None:
        yield from rows_not_persons(
            roles.dropped,
            frame.get_column,
            len(frame),
            lambda name: f"{parameter('person', name)} counts persons",
        )
    for column in columns:
        if column.recoding == "set" and is_nearly_unique(len(column.hierarchy), len(column.codes)):
            yield Notice(
                f"{nearly_unique('quasi-identifier', column.name)}, and each group would publish "
                "the list of its values; leave it out, or give it a hierarchy",
                code="listed-names",
            )
