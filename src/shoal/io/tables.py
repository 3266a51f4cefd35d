"""Tables in files and frames: CSV, Parquet, Arrow, and any frame in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import polars as pl

from shoal.data import Hierarchy, Table
from shoal.data.derived import sources_of
from shoal.data.roles import names_of
from shoal.data.table import as_frame
from shoal.data.words import may_name_persons
from shoal.errors import FormatError, Notice, ParameterError
from shoal.io.batches import read_batches, schema_of
from shoal.io.compression import content
from shoal.io.csv_cells import read_cells
from shoal.io.encoding import check_text
from shoal.io.failures import check_readable
from shoal.io.formats import Format, as_separator, by_name, recognise, usual_separator
from shoal.io.frames import is_frame, not_of_files, write_frame
from shoal.io.hierarchies import as_hierarchy, find_hierarchies, read_hierarchy
from shoal.io.rejections import naming_file

#: More rows than a file has: a table is held whole.
_ALL_ROWS = 2**32 - 1


def read_table(
    source: Any,
    *,
    qi: Iterable[str] | Mapping[str, Any],
    sensitive: Iterable[str] = (),
    keep: Iterable[str] = (),
    person: str | None = None,
    hierarchies: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    recoding: str | Mapping[str, str] = "auto",
    format: str | Format | None = None,
    separator: str | None = None,
    derive: Mapping[str, str] | None = None,
    class_: str | None = None,
    **about_columns: Any,
) -> Table:
    """Read a table from a file or a frame, as :func:`shoal.read` with ``qi`` describes."""
    names = names_of(qi)
    wanted = {*names, *names_of(sensitive), *names_of(keep)}
    wanted |= {one for one in (person, class_) if one is not None}
    derive = derive or {}
    wanted |= sources_of(derive)
    frame = read_columns(source, wanted, format=format, separator=separator)
    columns = (*frame.columns, *derive)
    trees, notes = _hierarchies(hierarchies, columns, names, names_of(sensitive), recoding)
    with naming_file(source, format=format, separator=separator):
        table = Table.of(
            frame,
            qi,
            sensitive=sensitive,
            keep=keep,
            person=person,
            hierarchies=trees,
            recoding=recoding,
            derive=derive,
            class_=class_,
            **about_columns,
        )
    return replace(table, warnings=(*notes, *table.warnings)) if notes else table


def read_columns(
    source: Any,
    wanted: Iterable[str] | None = None,
    *,
    format: str | Format | None = None,
    separator: str | None = None,
) -> pl.DataFrame:
    """Read a file or a frame as columns: at least the wanted ones have their values."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        check_readable(path, folder=True)
        chosen = recognise_table(path, format=format, separator=separator)
        if chosen.name == "csv":
            given = separator is not None or isinstance(format, Format)
            text = check_text(content(path), path)
            return read_cells(text, cast(str, chosen.separator), path, given=given)
        return _read_columnar(path, chosen, None if wanted is None else set(wanted))
    if format is not None or separator is not None:
        raise not_of_files(separator)
    if isinstance(source, Mapping) or is_frame(source):
        return as_frame(source)
    raise ParameterError(
        f"cannot read a table from a {type(source).__name__}: give a path or a frame"
    )


def write_table(
    frame: pl.DataFrame,
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
) -> None:
    """Write columns to exactly this file; see :class:`~shoal.io.Staged` to write all or nothing."""
    path = Path(path)
    chosen = by_name(path, format=format, separator=separator)
    if chosen.name in ("fimi", "spmf"):
        message = f"cannot write a table to {path}: name it .csv, .parquet or .arrow"
        raise ParameterError(message, parameter="format")
    write_frame(frame, path, chosen)


def recognise_table(
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
) -> Format:
    """Tell the format of a table's file; a text file whose name tells nothing is CSV."""
    path = Path(path)
    if format in ("fimi", "spmf", "long"):
        message = f"a table is a csv, parquet or arrow file: {format} holds baskets"
        raise ParameterError(message, parameter="format")
    found = recognise(path, format=format, separator=separator)
    if not found.text or (isinstance(format, Format) and found.name == "csv"):
        return replace(found, long=None)
    named = usual_separator(path) if separator is None else as_separator(separator)
    return Format("csv", named, found.compression)


def _read_columnar(path: Path, format: Format, wanted: set[str] | None) -> pl.DataFrame:
    schema = schema_of(path, format)
    names = schema.names()
    # Who rows are about is always looked at; and at least one column, for the number of rows.
    chosen = [
        name for name in names if wanted is None or name in wanted or may_name_persons(name)
    ] or names[:1]
    batches = list(read_batches(path, format, chosen, rows=_ALL_ROWS))
    try:
        frame = pl.concat(batches or [pl.DataFrame(schema={name: schema[name] for name in chosen})])
    except pl.exceptions.PolarsError:
        message = "holds files with columns of other types"
        raise FormatError(message, path=str(path), unit=None) from None
    return frame.select(
        pl.col(name) if name in frame.columns else pl.lit(None).alias(name) for name in names
    )


def trees_of(names: Iterable[str], given: Any, columns: Iterable[str]) -> dict[str, Hierarchy]:
    """Return the hierarchies of some columns, of a mapping or of files named after columns."""
    if isinstance(given, (str, os.PathLike)):
        given = find_hierarchies(given, columns)[0]
    return {name: as_hierarchy(given[name]) for name in names if name in (given or {})}


def _hierarchies(
    given: str | os.PathLike[str] | Mapping[str, Any] | None,
    columns: tuple[str, ...],
    qi: tuple[str, ...],
    sensitive: tuple[str, ...],
    recoding: str | Mapping[str, str],
) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """Return the hierarchy of each column that has one, and what is odd about the files."""
    if given is None:
        return {}, ()
    if isinstance(given, Mapping):
        return {
            name: read_hierarchy(tree) if isinstance(tree, (str, os.PathLike)) else tree
            for name, tree in given.items()
        }, ()
    files, unmatched = find_hierarchies(given, columns)
    trees = {name: read_hierarchy(files[name]) for name in (*qi, *sensitive) if name in files}
    if not trees:
        raise ParameterError(
            f"{os.fspath(given)} is or holds no hierarchy of a quasi-identifier: a file is named "
            f"after its column, such as {qi[0]}.csv",
            parameter="hierarchies",
        )
    chosen = recoding if isinstance(recoding, Mapping) else dict.fromkeys(qi, recoding)
    lacking = [
        name
        for name in qi
        # Who asks for a hierarchy where there is no file wants the one of the values alone.
        if name in columns and name not in trees and chosen.get(name) != "hierarchy"
    ]
    folder = Path(given)
    unused = (f"{path} is named after no column of the table" for path in unmatched)
    missing = (f"there is no hierarchy for column {name!r} in {folder}" for name in lacking)
    return trees, (
        *(Notice(text, code="hierarchy-unused") for text in unused),
        *(Notice(text, code="hierarchy-missing") for text in missing),
    )
