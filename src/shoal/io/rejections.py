"""What is wrong with the columns of a file, reported with the file and the line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from shoal.errors import FormatError, SchemaError
from shoal.io.compression import content
from shoal.io.encoding import check_text
from shoal.io.formats import Format, recognise


@contextmanager
def naming_file(
    source: Any, *, format: str | Format | None = None, separator: str | None = None
) -> Iterator[None]:
    """Turn a :class:`~shoal.errors.SchemaError` about data from a file into one about its line."""
    try:
        yield
    except SchemaError as error:
        if not isinstance(source, (str, os.PathLike)):
            raise
        path, row, line = Path(source), error.row, 1
        unit: Literal["line", "row"] | None = "line"
        found = recognise(path, format=format, separator=separator)
        if not found.text:
            line, unit = (1, None) if row is None else (row + 1, "row")
        elif row is not None:
            from shoal.io.csv_cells import line_of_row

            line = line_of_row(check_text(content(path), path), found.separator or ",", path, row)
        raise FormatError(
            error.message,
            path=str(path),
            line=line,
            unit=unit,
            parameter=error.parameter,
            entry=error.entry,
        ) from None
