"""Baskets in the long layout: a row for each item, with the id of its basket beside it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data import Baskets
from shoal.data.baskets import as_names, flatten
from shoal.data.table_notices import rows_not_persons
from shoal.data.words import may_name_persons, may_say_id, says_id
from shoal.errors import SchemaError
from shoal.io.batches import BATCH_ROWS, read_batches, read_column, schema_of
from shoal.io.coding import NameCoder, baskets_of
from shoal.io.compression import content
from shoal.io.csv_cells import read_cells
from shoal.io.encoding import check_text
from shoal.io.formats import ID, ITEM, Format, Long
from shoal.io.frames import write_frame
from shoal.io.rejections import naming_file
from shoal.io.terms import is_judged
from shoal.wording import no_column, parameter

#: Rows read at once where each is a single item.
_BATCH_ROWS = 1 << 18


class LongCoder:
    """Codes rows of ids and items as they come, and makes baskets in the order of first ids."""

    def __init__(self) -> None:
        self._names = NameCoder()
        self._codes = array("i")
        # Ids are kept by run: most files have the items of a basket one below the other.
        self._runs: list[pl.Series] = []
        self._items, self._gaps = array("q"), array("q")
        self._rows = self._missing = self._missing_rows = 0

    def add(self, ids: pl.Series, items: pl.Series) -> None:
        """Append rows, each of an item or of a list of items; an id must not be missing."""
        if ids.dtype.is_nested() or ids.dtype == pl.Object or ids.null_count():
            message = f"column {ids.name!r} lacks ids: each item needs that of its basket"
            row = self._rows + ids.is_null().arg_true()[0] if ids.null_count() else None
            raise SchemaError(message, row=row, parameter="id", entry=ids.name)
        if not len(ids):
            return
        self._rows += len(ids)
        if isinstance(ids.dtype, (pl.Categorical, pl.Enum)):
            ids = ids.cast(pl.String)
        first = (ids != ids.shift(1)).fill_null(True)
        starts = first.arg_true().to_numpy()
        if isinstance(items.dtype, (pl.List, pl.Array)):
            self._missing_rows += items.null_count()
            items, lengths, missing = flatten(items)
            self._missing += missing
            filled = np.add.reduceat(lengths, starts, dtype=np.int64)
            gaps = np.zeros_like(filled)
        else:
            here = items.is_not_null()
            items = items.filter(here)
            filled = np.add.reduceat(here.to_numpy(), starts, dtype=np.int64)
            gaps = np.diff(starts, append=len(ids)) - filled
        runs = ids.filter(first).rename(ID)
        if self._runs and self._runs[-1].dtype == runs.dtype and self._runs[-1][-1] == runs[0]:
            # The first run goes on with the last one of the batch before.
            self._items[-1] += int(filled[0])
            self._gaps[-1] += int(gaps[0])
            runs, filled, gaps = runs[1:], filled[1:], gaps[1:]
        if len(runs):
            self._runs.append(runs)
        self._items.frombytes(filled.tobytes())
        self._gaps.frombytes(gaps.tobytes())
        names = as_names(items)
        if len(names):
            self._codes.frombytes(self._names.codes(names).tobytes())

    def baskets(self, ids: str | None = None) -> Baskets:
        """Return all rows as baskets; ids of a column that is published may be numbers only."""
        # The native core refuses an empty array as the standard library aligns it.
        codes = np.asarray(self._codes) if self._codes else np.empty(0, dtype=np.int32)
        if not self._runs:
            return baskets_of(codes, np.zeros(1, dtype=np.int64), self._names)
        try:
            runs = pl.concat(self._runs)
        except pl.exceptions.PolarsError:
            raise SchemaError("ids must be all of one type", parameter="id") from None
        if ids is not None and is_judged():
            _check_numbered(runs, ids)
        self._runs = []
        items, gaps = np.asarray(self._items), np.asarray(self._gaps)
        # Most files need no numbers for their ids: each has one run.
        together = runs.n_unique() == len(runs)
        rows = np.arange(len(runs), dtype=np.int32) if together else NameCoder().codes(runs)
        del runs
        offsets = np.zeros(int(rows.max()) + 2, dtype=np.int64)
        np.cumsum(np.bincount(rows, items), out=offsets[1:])
        # An id that comes alone says that its basket is empty; again it says nothing.
        missing = int(gaps[np.diff(offsets)[rows] > 0].sum()) + self._missing
        if not together and (rows[1:] < rows[:-1]).any():  # bring the items of each basket together
            codes = codes[np.argsort(np.repeat(rows, items), kind="stable")]
        baskets = baskets_of(codes, offsets, self._names)
        baskets = baskets.without_missing(missing, self._missing_rows)
        return replace(baskets, may_repeat=True)


def _check_numbered(runs: pl.Series, name: str) -> None:
    """Raise if ids are not 1, 2, ... in the order of the baskets: they could tell whose it is."""
    numbers = pl.int_range(1, len(runs) + 1, eager=True)
    if not runs.dtype.is_integer() and runs.dtype != pl.String:
        numbers = numbers.clear()
    if not runs.cast(pl.String).equals(numbers.cast(pl.String)):
        raise SchemaError(
            f"the ids in column {name!r} are not 1, 2, 3 and so on in the order of the baskets, so "
            "they can tell whose these are: number the baskets anew",
            parameter="id",
            entry=name,
        )


def from_long(frame: pl.DataFrame | pl.LazyFrame, long: Long) -> Baskets:
    """Take baskets from a frame in the long layout."""
    read = reading(frame)
    names = frame.lazy().collect_schema().names()
    chosen = choose_columns(names, long)
    coder = LongCoder()
    coder.add(*map(read, chosen))
    return among(names, *chosen, coder.baskets(chosen[0]), read)


def read_long(path: Path, format: Format) -> Baskets:
    """Read a CSV, Parquet or Arrow file in the long layout."""
    long = format.long or Long()
    coder = LongCoder()
    if not format.text:
        schema = schema_of(path, format)
        names, chosen = schema.names(), choose_columns(schema.names(), long)
        rows = BATCH_ROWS if schema[chosen[1]].is_nested() else _BATCH_ROWS
        for batch in read_batches(path, format, chosen, rows=rows):
            coder.add(*(batch[name] for name in chosen))
        return among(
            names, *chosen, coder.baskets(chosen[0]), lambda name: read_column(path, format, name)
        )
    cells = read_cells(check_text(content(path), path), format.separator or ",", path, given=False)
    chosen = choose_columns(cells.columns, long)
    coder.add(cells[chosen[0]], as_numbers(cells[chosen[1]]))
    return among(cells.columns, *chosen, coder.baskets(chosen[0]), cells.get_column)


def with_columns(path: Path, format: Format) -> Format:
    """Return the format of a file in the long layout with the names of its two columns."""
    if format.text:
        text = check_text(content(path), path)
        names = read_cells(text, format.separator or ",", path, given=False).columns
    else:
        names = schema_of(path, format).names()
    with naming_file(path, format=format):
        return replace(format, long=Long(*choose_columns(names, format.long or Long())))


def write_long(data: Baskets, path: Path, format: Format) -> None:
    """Write a row for each item and one for each empty basket; ids from 1 on, in order."""
    long = format.long or Long()
    name = long.item or ITEM
    lists = pl.DataFrame(
        {long.id or ID: np.arange(1, len(data) + 1), name: data.trimmed().to_series()}
    )
    # A missing list becomes one row in every version of Polars, an empty one only in some.
    lists = lists.with_columns(pl.when(pl.col(name).list.len() > 0).then(name))
    write_frame(lists.explode(name), path, format)


def choose_columns(names: Iterable[str], long: Long) -> tuple[str, str]:
    """Return the columns of ids and of items: those asked for, or the only two."""
    there = list(names)
    for flag, name in (("id", long.id), ("item", long.item)):
        if name is not None and name not in there:
            raise SchemaError(no_column(name, there), parameter=flag, entry=name)
    if long.id is not None and long.item is not None:
        return long.id, long.item
    called_as_ids = [says_id(name) or may_say_id(name) for name in there]
    if long != Long() or len(there) != 2 or called_as_ids == [False, True]:
        raise SchemaError(
            f"name the columns of ids and of items with {parameter('id')} and {parameter('item')}",
            parameter="id" if long.id is None else "item",
        )
    return there[0], there[1]


def as_numbers(items: pl.Series) -> pl.Series:
    """Return text as whole numbers if all of it is such in their usual spelling."""
    if not items.str.contains(r"^(?:0|-?[1-9][0-9]*)$").all():
        return items
    numbers = items.cast(pl.Int64, strict=False)
    return numbers if numbers.null_count() == items.null_count() else items


def reading(frame: pl.DataFrame | pl.LazyFrame) -> Callable[[str], pl.Series]:
    """Return what reads one column of a frame."""
    return lambda name: frame.lazy().select(name).collect().to_series()


def among(
    names: Iterable[str],
    id: str | None,
    item: str,
    data: Baskets,
    read: Callable[[str], pl.Series],
) -> Baskets:
    """Return baskets with the names of other columns, and a warning if one is not one person."""
    others = tuple(name for name in names if name not in (id, item))

    def remedy(name: str) -> str:
        if id is None:
            ids, items = parameter("id", name), parameter("item", item)
            return f"{ids} and {items} make one basket for each person"
        return f"{parameter('id', name)} makes one basket for each person"

    notices = rows_not_persons(
        () if id is not None and may_name_persons(id) else others,
        read,
        len(data),
        remedy,
        unit="row" if id is None else "basket",
    )
    notes = (*data.notes, *notices)
    return replace(data, column=item or "items", other_columns=others, notes=notes)
