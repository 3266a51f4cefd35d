"""CSV files with a header: Polars reads them, and what is wrong is reported by line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

import polars as pl

from shoal.data.cells import DATE, NUMBER, quoted
from shoal.errors import FormatError
from shoal.io.encoding import check_line_ends, line_at, marked, records
from shoal.io.separators import check_header
from shoal.wording import cell, counted

#: What stands in the first line where the names of columns are missing.
_VALUE = re.compile(rf"\s*({NUMBER.pattern}|{DATE.pattern})\s*")


def read_cells(
    text: bytes, separator: str, path: Path, *, given: bool = True, any_names: bool = False
) -> pl.DataFrame:
    """Read the cells of a CSV file as text, in columns named by the first line.

    Empty cells are null. Blank lines are skipped, unless there is one column only: there a cell is
    missing. If a space follows each separator of the header, spaces around cells are dropped.
    """
    check_line_ends(text, path)
    if not text.strip():
        raise FormatError("the file is empty: it holds no rows", path=str(path))
    if not given:
        check_header(text, separator, path)
    _, names = next(records(text, separator, path))
    if not names:
        raise FormatError("is blank: a table starts with a line of names", path=str(path))
    if not any_names and any(map(_VALUE.fullmatch, names)):
        message = "a number or date where columns are named: put a line of names on top"
        raise FormatError(message, path=str(path), line=1)
    body = text
    if len(names) > 1 and re.search(rb"\n\r?\n", text):
        # Polars reads empty lines as rows; what is quoted stays.
        body = re.sub(rb'("[^"]*")|(?<=\n)\r?\n', rb"\1", text)
    if _sound_until(text, len(names), separator) < len(text):
        raise _fault(text, separator, len(names), path)
    try:
        cells = pl.read_csv(
            body,
            has_header=False,
            schema={str(place): pl.String for place in range(len(names))},
            separator=separator,
        )
    except pl.exceptions.PolarsError:  # its message quotes cells; ours must not
        raise _fault(text, separator, len(names), path) from None
    cells = cells[1:]
    header = text.partition(b"\n")[0]
    if 0 < header.count(separator.encode()) == header.count(f"{separator} ".encode()):
        names = [name.strip(" ") for name in names]
        cells = cells.select(pl.all().str.strip_chars(" ").replace("", None))
    while len(names) > 1 and not names[-1] and cells[:, -1].is_null().all():
        names, cells = names[:-1], cells[:, :-1]
    if twice := [name for name in names if names.count(name) > 1]:
        raise FormatError(
            f"two columns are named {cell(twice[0], 'alike')}: rename one of them", path=str(path)
        )
    if not len(cells):
        raise FormatError("the file names columns, but holds no rows", path=str(path))
    return cells.rename(dict(zip(cells.columns, names, strict=True)))


def line_of_row(text: bytes, separator: str, path: Path, row: int) -> int:
    """Return the line in which a row of a table, from 0 on below the header, starts."""
    found = records(text, separator, path)
    _, names = next(found)
    lines = (line for line, cells in found if cells or len(names) == 1)
    return next(line for place, line in enumerate(lines) if place == row)


def write_cells(frame: pl.DataFrame, file: BinaryIO, separator: str) -> None:
    """Write columns as CSV; names that could be taken for something else are quoted."""
    needs_quotes = re.compile(rf'["\r\n,;|\t{re.escape(separator)}]|\A |\A\Z')
    names = (quoted(name, needs_quotes) for name in frame.columns)
    file.write(marked((separator.join(names) + "\n").encode()))
    frame.write_csv(file, include_header=False, separator=separator)


def _sound_until(text: bytes, columns: int, separator: str) -> int:
    """Return where the first record starts that has a misplaced quote or not a cell per column."""
    # Polars fills short records up, and is not always strict about long ones.
    between = re.escape(separator).encode()
    cell = rb'(?:"[^"]*+(?:""[^"]*+)*+"|[^"\n%b]*+)' % between
    record = rb"%b(?:%b%b){%d}" % (cell, between, cell, columns - 1)
    # Not all at once, as each repetition takes memory.
    records = re.compile(rb"(?:%b\r?\n|\r?\n){1,4096}|%b\Z" % (record, record))
    place = 0
    while place < len(text) and (found := records.match(text, place)):
        place = found.end()
    return place


def _fault(text: bytes, separator: str, columns: int, path: Path) -> FormatError:
    """Return what keeps a text from being a table, with its line."""
    for line, cells in records(text, separator, path):
        if cells and len(cells) != columns:
            found, named = counted(len(cells), "cell"), counted(columns, "column")
            return FormatError(f"{found} where line 1 names {named}", path=str(path), line=line)
    if (place := _sound_until(text, columns, separator)) < len(text):
        message = "a quote within a cell: quote the whole cell and double the quotes in it"
        return FormatError(message, path=str(path), line=line_at(text, place))
    return FormatError("is not a CSV file of a table", path=str(path))
