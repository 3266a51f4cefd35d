"""What is doubtful about a table, and about publishing it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.cells import MISSING
from shoal.data.code_names import names_codes
from shoal.data.columns import texts_of
from shoal.data.kept_columns import is_nearly_unique, listed_names
from shoal.data.person_names import are_codes, calls_persons, numbers_persons
from shoal.data.range_labels import doubtful_labels
from shoal.wording import counted, parameter

if TYPE_CHECKING:
    from shoal.data.roles import Roles
    from shoal.data.table import QuasiIdentifier


#: Dates and amounts as people write them, and what would make ranges of them.
_SPELLINGS = {
    r"^\s*[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{2}|[0-9]{4})\s*$": (
        "looks like dates, and is published as sets of words: write them as 2025-08-26"
    ),
    r"^\s*[-+]?(?:[$£€]\s?[0-9.,]+|[0-9.,]+\s?[$£€%]|[0-9.]+,[0-9]+)\s*$": (
        "looks like amounts, and is published as sets of words: write them as 1234.56"
    ),
}
_NEARLY_ALL = 0.9


def doubts(columns: Sequence[QuasiIdentifier]) -> Iterator[str]:
    """Return what is doubtful about quasi-identifiers, whatever is done with them, in sentences."""
    for column in columns:
        if len(column.hierarchy) == 1:
            yield f"column {column.name!r} holds one value only: it tells nobody apart"
    for column in columns:
        if column.given_hierarchy:
            for said in doubtful_labels(column.hierarchy):
                yield f"column {column.name!r}: {said}"


def doubts_of_publishing(
    frame: pl.DataFrame,
    roles: Roles,
    columns: Sequence[QuasiIdentifier],
    told: Collection[str] = (),
) -> Iterator[str]:
    """Return what whoever anonymizes a table should know before, in sentences.

    Parameters
    ----------
    frame
        All columns, those without a role too.
    roles
        What each is.
    columns
        The quasi-identifiers.
    told
        Those of which the user says that they are numbers or categories.
    """
    yield from _rows_of_persons(frame, roles)
    for column in columns:
        otherwise = None if column.name in told else _spelled_otherwise(column)
        if otherwise is not None:
            yield f"column {column.name!r} {otherwise}"
        elif column.recoding == "set" and is_nearly_unique(
            len(column.hierarchy), len(column.codes)
        ):
            yield listed_names(column.name)
        elif column.name not in told and _ranges_of_codes(column):
            yield (
                f"column {column.name!r} holds digits that are names, and is published as ranges "
                f"of numbers; {parameter('categorical', [column.name])} or a hierarchy keeps it "
                "from that"
            )


def _spelled_otherwise(column: QuasiIdentifier) -> str | None:
    """Return what to do where nearly all values are dates or amounts, but are taken for words."""
    if column.recoding != "set":
        return None
    known = pl.Series([value for value in column.hierarchy.values if value != MISSING])
    for pattern, advice in _SPELLINGS.items():
        if len(known) > 1 and known.str.contains(pattern).sum() >= _NEARLY_ALL * len(known):
            return advice
    return None


def _ranges_of_codes(column: QuasiIdentifier) -> bool:
    """Tell whether postcodes and the like are taken for amounts."""
    if column.recoding != "range" or not names_codes(column.name):
        return False
    known = (value for value in column.hierarchy.values if value != MISSING)
    return all(value.isdecimal() for value in known)


def _rows_of_persons(frame: pl.DataFrame, roles: Roles) -> Iterator[str]:
    """Warn of a column that is left out, though it says that rows are not persons."""
    if roles.person is not None:
        return
    for name in roles.dropped:
        if not (numbers_persons(name) or calls_persons(name)):
            continue
        if frame[name].dtype.is_nested() or frame[name].dtype in (pl.Binary, pl.Object):
            continue
        values = texts_of(frame[name])
        distinct = values.unique()
        ids = numbers_persons(name) or are_codes(distinct, len(values))
        if ids and not values.null_count() and len(distinct) < len(values):
            different = counted(len(distinct), "value")
            yield (
                f"column {name!r} has {different} in {counted(len(values), 'row')}: rows are not "
                "persons, and k counts rows; "
                f"{parameter('person', name)} counts persons"
            )
