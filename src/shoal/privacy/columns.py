"""Published columns as text, from a file or a frame that anyone may have made."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import FormatError, ParameterError, SchemaError
from shoal.io import Format, recognise
from shoal.io.failures import check_readable
from shoal.io.formats import tells_format
from shoal.io.frames import is_frame, is_pandas
from shoal.io.text import content

#: Separators that a file whose header has a single column may really have.
_OTHER_SEPARATORS = (";", "\t", "|", ",")


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns as they are published.

    Parameters
    ----------
    frame
        All columns, as read: those of a text file hold text.
    warnings
        Sentences about how they were read.
    """

    frame: pl.DataFrame
    warnings: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """Names of all columns, in their order."""
        return self.frame.columns

    def text(self, name: str) -> pl.Series:
        """Return a column as text; a missing value stays null, and no text equals it.

        Examples
        --------
        >>> Columns(pl.DataFrame({"age": [39, None]})).text("age").to_list()
        ['39', None]
        """
        if name not in self.names:
            raise SchemaError(
                f"there is no column {name!r}: there are {listed(self.names)}{self._hint()}"
            )
        column = self.frame[name]
        if column.dtype.is_nested() or column.dtype in (pl.Binary, pl.Object):
            raise SchemaError(
                f"column {name!r} holds {column.dtype} values, and a published cell is a single "
                "number, date or text; a set is written as text, as in {a, b}"
            )
        try:
            return column.cast(pl.String)
        except pl.exceptions.PolarsError:
            raise SchemaError(f"column {name!r} holds values that have no text") from None

    def _hint(self) -> str:
        (only,) = self.names if len(self.names) == 1 else [""]
        return (
            "; say what separates columns with --separator"
            if any(mark in only for mark in _OTHER_SEPARATORS)
            else ""
        )


def listed(names: Iterable[str]) -> str:
    """Return names in a sentence.

    Examples
    --------
    >>> listed(["age", "sex"])
    "'age', 'sex'"
    """
    return ", ".join(map(repr, names)) or "none"


def read_columns(
    source: Any, *, format: str | Format | None = None, separator: str | None = None
) -> Columns:
    """Read the columns of a file with a header, or of a frame.

    Parameters
    ----------
    source
        A CSV, Parquet or Arrow file; a Polars, pandas or Arrow frame; or a mapping of names to
        columns.
    format
        Insist on a file's format: ``csv``, ``parquet`` or ``arrow``.
    separator
        What stands between two cells of a CSV line.

    Examples
    --------
    >>> read_columns({"age": ["20-29", "*"]}).text("age").to_list()
    ['20-29', '*']
    """
    if isinstance(source, Columns):
        return source
    if isinstance(source, (str, os.PathLike)):
        return _from_file(Path(source), format, separator)
    if format is not None or separator is not None:
        raise ParameterError("format and separator are for files; the data is already in memory")
    try:
        frame = _from_memory(source)
    except pl.exceptions.DuplicateError:
        raise SchemaError("two columns have the same name") from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError, ValueError):
        raise SchemaError("the columns of the frame cannot be read: mixed types?") from None
    if frame is None:
        raise ParameterError(
            f"cannot read a table from a {type(source).__name__}: give a path or a frame"
        )
    return Columns(frame)


def _from_memory(source: Any) -> pl.DataFrame | None:
    if is_pandas(source):
        return _from_pandas(source)
    if isinstance(source, pl.Series):
        return source.to_frame()
    if isinstance(source, (pl.DataFrame, pl.LazyFrame)):
        return source.lazy().collect()
    if isinstance(source, dict):
        return pl.DataFrame(source)
    if not is_frame(source):
        return None
    column = pl.Series(source)
    return column.struct.unnest() if column.dtype == pl.Struct else column.to_frame()


def _from_pandas(frame: Any) -> pl.DataFrame:
    """Return a pandas frame's columns: numbers as they are, all else as the text of each cell."""
    if type(frame).__name__ == "Series":
        frame = frame.to_frame("values" if frame.name is None else frame.name)
    names = [str(label) for label in frame.columns]
    _refuse_repeated(names)
    columns = {}
    for place, name in enumerate(names):
        cells = frame.iloc[:, place]
        missing = cells.isna()
        texts = [None if gone else str(cell) for cell, gone in zip(cells, missing, strict=True)]
        columns[name] = pl.Series(name, texts, dtype=pl.String)
    return pl.DataFrame(columns)


def _from_file(path: Path, format: str | Format | None, separator: str | None) -> Columns:
    check_readable(path)
    found = recognise(path, format=format, separator=separator)
    if path.stat().st_size == 0:
        raise FormatError("the file is empty: it has no columns", path=str(path))
    if not found.text:
        return Columns(_from_columnar(path, found))
    if found.name == "fimi" and format is not None:
        raise ParameterError("a fimi file holds baskets, not a table; allowed: csv, parquet, arrow")
    text = content(path, compressed=found.gzip)
    frame = _from_csv(text, found.separator or ",", path)
    if tells_format(path) or format is not None or separator is not None:
        return Columns(frame)
    note = f"the name {path.name} does not tell the format, so it was read as csv with commas"
    return Columns(frame, (f"{note}; insist on one with --format or --separator",))


def _from_columnar(path: Path, format: Format) -> pl.DataFrame:
    try:
        with path.open("rb") as file:
            return pl.read_parquet(file) if format.name == "parquet" else pl.read_ipc(file)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError):
        kind = "a Parquet" if format.name == "parquet" else "an Arrow"
        message = f"is not {kind} file, or is damaged or cut off"
        raise FormatError(message, path=str(path)) from None


def _from_csv(text: bytes, separator: str, path: Path) -> pl.DataFrame:
    try:
        header = pl.read_csv(
            io.BytesIO(text), has_header=False, n_rows=1, infer_schema=False, separator=separator
        )
        names = ["" if name is None else name for name in header.row(0)]
        _refuse_repeated(names)
        frame = pl.read_csv(io.BytesIO(text), infer_schema=False, separator=separator)
    except pl.exceptions.PolarsError:
        _check_lines(text, separator, path)
        raise FormatError("is not a CSV file, or is damaged or cut off", path=str(path)) from None
    # A line that is too short is filled up with missing values, the last of them at its end.
    if frame.width > 1 and frame.to_series(-1).null_count():
        _check_lines(text, separator, path)
    frame.columns = names
    return frame


def _refuse_repeated(names: Sequence[str]) -> None:
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise SchemaError(f"two columns have the same name: {listed(repeated)}")


def _check_lines(text: bytes, separator: str, path: Path) -> None:
    """Refuse text that is not UTF-8, or a line without a cell for each column, and say where."""
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise FormatError("is not UTF-8 text", path=str(path), line=line) from None
    lines = csv.reader(io.StringIO(decoded, newline=""), delimiter=separator, strict=True)
    try:
        width = len(next(lines, []))
        for cells in lines:
            if len(cells) != width:
                raise FormatError(
                    f"has {len(cells)} cells where the header has {width}",
                    path=str(path),
                    line=lines.line_num,
                )
    except csv.Error:
        message = "a quote is not closed or stands amid a cell"
        raise FormatError(message, path=str(path), line=lines.line_num) from None
