"""Columns derived from others when a table is read: whole years from a date to a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import polars as pl

from shoal.data.columns import texts_of
from shoal.data.dates import as_iso, in_iso
from shoal.errors import ParameterError, SchemaError
from shoal.wording import no_column, parameter


def sources_of(derive: Mapping[str, str]) -> set[str]:
    """Return the columns that others are derived from."""
    return {_column_and_day(name, rule)[0] for name, rule in derive.items()}


def with_derived(
    frame: pl.DataFrame, derive: Mapping[str, str], dates: Mapping[str, str]
) -> pl.DataFrame:
    """Return columns with those derived from them, each behind its source."""
    frame = frame.clone()
    for name, rule in derive.items():
        source, day = _column_and_day(name, rule)
        if source not in frame.columns:
            raise SchemaError(no_column(source, frame.columns), parameter="derive", entry=name)
        if name in frame.columns:
            message = f"there is a column {name!r} already: derive another name"
            raise ParameterError(message, parameter="derive", entry=name)
        years = _whole_years(frame[source], day, dates.get(source)).alias(name)
        frame.insert_column(frame.get_column_index(source) + 1, years)
    return frame


def _column_and_day(name: str, rule: str) -> tuple[str, date]:
    source, _, day = str(rule).rpartition("@")
    try:
        return source, date.fromisoformat(day if source else "")
    except ValueError:
        example = parameter("derive", {name: "birth_date@2024-12-31"})
        message = f"column {name!r} is derived from a column and a day in ISO form, as {example}"
        raise ParameterError(message, parameter="derive", entry=name) from None


def _whole_years(column: pl.Series, day: date, order: str | None) -> pl.Series:
    """Return for each date how many years have passed up to a day."""
    texts = in_iso(texts_of(column), order)
    dates, _ = as_iso(texts, order)
    wrong = texts.is_not_null() & dates.is_null()
    late = dates.str.head(10) > day.isoformat()
    for faulty, what in ((wrong, "text that is no date"), (late, f"a date after {day}")):
        if faulty.any():
            message = f"column {column.name!r} holds {what}: clean it, or derive nothing from it"
            row = faulty.arg_true()[0]
            raise SchemaError(message, row=row, parameter="derive", entry=column.name)
    ahead = dates.str.slice(5, 5) > day.isoformat()[5:]
    return day.year - dates.str.head(4).cast(pl.Int64) - ahead.cast(pl.Int64)
