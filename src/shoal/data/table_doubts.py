"""What a publisher should know about a table before it is anonymized."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.columns import texts_of
from shoal.data.kept_columns import is_nearly_unique, listed_names
from shoal.data.person_names import numbers_persons
from shoal.data.range_labels import doubtful_labels
from shoal.wording import counted, parameter

if TYPE_CHECKING:
    from shoal.data.roles import Roles
    from shoal.data.table import QuasiIdentifier


def doubts(
    frame: pl.DataFrame, roles: Roles, columns: Sequence[QuasiIdentifier]
) -> tuple[str, ...]:
    """Return what is doubtful about a table and the roles of its columns, in sentences.

    Parameters
    ----------
    frame
        All columns, those without a role too.
    roles
        What each is.
    columns
        The quasi-identifiers.
    """
    return (*_rows_of_persons(frame, roles), *_about_columns(columns))


def _about_columns(columns: Sequence[QuasiIdentifier]) -> Iterator[str]:
    for column in columns:
        if len(column.hierarchy) == 1:
            yield f"column {column.name!r} holds one value only: it tells nobody apart"
    for column in columns:
        if column.given_hierarchy:
            for said in doubtful_labels(column.hierarchy):
                yield f"column {column.name!r}: {said}"
        elif column.recoding == "set" and is_nearly_unique(
            len(column.hierarchy), len(column.codes)
        ):
            yield listed_names(column.name)


def _rows_of_persons(frame: pl.DataFrame, roles: Roles) -> Iterator[str]:
    """Warn of a column that is left out, though it says that rows are not persons."""
    if roles.person is not None:
        return
    for name in filter(numbers_persons, roles.dropped):
        if frame[name].dtype.is_nested() or frame[name].dtype in (pl.Binary, pl.Object):
            continue
        values = texts_of(frame[name])
        distinct = values.n_unique()
        if not values.null_count() and distinct < len(values):
            yield (
                f"column {name!r} has {counted(distinct, 'value')} in {counted(len(values), 'row')}"
                ": rows are not persons, and k counts rows; "
                f"{parameter('person', name)} counts persons"
            )
