"""Baskets in a list column: Parquet and Arrow files, and data frames in memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data import Baskets
from shoal.data.baskets import flatten
from shoal.errors import SchemaError
from shoal.io.batches import read_batches, read_column, schema_of
from shoal.io.coding import RowCoder
from shoal.io.failures import writing
from shoal.io.formats import Format, Long
from shoal.io.frames import is_pandas
from shoal.io.id_columns import are_ids, column_of_ids
from shoal.io.long import from_long, read_long
from shoal.io.persons import rows_are_not_persons, shared_baskets
from shoal.wording import parameter


def from_frame(frame: Any, *, column: str | None = None, long: Long | None = None) -> Baskets:
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
        return _from_pandas(frame, column) if long is None else _long_pandas(frame, long)
    if isinstance(frame, pl.Series):
        frame = frame.to_frame()
    elif not isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        series = pl.Series(frame)
        frame = series.struct.unnest() if series.dtype == pl.Struct else series.to_frame()
    if long is not None:
        return from_long(frame, long)
    schema = frame.lazy().collect_schema()
    name = choose_column(schema.names(), _list_columns(schema), column)
    series = frame.lazy().select(name).collect().to_series()
    return _among(
        schema.names(),
        name,
        Baskets.from_series(series),
        lambda other: frame.lazy().select(other).collect().to_series(),
    )


def read_columnar(path: Path, format: Format, *, column: str | None = None) -> Baskets:
    """Read a Parquet or Arrow file, or a folder of Parquet files, batch by batch.

    Parameters
    ----------
    path
        The file or folder.
    format
        Which of the two.
    column
        Which column; needed when there are several list columns.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.parquet")
    ...     write_columnar(Baskets.of([["b", "a"]]), path, Format("parquet"))
    ...     list(read_columnar(path, Format("parquet")))
    [['a', 'b']]
    """
    schema = schema_of(path, format)
    if column is None and (long := _as_long(path, format, schema)) is not None:
        return long
    name = choose_column(schema.names(), _list_columns(schema), column)
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


def _as_long(path: Path, format: Format, schema: pl.Schema) -> Baskets | None:
    """Read a file of two columns without lists, one of ids that repeat, as text of that kind is."""
    long = long_columns(schema, lambda name: read_column(path, format, name))
    if long is None:
        return None
    data = read_long(path, replace(format, long=long))
    note = (
        f"no column holds lists, and {long.id!r} repeats, so each row was read as an id and an item"
    )
    return replace(data, notes=(note, *data.notes))


def long_columns(schema: pl.Schema, read: Callable[[str], pl.Series]) -> Long | None:
    """Return the columns of the long layout if there are two, one of ids that repeat, else None.

    Parameters
    ----------
    schema
        The columns and their types.
    read
        Returns the values of one.

    Examples
    --------
    >>> loans = pl.DataFrame({"title": ["Emma", "Kim", "Emma"], "member": [7, 7, 8]})
    >>> long_columns(loans.schema, loans.get_column)
    Long(id='member', item='title')
    """
    id = column_of_ids(schema.names())
    if len(schema) != 2 or id is None or any(type.is_nested() for type in schema.values()):
        return None
    ids = read(id)
    if ids.null_count() or not are_ids(id, ids.unique(), len(ids)):
        return None
    return Long(id, next(name for name in schema if name != id))


def write_columnar(data: Baskets, path: Path, format: Format, *, column: str | None = None) -> None:
    """Write a Parquet or Arrow file with one list column.

    Parameters
    ----------
    data
        The baskets.
    path
        The file, created or overwritten.
    format
        Which of the two.
    column
        The column's name; that of the data when not given.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.arrow")
    ...     write_columnar(Baskets.of([[2, 1]]), path, Format("arrow"), column="basket")
    ...     pl.read_ipc(path).to_dicts()
    [{'basket': [1, 2]}]
    """
    frame = pl.DataFrame({data.column if column is None else column: data.to_series()})
    with writing(path), path.open("wb") as file:
        if format.name == "parquet":
            frame.write_parquet(file)
        else:
            frame.write_ipc(file)


def choose_column(columns: Collection[str], lists: list[str], column: str | None) -> str:
    """Return the list column to take: the one asked for, or the only one.

    Parameters
    ----------
    columns
        All columns there are.
    lists
        Those that hold lists.
    column
        The column asked for.

    Examples
    --------
    >>> choose_column(["id", "items"], ["items"], None)
    'items'
    """
    if column is not None:
        if column not in columns:
            raise SchemaError(f"there is no column {column!r}: there are {_listed(columns)}")
        if column not in lists:
            raise SchemaError(f"column {column!r} holds no lists of items")
        return column
    if not lists:
        raise SchemaError(
            f"no column holds lists of items: there are {_listed(columns)}; where each row is one "
            f"item of a basket, say so with {parameter('format', 'long')}; of a table, name the "
            f"quasi-identifiers with {parameter('qi')}"
        )
    if len(lists) > 1:
        raise SchemaError(f"several columns hold lists, say which one: {_listed(lists)}")
    return lists[0]


def _among(
    columns: Iterable[str], column: str, data: Baskets, read: Callable[[str], pl.Series]
) -> Baskets:
    """Return the data with its column's name and the others', and a note if rows share persons."""
    others = list(columns)
    others.remove(column)
    data = replace(data, column=column or "items", other_columns=tuple(others))
    shared = shared_baskets(others, read, len(data))
    if shared is None:
        return data
    return replace(data, notes=(*data.notes, rows_are_not_persons(*shared, len(data), column)))


def _listed(columns: Collection[str]) -> str:
    return ", ".join(map(repr, columns)) if columns else "none"


def _list_columns(schema: Mapping[str, pl.DataType]) -> list[str]:
    return [name for name, dtype in schema.items() if isinstance(dtype, (pl.List, pl.Array))]


def _from_pandas(frame: Any, column: str | None) -> Baskets:
    """Take baskets from a pandas frame; lists live in object columns, which need no pyarrow."""
    if type(frame).__name__ == "Series":
        frame = frame.to_frame("items" if frame.name is None else frame.name)
    columns = {str(label): frame.iloc[:, place] for place, label in enumerate(frame.columns)}
    lists = [name for name, values in columns.items() if _holds_lists(values)]
    name = choose_column(columns, lists, column)
    data = _lists_of(columns[name])
    return _among(map(str, frame.columns), name, data, lambda other: _texts(columns[other]))


def _long_pandas(frame: Any, long: Long) -> Baskets:
    from shoal.data.pandas_frames import from_pandas

    if type(frame).__name__ == "Series":
        frame = frame.to_frame()
    columns = {str(label): frame.iloc[:, place] for place, label in enumerate(frame.columns)}
    lists = {name: values for name, values in columns.items() if _holds_lists(values)}
    plain = from_pandas(frame.loc[:, [str(label) not in lists for label in frame.columns]])
    cells = [
        _lists_of(lists[name]).to_series().alias(name) if name in lists else plain[name]
        for name in columns
    ]
    return from_long(pl.DataFrame(cells), long)


def _texts(values: Any) -> pl.Series:
    """Return the cells of a pandas column as text."""
    gone = values.isna()
    cells = [None if no else str(cell) for cell, no in zip(values, gone, strict=True)]
    return pl.Series(cells, dtype=pl.String)


def _lists_of(values: Any) -> Baskets:
    """Take baskets from a pandas column of lists."""
    if values.dtype != object:
        return Baskets.from_series(pl.Series(values.array.__arrow_array__()))
    return _from_objects(values)


def _from_objects(values: Any) -> Baskets:
    """Take baskets from Python lists; what pandas takes for missing is no item, as in Polars."""
    nothing = sys.modules["pandas"].NA
    rows = [
        () if gone else list(row) if _is_list(row) else row
        for row, gone in zip(values, values.isna(), strict=True)
    ]
    kept = [
        [item for item in row if not (item is None or item is nothing or _is_nan(item))]
        if _is_list(row)
        else row
        for row in rows
    ]
    data = Baskets.of(kept)
    return data.without_missing(sum(map(len, rows)) - sum(map(len, kept)))


def _holds_lists(values: Any) -> bool:
    if values.dtype != object:
        return "list<" in str(values.dtype)
    return _is_list(next(iter(values[~values.isna()]), ()))


def _is_list(row: object) -> bool:
    return hasattr(row, "__iter__") and not isinstance(row, (str, bytes, dict))


def _is_nan(item: object) -> bool:
    return isinstance(item, float) and item != item
