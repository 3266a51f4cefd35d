"""What is wrong with the columns of a file, reported with the file and the line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shoal.errors import FormatError, SchemaError
from shoal.io.compression import content
from shoal.io.encoding import check_text
from shoal.io.formats import Format, recognise


@contextmanager
def naming_file(
    source: Any, *, format: str | Format | None = None, separator: str | None = None
) -> Iterator[None]:
    """Turn a :class:`~shoal.errors.SchemaError` about data from a file into one about the file.

    Columns have their place in line 1, which names them; a row has a line of its own. Data from
    elsewhere has neither.
    """
    try:
        yield
    except SchemaError as error:
        if not isinstance(source, (str, os.PathLike)):
            raise
        raise _about(Path(source), format, separator, error) from None


def _about(
    path: Path, format: str | Format | None, separator: str | None, error: SchemaError
) -> FormatError:
    place, row = str(path), error.row
    about: Any = {"parameter": error.parameter, "entry": error.entry}
    if not recognise(path, format=format, separator=separator).text:
        if row is None:
            return FormatError(error.message, path=place, unit=None, **about)
        return FormatError(error.message, path=place, line=row + 1, unit="row", **about)
    line = 1
    if row is not None:  # only an error about a table names a row
        from shoal.io.csv_cells import line_of_row
        from shoal.io.tables import recognise_table

        found = recognise_table(path, format=format, separator=separator)
        text = check_text(content(path), path)
        line = line_of_row(text, found.separator or ",", path, row)
    return FormatError(error.message, path=place, line=line, **about)
