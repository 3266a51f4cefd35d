"""What Parquet and Arrow files hold beside their columns: only what describes these is judged.

Writers leave notes in a file: for the whole of it, for a column, for a batch of rows. Readers hand
them on, so they are published. Those that can only describe the columns pass; all others are
refused, and so are categories, of which a file may hold some that no row has.
"""

from __future__ import annotations

import base64
import json
import mmap
import re
import struct
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from shoal.errors import FormatError
from shoal.io.formats import Format
from shoal.io.parquet_pages import metadata_of

Pair = tuple[bytes, bytes]

#: The schema of Arrow within a Parquet file.
_SCHEMA = b"ARROW:schema"

#: Notes that are a single number.
_NUMBERS = (b"org.apache.spark.version", b"PARQUET:field_id")
_NUMBER = re.compile(rb"[0-9]{1,4}(\.[0-9]{1,4}){0,3}")
_VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}")

#: Notes of pandas and Spark that describe columns in JSON.
_DESCRIPTIONS = (b"pandas", b"org.apache.spark.sql.parquet.row.metadata")

#: All that such a description may say, beside the names of columns and the numbers of versions.
_WORDS = frozenset(
    re.split(
        r"\s+",
        """index_columns column_indexes columns attributes creator library version pandas_version
        kind name start stop step field_name pandas_type numpy_type metadata encoding UTF-8
        range pyarrow fastparquet type fields nullable elementType containsNull struct array
        list list[unicode] list[int64] empty object unicode str bool boolean string integer long
        short byte double float date datetime timestamp timestamp_ntz binary bytes int8 int16
        int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 Int8 Int16 Int32 Int64
        Float64 datetime64[ns] datetime64[us] datetime64[ms] datetime64[s]""",
    )
)

#: Places of fields in the tables of Arrow's format.
_MESSAGE_HEADER, _MESSAGE_NOTES = 2, 4
_FOOTER_SCHEMA, _FOOTER_BATCHES, _FOOTER_NOTES = 1, 3, 4
_SCHEMA_FIELDS, _SCHEMA_NOTES = 1, 2
_FIELD_DICTIONARY, _FIELD_CHILDREN, _FIELD_NOTES = 4, 5, 6

#: The start and the end of an Arrow file, the bytes in front of a message, and those of a block.
_START, _TAIL, _PREFIX, _BLOCK = 8, 10, 8, 24


#: What to do about metadata.
_ANEW = ": write the columns to a new file without metadata"


def check_metadata(path: Path, format: Format, columns: Collection[str]) -> None:
    """Raise if a file holds categories, or notes that do more than describe its columns."""
    known = _WORDS | {*columns}
    try:
        for key, value in _notes(path, format):
            if not _describes(key, value, known):
                name = key.decode(errors="replace")
                # A key may be a value in disguise; those that tools write are safe to show.
                shown = f" ({name!r})" if key in (*_DESCRIPTIONS, *_NUMBERS) else ""
                what = f"metadata{shown} that is published with it and not judged"
                raise FormatError(f"holds {what}{_ANEW}", path=str(path), unit=None)
    except _Categories:
        message = "holds a column of categories, and some may be in no row: write it as text"
        raise FormatError(message, path=str(path), unit=None) from None
    except (struct.error, IndexError, ValueError, RecursionError):
        message = f"holds metadata that cannot be read{_ANEW}"
        raise FormatError(message, path=str(path), unit=None) from None


class _Categories(Exception):
    """A column has a dictionary."""


def _describes(key: bytes, value: bytes, known: Collection[str]) -> bool:
    """Tell whether a note says nothing but what columns there are, or which version wrote them."""
    if key in _NUMBERS:
        return _NUMBER.fullmatch(value) is not None
    if key not in _DESCRIPTIONS:
        return False
    try:
        said = json.loads(value)
    except (ValueError, RecursionError):
        return False
    return all(word in known or _VERSION.fullmatch(word) for word in _texts(said))


def _texts(said: Any) -> Iterator[str]:
    """Yield all keys and texts of a JSON document."""
    if isinstance(said, dict):
        yield from said
        said = list(said.values())
    if isinstance(said, list):
        for part in said:
            yield from _texts(part)
    elif isinstance(said, str):
        yield said


def _notes(path: Path, format: Format) -> Iterator[Pair]:
    """Yield all notes in a file."""
    if format.name == "parquet":
        for key, value in metadata_of(path):
            if key == _SCHEMA:
                yield from _in_message(base64.b64decode(value, validate=True), 0)
            else:
                yield key, value
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        size = struct.unpack_from("<i", content, len(content) - _TAIL)[0]
        start = len(content) - _TAIL - size
        if start < _START:
            raise ValueError
        yield from _in_message(content, _START)
        footer = _Table.root(content, start)
        yield from footer.pairs(_FOOTER_NOTES)
        yield from _in_schema(footer.table(_FOOTER_SCHEMA))
        first, count = footer.vector(_FOOTER_BATCHES)
        for block in range(count):
            place = struct.unpack_from("<q", content, first + _BLOCK * block)[0]
            yield from _in_message(content, place, schema=False)


def _in_message(content: Any, place: int, *, schema: bool = True) -> Iterator[Pair]:
    message = _Table.root(content, place + _PREFIX)
    yield from message.pairs(_MESSAGE_NOTES)
    if schema:
        yield from _in_schema(message.table(_MESSAGE_HEADER))


def _in_schema(schema: _Table | None) -> Iterator[Pair]:
    if schema is not None:
        yield from schema.pairs(_SCHEMA_NOTES)
        yield from _in_fields(schema, _SCHEMA_FIELDS)


def _in_fields(table: _Table, fields: int) -> Iterator[Pair]:
    for field in table.tables(fields):
        if field.table(_FIELD_DICTIONARY) is not None:
            raise _Categories
        yield from field.pairs(_FIELD_NOTES)
        yield from _in_fields(field, _FIELD_CHILDREN)


class _Table:
    """A table of FlatBuffers: its fields are found by their places."""

    def __init__(self, content: Any, place: int) -> None:
        if place < 0:
            raise IndexError
        self._content, self._place = content, place

    @classmethod
    def root(cls, content: Any, start: int) -> _Table:
        """Return the table that a buffer starts with."""
        return cls(content, start)._at(start)

    def table(self, field: int) -> _Table | None:
        """Return a field that is a table."""
        place = self._field(field)
        return None if place is None else self._at(place)

    def vector(self, field: int) -> tuple[int, int]:
        """Return where the entries of a field that is a vector start, and how many there are."""
        place = self._field(field)
        if place is None:
            return 0, 0
        first = place + self._read("<I", place)
        count = self._read("<I", first)
        if count > len(self._content):
            raise IndexError
        return first + 4, count

    def tables(self, field: int) -> Iterator[_Table]:
        """Yield the entries of a field that is a vector of tables."""
        first, count = self.vector(field)
        return (self._at(first + 4 * entry) for entry in range(count))

    def pairs(self, field: int) -> Iterator[Pair]:
        """Yield the entries of a field that is a vector of keys and values."""
        for pair in self.tables(field):
            yield pair._text(0), pair._text(1)

    def _at(self, place: int) -> _Table:
        return _Table(self._content, place + self._read("<I", place))

    def _text(self, field: int) -> bytes:
        first, count = self.vector(field)
        return bytes(self._content[first : first + count])

    def _field(self, field: int) -> int | None:
        entries = self._place - self._read("<i", self._place)
        entry = 4 + 2 * field
        if entry >= self._read("<H", entries):
            return None
        offset = self._read("<H", entries + entry)
        return self._place + offset if offset else None

    def _read(self, kind: str, place: int) -> int:
        if place < 0:
            raise IndexError
        number: int = struct.unpack_from(kind, self._content, place)[0]
        return number
