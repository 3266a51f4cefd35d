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
from shoal.errors import Notice, ParameterError
from shoal.io.compression import content
from shoal.io.encoding import check_line_ends
from shoal.io.failures import check_readable
from shoal.io.formats import Format, Long, by_name, recognise, tells_format
from shoal.io.frames import is_frame, not_of_files
from shoal.io.rejections import naming_file
from shoal.io.staging import Staged
from shoal.io.text import check_doubtful, parse, write_text
from shoal.wording import parameter

__all__ = ["Format", "Long", "Staged", "by_name", "read", "recognise", "write"]

#: What is wrong with a column where there is none, or with one beside the long format.
_COLUMNS = (
    "column is for list columns of frames, Parquet and Arrow files, id and item are for the long "
    "format: give one of the two, and neither for rows that are baskets already"
)


def read(
    source: Any,
    *,
    format: str | Format | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> Baskets:
    """Read baskets from a file, a frame or plain rows; :func:`shoal.read` describes the rest."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        with naming_file(path, format=format, separator=separator):
            check_readable(path, folder=True)
            found = recognise(path, format=format, separator=separator, id=id, item=item)
            guessed, separated = format is None, separator is not None
            return _read_file(path, found, column, guessed=guessed, separated=separated)
    if format not in (None, "long") or separator is not None:
        raise not_of_files(separator)
    long = Long.of(format, id, item)
    if is_frame(source) and (column is None or long is None):
        from shoal.io.columnar import from_frame

        return from_frame(source, column=column, long=long)
    if column is not None or long is not None:
        raise ParameterError(_COLUMNS, parameter="format" if column is None else "column")
    if isinstance(source, Iterable) and not isinstance(source, (bytes, dict)):
        return Baskets.of(source)
    raise ParameterError(
        f"cannot read baskets from a {type(source).__name__}: give a path, a frame or rows of items"
    )


def _read_file(
    path: Path, found: Format, column: str | None, *, guessed: bool, separated: bool
) -> Baskets:
    if column is not None and (found.text or found.long is not None):
        raise ParameterError(_COLUMNS, parameter="column")
    if found.long is not None:
        from shoal.io.long import read_long

        return read_long(path, found)
    if not found.text:
        from shoal.io.columnar import read_columnar

        return read_columnar(path, found, column=column)
    text = content(path)
    check_line_ends(text, path)
    if found.name == "spmf":
        from shoal.io.spmf import parse_spmf

        data = parse_spmf(text, path=path)
    else:
        if guessed:
            check_doubtful(text, found, path, separator=separated)
        data = parse(text, found, path=path)
    notes = assumed(path, found) if guessed else ()
    return replace(data, notes=(*notes, *data.notes)) if notes else data


def assumed(path: Path, found: Format) -> tuple[Notice, ...]:
    """Return what was taken for granted about a text file, beyond what its name tells."""
    if found.name == "spmf" and path.suffix.lower() != ".spmf":
        text = "it looks like a file of SPMF and was read as such; insist on "
        return (Notice(text + f"{parameter('format', 'fimi')} if it is none", code="read-as-spmf"),)
    if found.name == "fimi" and not tells_format(path):
        text = (
            f"the name {path.name} does not tell the format, so it was read as fimi (items "
            f"separated by spaces); insist on one with {parameter('format')}"
        )
        return (Notice(text, code="read-as-fimi"),)
    return ()


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
    """Write baskets, or what :func:`read` takes, to exactly this file; see :func:`shoal.write`."""
    if isinstance(data, (str, os.PathLike)):
        raise ParameterError("the data to write must be baskets, a frame or rows, not a path")
    data = read(data)
    path = Path(path)
    chosen = by_name(path, format=format, separator=separator, id=id, item=item)
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
