"""Files and frames to data, and back.

The library of frames is loaded when there is a frame or a columnar file, not for text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from shoal.data import Baskets
from shoal.errors import OutputError, ParameterError
from shoal.io.compression import content
from shoal.io.end_lines import blank_last_lines, doubtful_first_line
from shoal.io.failures import check_readable
from shoal.io.first_items import doubtful_first_items
from shoal.io.formats import Format, Long, as_separator, by_name, recognise
from shoal.io.frames import is_frame
from shoal.io.guesses import doubtful_separator, doubts, refuse_table
from shoal.io.rejections import naming_file
from shoal.io.staging import Staged
from shoal.io.text import check_line_ends, parse, write_text

__all__ = ["Format", "Long", "Staged", "by_name", "read", "recognise", "write"]


def read(
    source: Any,
    *,
    format: str | Format | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> Baskets:
    """Read baskets from a file, a frame or plain rows.

    Parameters
    ----------
    source
        A path, also of a folder of Parquet files; a Polars, pandas or Arrow frame, a DuckDB
        relation, or anything else that speaks the Arrow C interface; a SciPy sparse matrix; rows,
        each an iterable of items; or baskets, which are returned as they are.
    format
        Insist on a file's format: ``fimi``, ``csv``, ``spmf``, ``parquet`` or ``arrow``; or
        ``long``, a row for each item in a CSV, Parquet or Arrow file or a frame.
    separator
        What stands between two items of a CSV line.
    column
        The list column of a Parquet file, an Arrow file or a frame.
    id, item
        The columns of the long format: whose basket, and what is in it.

    Examples
    --------
    >>> read([["milk", "beer"], ["milk"]])
    Baskets(2 rows, 2 items, 3 entries)
    """
    if isinstance(source, (str, os.PathLike)):
        with naming_file(source, format=format, separator=separator):
            return _read_file(
                Path(source), format=format, separator=separator, column=column, id=id, item=item
            )
    long = Long(id, item) if format == "long" or id is not None or item is not None else None
    if (format is not None and format != "long") or separator is not None:
        raise ParameterError("format and separator are for files; the data is already in memory")
    if column is not None and long is not None:
        raise ParameterError("column is for list columns, and the long format has id and item")
    if is_frame(source) and not isinstance(source, Baskets):
        from shoal.io.columnar import from_frame

        return from_frame(source, column=column, long=long)
    if column is not None:
        raise ParameterError("column is for frames and for Parquet and Arrow files")
    if long is not None:
        raise ParameterError("the long format is for files and frames: rows are baskets already")
    if isinstance(source, Baskets):
        return source
    if isinstance(source, Iterable) and not isinstance(source, (bytes, dict)):
        return Baskets.of(source)
    raise ParameterError(
        f"cannot read baskets from a {type(source).__name__}: give a path, a frame or rows of items"
    )


def _read_file(
    path: Path,
    *,
    format: str | Format | None,
    separator: str | None,
    column: str | None,
    id: str | None,
    item: str | None,
) -> Baskets:
    check_readable(path, folder=True)
    separator = None if separator is None else as_separator(separator)
    recognised = recognise(path, format=format, separator=separator, id=id, item=item)
    told = not (format is None and id is None and item is None)
    notes = () if told else doubts(path, recognised, separator)
    if column is not None and (recognised.text or recognised.long is not None):
        what = "has the long format: name id and item" if recognised.long else "is text"
        raise ParameterError(f"column is for lists in Parquet and Arrow files, and {path} {what}")
    if recognised.long is not None:
        from shoal.io.long import read_long

        return _with(read_long(path, recognised), notes)
    if not recognised.text:
        from shoal.io.columnar import read_columnar

        return read_columnar(path, recognised, column=column)
    text = content(path)
    check_line_ends(text, path)
    if recognised.name == "spmf":
        from shoal.io.spmf import parse_spmf

        return _with(parse_spmf(text, path=path), notes)
    if not told:
        refuse_table(text, recognised, path, separator)
    data = parse(text, recognised, path=path)
    if not told:
        notes = (*notes, *doubtful_separator(text, recognised, separator))
    ends = (*doubtful_first_line(text, recognised), *blank_last_lines(text))
    return _with(data, (*notes, *doubtful_first_items(text, recognised), *ends))


def _with(data: Baskets, notes: tuple[str, ...]) -> Baskets:
    return replace(data, notes=(*notes, *data.notes)) if notes else data


def write(
    data: Any,
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> None:
    """Write baskets to exactly this file; see :class:`Staged` for a write that is all or nothing.

    Parameters
    ----------
    data
        The baskets, or anything in memory that :func:`read` understands.
    path
        The file, created or overwritten; its name tells the format.
    format
        Insist on a format by name, or give one whole.
    separator
        What stands between two items of a CSV line.
    column
        The name of the list column in a Parquet or Arrow file; by default the one the baskets were
        read from, else ``items``.
    id, item
        Names of the columns of the long format, which they insist on.

    Examples
    --------
    >>> import tempfile
    >>> baskets = Baskets.of([["milk", "beer"], []])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(baskets, Path(folder, "baskets.dat.gz"))
    ...     read(Path(folder, "baskets.dat.gz")) == baskets
    True
    """
    if isinstance(data, (str, os.PathLike)):
        raise ParameterError("the data to write must be baskets, a frame or rows, not a path")
    data = read(data)
    path = Path(path)
    chosen = by_name(path, format=format, separator=separator, id=id, item=item)
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a directory")
    if chosen.long is not None:
        from shoal.io.long import write_long

        write_long(data, path, chosen)
    elif chosen.name == "spmf":
        from shoal.io.spmf import write_spmf

        write_spmf(data, path, chosen)
    elif chosen.text:
        write_text(data, path, chosen)
    else:
        from shoal.io.columnar import write_columnar

        write_columnar(data, path, chosen, column=column)
