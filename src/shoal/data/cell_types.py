"""Which types of columns hold cells, and how their values are compared: by text, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

import polars as pl

from shoal.errors import SchemaError

#: How values of each type are spelled: cast to text, or by this format of dates and times. Columns
#: of any other type are refused. By name: older releases of Polars lack some.
SPELLINGS: dict[str, str | None] = {
    **dict.fromkeys(("String", "Categorical", "Enum", "Boolean", "Null", "Decimal")),
    **dict.fromkeys(f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64, 128)),
    **dict.fromkeys(("Float16", "Float32", "Float64")),
    **dict.fromkeys(("Date", "Datetime", "Time"), "iso:strict"),
}

#: The first and the last day of the years 2 to 9998, counted from 1970: no zone leads beyond the
#: years that a date can be spelled in.
_FIRST_DAY, _LAST_DAY = -718_797, 2_932_531

_PER_DAY = {"day": 1, "ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}

#: Of a decimal number that fits 128 bits.
_MOST_DIGITS = 38


def exact_texts(column: pl.Series) -> pl.Series:
    """Return the cells of a column as text: equal values have equal texts, others never.

    A missing value stays null. -0.0 and 0.0 have two texts, and all NaN have one.
    """
    check_type(column)
    if column.dtype == pl.String:
        return column
    kind = type_name(column.dtype)
    format = SPELLINGS[kind]
    texts = column.cast(pl.String) if format is None else column.dt.to_string(format)
    if texts.n_unique() < column.n_unique():
        raise SchemaError(
            f"column {column.name!r} holds different values of type {kind} that have the "
            "same text: convert it to text first",
            entry=column.name,
        )
    return texts


def holds_cells(dtype: pl.DataType) -> bool:
    """Tell whether values of a type are single ones that have a text."""
    return type_name(dtype) in SPELLINGS


def check_digits(name: str, digits: int) -> None:
    """Raise if a column of decimals has more digits than Polars reads; it would not say so."""
    if digits > _MOST_DIGITS:
        raise SchemaError(
            f"column {name!r} has the type Decimal with {digits} digits, and at most "
            f"{_MOST_DIGITS} can be read: convert it first, or leave it out",
            entry=name,
        )


def check_type(column: pl.Series) -> None:
    """Raise if a column holds no single values, or dates that cannot be spelled."""
    if not holds_cells(column.dtype):
        raise SchemaError(
            f"column {column.name!r} has the type {type_name(column.dtype)}, and a cell is a "
            "single number, date, time or text: convert it first, or leave it out",
            entry=column.name,
        )
    if isinstance(column.dtype, (pl.Date, pl.Datetime)):
        days = column.to_physical() // _PER_DAY[getattr(column.dtype, "time_unit", "day")]
        beyond = ~days.is_between(_FIRST_DAY, _LAST_DAY)
        if beyond.any():
            raise SchemaError(
                f"column {column.name!r} holds a date before the year 2 or after the year 9998: "
                "correct it, or leave the column out",
                row=beyond.arg_true()[0],
                entry=column.name,
            )


def cells_alone(columns: Iterable[pl.Series]) -> pl.DataFrame:
    """Return columns to publish, made anew from their cells.

    A column may carry more than its cells: categories that no row has, the text behind a missing
    cell, rows that were filtered out. Arrow would write it all; Parquet writes the values of cells.
    """
    made = []
    for column in columns:
        check_type(column)
        categories = type_name(column.dtype) in ("Categorical", "Enum")
        made.append(column.cast(pl.String) if categories else column)
    if not made:
        return pl.DataFrame()
    packed = BytesIO()
    pl.DataFrame(made).write_parquet(packed, compression="lz4")
    packed.seek(0)
    # The reader repeats a neighbour's value behind a missing cell.
    return pl.read_parquet(packed).select(pl.all().map_batches(_nothing_behind_missing))


def _nothing_behind_missing(column: pl.Series) -> pl.Series:
    if not column.null_count() or column.dtype == pl.Null:
        return column
    nothing = {pl.String: "", pl.Boolean: False}.get(column.dtype.base_type(), 0)
    known = column.fill_null(pl.select(pl.lit(nothing).cast(column.dtype)).item())
    cells = pl.when(column.is_not_null()).then(known).otherwise(None)
    return pl.select(cells.alias(column.name)).to_series()


def type_name(dtype: pl.DataType) -> str:
    """Return a type without what it is made of, which may be values: categories, say."""
    return dtype.base_type().__name__
