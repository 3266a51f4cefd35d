"""What kind of data a frame or rows in memory hold."""

from __future__ import annotations

from typing import Any

import polars as pl

from shoal.data import Baskets
from shoal.errors import SchemaError
from shoal.inspection.column_types import look_at
from shoal.inspection.recognised import Recognised, stride
from shoal.inspection.roles import person_of
from shoal.inspection.row_order import judge_order
from shoal.io.columnar import choose_column, from_frame, list_columns
from shoal.io.tables import read_columns


def look_at_frame(source: Any, *, column: str | None = None) -> Recognised:
    """Tell what a frame holds: baskets in a list column, or a table."""
    frame = source.to_frame() if isinstance(source, pl.Series) else read_columns(source)
    lists = list_columns(frame.schema)
    if column is None and not lists:
        if not frame.width or not len(frame):
            raise SchemaError("the table holds no rows")
        return Recognised("table", "no column holds lists, so each cell is one value", frame)
    name = choose_column(frame.columns, lists, column)
    data = from_frame(frame, column=name)
    kind, reason = judge_order(frame[name].drop_nulls().gather_every(stride(len(frame))).to_list())
    person = person_of([look_at(frame[other]) for other in data.other_columns])
    flags: tuple[str, ...] = ("--column", name) if len(lists) > 1 else ()
    if person is not None:
        flags = ("--id", person.name, "--item", name)
    notes = data.notes
    if data.other_columns:
        others = ", ".join(map(repr, data.other_columns))
        notes += (f"only {data.column!r} is read as baskets; left out: {others}",)
    reason = f"column {name!r} holds lists; {reason}"
    persons = None if person is None else person.distinct
    return Recognised(kind, reason, data, notes, flags, persons=persons)


def look_at_rows(rows: list[Any]) -> Recognised:
    """Tell what plain rows of items are."""
    data = Baskets.of(rows)
    some = [list(row) for row in rows[:: stride(len(rows))] if isinstance(row, (list, tuple))]
    kind, reason = judge_order(some) if some else ("baskets", "rows are sets, without order")
    return Recognised(kind, reason, data, data.notes)
