"""Text as it lies in a file: UTF-8, with or without a byte order mark, in lines or records."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path

from shoal.errors import FormatError
from shoal.io.compression import content
from shoal.io.failures import check_readable

BYTE_ORDER_MARK = "\ufeff".encode()


def check_text(text: bytes, path: Path) -> bytes:
    """Return text without a byte order mark; raise with the line if it is binary or not UTF-8."""
    # The words are those of the native core, which reads baskets.
    place = text.find(b"\0")
    message = "holds a NUL byte: this is a binary file, not text"
    try:
        text.decode()
    except UnicodeDecodeError as error:
        if place < 0 or error.start < place:
            place = error.start
            message = "is not valid UTF-8: this is not text, or text to be saved as UTF-8 first"
    if place >= 0:
        raise FormatError(message, path=str(path), line=line_at(text, place))
    return text.removeprefix(BYTE_ORDER_MARK)


def marked(text: bytes) -> bytes:
    """Return text to write: a second byte order mark keeps the first, as readers skip one."""
    return BYTE_ORDER_MARK + text if text.startswith(BYTE_ORDER_MARK) else text


def check_line_ends(text: bytes, path: Path) -> None:
    """Raise if lines end in carriage returns alone: all of them would be read as one."""
    # A single one may stand in an item of the only line.
    if text.count(b"\r") > 1 and b"\n" not in text:
        raise FormatError("lines end in CR alone: save the file with LF or CRLF", path=str(path))


def line_at(text: bytes, place: int) -> int:
    """Return the line, from 1, of a byte of the text."""
    return text.count(b"\n", 0, place) + 1


def read_text(path: str | os.PathLike[str]) -> str:
    """Return what a text file holds, unpacked if it is compressed; it must be UTF-8."""
    path = Path(path)
    check_readable(path)
    return check_text(content(path), path).decode()


def read_lines(path: str | os.PathLike[str]) -> list[str]:
    """Return the lines of a text file, plain or compressed."""
    # Only line feeds end a line: others that Python knows may stand in an item.
    return [line.removesuffix("\r") for line in read_text(path).split("\n")]


def records(text: bytes | str, separator: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line, and its number: for small files, as Polars is much faster."""
    packed = io.BytesIO(text.encode() if isinstance(text, str) else text)
    lines = io.TextIOWrapper(packed, encoding="utf-8", newline="")
    rows = csv.reader(lines, delimiter=separator, strict=True)
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
