"""What kind of data a frame in memory holds."""

from __future__ import annotations

from typing import Any

import polars as pl

from shoal.data import Baskets
from shoal.errors import SchemaError
from shoal.inspection.row_order import judge_order
from shoal.inspection.seen import Seen, stride
from shoal.io.columnar import choose_column, from_frame
from shoal.io.frames import is_pandas
from shoal.io.persons import shared_baskets
from shoal.io.tables import read_columns


def look_at_frame(source: Any, *, column: str | None = None) -> Seen:
    """Tell what a frame holds: baskets in a list column, or a table.

    Parameters
    ----------
    source
        A frame, or columns by name.
    column
        The list column to look at.

    Examples
    --------
    >>> look_at_frame({"items": [[1, 2], [2]]}).kind, look_at_frame({"age": [31]}).kind
    ('baskets', 'table')
    """
    if is_pandas(source) and "object" in map(str, getattr(source, "dtypes", ())):
        seen = _lists_of_pandas(source, column)
        if seen is not None:
            return seen
    frame = source.to_frame() if isinstance(source, pl.Series) else read_columns(source)
    lists = [name for name, dtype in frame.schema.items() if isinstance(dtype, (pl.List, pl.Array))]
    if column is None and not lists:
        if not frame.width or not len(frame):
            raise SchemaError("the table holds no rows")
        return Seen("table", "no column holds lists, so each cell is one value", frame)
    name = choose_column(frame.columns, lists, column)
    data = from_frame(frame, column=name)
    kind, reason = judge_order(frame[name].drop_nulls().gather_every(stride(len(frame))).to_list())
    flags: tuple[str, ...] = ("--column", name) if len(lists) > 1 else ()
    shared = shared_baskets(data.other_columns, frame.get_column, len(data))
    if shared is not None:
        flags = ("--id", shared[0], "--item", name)
    return Seen(
        kind,
        f"column {name!r} holds lists; {reason}",
        data,
        _notes(data),
        flags,
        persons=shared and shared[1],
    )


def _notes(data: Baskets) -> tuple[str, ...]:
    if not data.other_columns:
        return data.notes
    others = ", ".join(map(repr, data.other_columns))
    return (*data.notes, f"only {data.column!r} is read as baskets; left out: {others}")


def _lists_of_pandas(frame: Any, column: str | None) -> Seen | None:
    """Take baskets from Python lists in a pandas frame; None if it holds no lists."""
    try:
        data = from_frame(frame, column=column)
    except SchemaError:
        if column is not None:
            raise
        return None
    rows = [row for row in frame[data.column] if isinstance(row, (list, tuple))]
    kind, reason = judge_order(rows[:: stride(len(rows))])
    return Seen(kind, f"column {data.column!r} holds lists; {reason}", data, _notes(data))


def look_at_rows(rows: list[Any]) -> Seen:
    """Tell what plain rows of items are.

    Parameters
    ----------
    rows
        Each a list of items, in the order they came.

    Examples
    --------
    >>> look_at_rows([["tea", "rum", "tea"]]).kind
    'sequences'
    """
    data = Baskets.of(rows)
    some = [list(row) for row in rows[:: stride(len(rows))] if isinstance(row, (list, tuple))]
    kind, reason = judge_order(some) if some else ("baskets", "rows are sets, without order")
    return Seen(kind, reason, data, data.notes)
