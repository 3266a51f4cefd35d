"""What kind of data the cells of a text, a frame or rows in memory hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from shoal.data import Baskets
from shoal.data.cells import NUMBER
from shoal.data.columns import kind_of
from shoal.data.dates import as_iso
from shoal.errors import ParameterError, SchemaError
from shoal.inspection.column_types import PATTERNS, look_at
from shoal.inspection.facts import Recognised, judge_order, stride
from shoal.inspection.roles import person_of
from shoal.io.columnar import choose_column, from_frame, list_columns
from shoal.io.frames import is_frame
from shoal.io.tables import read_columns


def look_at_data(source: Any, column: str | None) -> Recognised:
    """Tell what data in memory is: baskets, a frame, or rows of items."""
    if (known := Baskets.known(source)) is not None:
        return Recognised("baskets", "they are baskets already", known, known.notes)
    if is_frame(source) or isinstance(source, Mapping):
        return look_at_frame(source, column=column)
    if column is not None or not isinstance(source, Iterable):
        raise ParameterError("give a path, a frame or rows of items; column is for frames")
    rows = list(source)
    data = Baskets.of(rows)
    some = [list(row) for row in rows[:: stride(len(rows))] if isinstance(row, (list, tuple))]
    kind, reason = judge_order(some) if some else ("baskets", "rows are sets, without order")
    return Recognised(kind, reason, data, data.notes)


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


def look_at_cells(frame: pl.DataFrame, flags: tuple[str, ...]) -> Recognised | None:
    """Take cells for a table, which has a line of names, unless they are rather baskets."""
    if _has_names(frame):
        names = "the first line holds names that are no values below it"
        why = f"every line has {frame.width:,} cells, and {names}"
        return Recognised("table", why, frame, flags=flags)
    # Numbers stand in some columns of a table alone; those of baskets do not differ.
    if len({kind_of(column.drop_nulls().unique()) for column in frame}) > 1:
        raise SchemaError("the first line holds no names of columns: put a line of names on top")
    return None


def _has_names(frame: pl.DataFrame) -> bool:
    """Tell whether what was read as names of columns can be that: no number, date or address."""
    names = [name.strip() for name in frame.columns]
    values = [NUMBER.pattern + r"\Z", *(PATTERNS[what] for what in ("e-mail", "telephone"))]
    if any(not name or any(re.match(value, name) for value in values) for name in names):
        return False
    if as_iso(pl.Series(names))[0].count():
        return False
    if len(names) == 1:
        # One item a line would look the same, but for numbers under a word.
        return kind_of(frame[frame.columns[0]].drop_nulls().unique()) != "categorical"
    if any((column == column.name).any() for column in frame):
        return False
    below = {value for column in frame for value in column.unique().to_list()}
    return 2 * sum(name in below for name in names) < len(names)
