"""Baskets in a list column: Parquet and Arrow files, and data frames in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data import Transactions
from shoal.data.pandas_frames import from_pandas
from shoal.data.table_notices import rows_not_persons
from shoal.data.transactions import flatten
from shoal.errors import SchemaError
from shoal.io.batches import read_batches, read_column, schema_of
from shoal.io.coding import RowCoder
from shoal.io.failures import writing
from shoal.io.formats import ID, ITEM, Format, Long
from shoal.io.frames import is_pandas
from shoal.io.long import from_long, read_long
from shoal.wording import no_column, parameter


def from_frame(frame: Any, *, column: str | None = None, long: Long | None = None) -> Transactions:
    """Take baskets from the list column of a frame, or from its columns of ids and items.

    Parameters
    ----------
    frame
        A Polars, pandas or Arrow frame or column, or any other that speaks the Arrow C interface.
    column
        Which column; needed when there are several list columns.
    long
        The columns of ids and items, where the frame has the long layout.

    Examples
    --------
    >>> frame = pl.DataFrame({"id": [1, 2], "items": [["b", "a"], []]})
    >>> list(from_frame(frame))
    [['a', 'b'], []]
    """
    if is_pandas(frame):
        frame = from_pandas(frame)
    elif isinstance(frame, pl.Series):
        frame = frame.to_frame()
    elif not isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        series = pl.Series(frame)
        frame = series.struct.unnest() if series.dtype == pl.Struct else series.to_frame()
    if long is not None:
        return from_long(frame, long)

    def read(name: str) -> pl.Series:
        column: pl.Series = frame.lazy().select(name).collect().to_series()
        return column

    schema = frame.lazy().collect_schema()
    name = choose_column(schema.names(), list_columns(schema), column)
    return _among(schema.names(), name, Transactions.from_series(read(name)), read)


def read_columnar(path: Path, format: Format, *, column: str | None = None) -> Transactions:
    """Read a Parquet or Arrow file, or a folder of Parquet files, batch by batch.

    Two columns called ``id`` and ``item`` are the long layout, as Shoal itself writes it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.parquet")
    ...     write_columnar(Transactions.of([["b", "a"]]), path, Format("parquet"))
    ...     list(read_columnar(path, Format("parquet")))
    [['a', 'b']]
    """
    schema = schema_of(path, format)
    lists = list_columns(schema)
    if column is None and not lists and schema.names() == [ID, ITEM]:
        return read_long(path, replace(format, long=Long(ID, ITEM)))
    name = choose_column(schema.names(), lists, column)
    coder = RowCoder()
    missing = 0
    for batch in read_batches(path, format, [name]):
        flat, lengths, gone = flatten(batch.to_series())
        coder.add(flat, lengths)
        missing += gone
    return _among(
        schema.names(),
        name,
        coder.baskets().without_missing(missing),
        lambda other: read_column(path, format, other),
    )


def write_columnar(
    data: Transactions, path: Path, format: Format, *, column: str | None = None
) -> None:
    """Write a Parquet or Arrow file with one list column, called as the data's when not given.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.arrow")
    ...     write_columnar(Transactions.of([[2, 1]]), path, Format("arrow"), column="basket")
    ...     pl.read_ipc(path).to_dicts()
    [{'basket': [1, 2]}]
    """
    frame = pl.DataFrame({data.column if column is None else column: data.to_series()})
    with writing(path), path.open("wb") as file:
        (frame.write_parquet if format.name == "parquet" else frame.write_ipc)(file)


def choose_column(columns: Collection[str], lists: list[str], column: str | None) -> str:
    """Return the list column to take: the one asked for, or the only one.

    Examples
    --------
    >>> choose_column(["id", "items"], ["items"], None)
    'items'
    """
    if column is not None:
        if column not in columns:
            message = no_column(column, tuple(columns))
            raise SchemaError(message, parameter="column", entry=column)
        if column not in lists:
            message = f"column {column!r} holds no lists of items"
            raise SchemaError(message, parameter="column", entry=column)
        return column
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


def _among(
    columns: Iterable[str], column: str, data: Transactions, read: Callable[[str], pl.Series]
) -> Transactions:
    """Return baskets with the names of other columns, and a warning if rows are not persons."""
    others = tuple(name for name in columns if name != column)
    notices = rows_not_persons(
        others,
        read,
        len(data),
        lambda name: (
            f"{parameter('id', name)} and {parameter('item', column)} make one basket for each "
            "person"
        ),
    )
    notes = (*data.notes, *notices)
    return replace(data, column=column or "items", other_columns=others, notes=notes)
