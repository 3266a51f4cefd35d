"""What kind of data a file holds, by what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.data.words import event_of
from shoal.errors import FormatError, ParameterError
from shoal.inspection.facts import Recognised, judge_order, stride
from shoal.io import Format, Long, assumed, read, recognise
from shoal.io.compression import content
from shoal.io.encoding import check_line_ends, check_text
from shoal.io.failures import check_readable
from shoal.io.separators import SEPARATORS, check_no_table, likely_separator
from shoal.wording import parameter

if TYPE_CHECKING:
    import polars as pl

Flags = tuple[str, ...]

#: Share of lines that must end as SPMF ends a sequence.
_MOST = 0.9


def look_at_file(path: Path, given: Mapping[str, str]) -> Recognised:
    """Tell what a file holds, and read it, as the given options of :func:`shoal.read` insist."""
    check_readable(path, folder=True)
    format, separator, column = map(given.get, ("format", "separator", "column"))
    id, item = map(given.get, ("id", "item"))
    found = recognise(path, format=format, separator=separator, id=id, item=item)
    words = {**given, "separator": "tab"} if separator == "\t" else given
    flags = tuple(word for name, value in words.items() for word in (f"--{name}", value))
    if found.long is not None and column is None:
        return _long(path, found, flags)
    if not found.text:
        return _columnar(path, found, column, flags)
    if column is not None:
        raise ParameterError("column is for Parquet and Arrow files", parameter="column")
    text = check_text(content(path), path)
    check_line_ends(text, path)
    lines = text.decode().removesuffix("\n").split("\n")
    if not text:
        raise FormatError("the file is empty: it holds no rows", path=str(path))
    if format is None and found.name != "spmf":
        other = _table(path, text, found, flags)
        if other is not None:
            return other
    return _baskets(path, found, lines, flags)


def _table(path: Path, text: bytes, found: Format, flags: Flags) -> Recognised | None:
    """Read a table if all lines have as many cells as the first, by some separator."""
    first = text.partition(b"\n")[0].decode()
    for separator in (found.separator,) if flags else SEPARATORS:
        if separator is None or (separator not in first and separator != found.separator):
            continue
        from shoal.inspection.frames import look_at_cells
        from shoal.io.csv_cells import read_cells

        try:
            frame = read_cells(text, separator, path, any_names=True)
        except FormatError as error:
            try:
                check_no_table(text.decode().split("\n"), separator, path)
            except FormatError:  # the lines look like a table, so that what is wrong matters
                raise error from None
            continue
        own = flags if separator == found.separator else _separated_by(separator)
        as_csv = Format("csv", separator, found.compression)
        table = _pairs(path, frame, as_csv, own) or look_at_cells(frame, own)
        if table is not None:
            return table
    return None


def _columnar(path: Path, found: Format, column: str | None, flags: Flags) -> Recognised:
    from shoal.inspection.frames import look_at_frame
    from shoal.io.tables import read_columns

    frame = read_columns(path)
    if column is None and (baskets := _pairs(path, frame, found, flags)) is not None:
        return baskets
    seen = look_at_frame(frame, column=column)
    return seen if seen.persons else replace(seen, flags=flags or seen.flags)


def _pairs(path: Path, frame: pl.DataFrame, found: Format, flags: Flags) -> Recognised | None:
    """Read a table of two columns as baskets, if one holds ids that repeat."""
    from shoal.inspection.column_types import look_at
    from shoal.inspection.roles import ids_and_items

    chosen = ids_and_items([look_at(column) for column in frame]) if frame.width == 2 else None
    return None if chosen is None else _long(path, replace(found, long=Long(*chosen)), flags)


def _long(path: Path, found: Format, flags: Flags) -> Recognised:
    from shoal.io.long import with_columns

    found = with_columns(path, found)
    assert found.long is not None
    id, item = str(found.long.id), str(found.long.item)
    data = read(path, format=found)
    notes: tuple[str, ...] = data.notes
    if event := event_of(id):
        notes += (
            f"a basket is one {event} here: k is promised of {event}s, not of persons, who may "
            "have several; with a column of persons, name that with --id",
        )
    why = "one column holds ids and another items: rows of one id are a basket"
    if not {"--id", "--item"} & {*flags}:
        flags = ("--id", id, "--item", item, *flags)
    return Recognised("baskets", why, data, notes, flags)


def _baskets(path: Path, found: Format, lines: list[str], flags: Flags) -> Recognised:
    if found.name == "spmf":
        lines = [line for line in lines if line[:1] not in ("@", "%", "#")]
    some = lines[:: stride(len(lines))]
    notes: tuple[str, ...] = () if flags else assumed(path, found)
    if not flags and found.name != "spmf":
        likely = likely_separator(some, (found.separator,) if found.separator else (" ", "\t"))
        if likely is not None:
            found, flags = Format("csv", likely, found.compression), _separated_by(likely)
            saying = parameter("separator", flags[1])
            notes = (f"most lines hold {likely!r}; say so to other commands with {saying}",)
    data = read(path, format=found)
    separator = found.separator
    rows = [[cell.strip() for cell in line.split(separator) if cell.strip()] for line in some]
    ended = sum(row[-1:] == ["-2"] for row in rows)
    if found.separator is None and ended >= _MOST * len(rows):
        kind, reason = "sequences", f"{ended:,} of {len(rows):,} lines end in -2, as SPMF's do"
    else:
        kind, reason = judge_order(rows)
    return Recognised(kind, reason, data, (*notes, *data.notes), flags)


def _separated_by(separator: str) -> Flags:
    return ("--separator", "tab" if separator == "\t" else separator)
