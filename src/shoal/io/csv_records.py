"""The records of a CSV text, one by one, with their lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from shoal.errors import FormatError


def records(text: str, separator: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line, and the number of the line; none of a blank line.

    Only to explain what is wrong with a table, and for small files: Polars is much faster.
    """
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    start = 1
    try:
        for row in rows:
            yield start, row
            start = rows.line_num + 1
    except csv.Error:
        message = (
            "a quote that is never closed, or text after a closed one: quote the whole cell and "
            "double the quotes in it"
        )
        raise FormatError(message, path=str(path), line=start) from None
