"""Baskets in a list column: Parquet and Arrow files, and data frames in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data import Baskets
from shoal.data.pandas_frames import from_pandas
from shoal.errors import SchemaError
from shoal.io.batches import read_batches, read_column, schema_of
from shoal.io.formats import ID, ITEM, Format, Long
from shoal.io.frames import is_pandas, write_frame
from shoal.io.long import LongCoder, among, from_long, read_long, reading
from shoal.wording import no_column, parameter


def from_frame(frame: Any, *, column: str | None = None, long: Long | None = None) -> Baskets:
    """Take baskets from the list column of a frame, or from its columns of ids and items."""
    if is_pandas(frame):
        frame = from_pandas(frame)
    elif isinstance(frame, pl.Series):
        frame = frame.to_frame()
    elif not isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        series = pl.Series(frame)
        frame = series.struct.unnest() if series.dtype == pl.Struct else series.to_frame()
    if long is not None:
        return from_long(frame, long)
    read = reading(frame)
    schema = frame.lazy().collect_schema()
    name = choose_column(schema.names(), list_columns(schema), column)
    return among(schema.names(), None, name, Baskets.from_series(read(name)), read)


def read_columnar(path: Path, format: Format, *, column: str | None = None) -> Baskets:
    """Read a Parquet or Arrow file, or a folder of Parquet files, batch by batch."""
    schema = schema_of(path, format)
    lists = list_columns(schema)
    # As Shoal itself writes the long layout.
    if column is None and not lists and schema.names() == [ID, ITEM]:
        return read_long(path, replace(format, long=Long(ID, ITEM)))
    name = choose_column(schema.names(), lists, column)
    coder, rows = LongCoder(), 0
    for batch in read_batches(path, format, [name]):
        coder.add(pl.int_range(rows, rows + len(batch), eager=True), batch[name])
        rows += len(batch)
    data = replace(coder.baskets(), may_repeat=False)
    return among(schema.names(), None, name, data, lambda other: read_column(path, format, other))


def write_columnar(data: Baskets, path: Path, format: Format, *, column: str | None = None) -> None:
    """Write a Parquet or Arrow file with one list column, called as the data's when not given."""
    name = data.column if column is None else column
    # Without the names of items that are in no basket.
    write_frame(pl.DataFrame({name: data.trimmed().to_series()}), path, format)


def choose_column(columns: Collection[str], lists: list[str], column: str | None) -> str:
    """Return the list column to take: the one asked for, or the only one."""
    if column is not None:
        if column in lists:
            return column
        message = f"column {column!r} holds no lists of items"
        if column not in columns:
            message = no_column(column, tuple(columns))
        raise SchemaError(message, parameter="column", entry=column)
    if not lists:
        there = ", ".join(map(repr, columns)) if columns else "none"
        raise SchemaError(
            f"no column holds lists of items: there are {there}; where each row is one item of a "
            f"basket, name the columns with {parameter('id')} and {parameter('item')}; of a table, "
            f"name the quasi-identifiers with {parameter('qi')}",
            parameter="item",
        )
    if len(lists) > 1:
        some = ", ".join(map(repr, lists))
        message = f"several columns hold lists, name one with {parameter('column')}: {some}"
        raise SchemaError(message, parameter="column")
    return lists[0]


def list_columns(schema: Mapping[str, pl.DataType]) -> list[str]:
    """Return the names of the columns that hold lists."""
    return [name for name, dtype in schema.items() if isinstance(dtype, (pl.List, pl.Array))]
