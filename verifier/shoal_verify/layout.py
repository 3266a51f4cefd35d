"""Where everything lies in a Parquet or an Arrow file: no byte may be out of a reader's reach."""

from __future__ import annotations

import struct
from typing import Any

import pyarrow as pa

from shoal_verify.release import NotJudged

#: Fields of the structures that describe a Parquet file, by their numbers in its definition.
_GROUPS, _METADATA = 4, 5
_CHUNKS, _CHUNK = 1, 3
_INDEXES = ((4, 5), (6, 7))
_VALUES, _CHUNK_METADATA, _DATA, _DICTIONARY, _BLOOM = 5, 8, 9, 11, 14
_PAGE_SIZE, _PAGES_OF_DATA, _PAGE_VALUES = 3, (5, 8), 1


def check_parquet_layout(content: bytes) -> None:
    """Refuse gaps between the parts of a Parquet file, and metadata but the schema of Arrow."""
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    if content[:4] != b"PAR1" or content[-4:] != b"PAR1" or start < 4:
        raise NotJudged("the file is of another format, damaged or cut off")
    described, end = _thrift_struct(content, start)
    if any(pair[1] != b"ARROW:schema" for pair in described.get(_METADATA, ())):
        raise NotJudged("the file holds metadata")
    parts = [(0, 4), (start, end + 8)]
    for chunk in (chunk for group in described[_GROUPS] for chunk in group[_CHUNKS]):
        column = chunk[_CHUNK]
        if _CHUNK_METADATA in column or _BLOOM in column:
            raise NotJudged("the file holds metadata of a column, or a filter for its values")
        parts.append(_pages(content, column))
        parts += [(chunk[at], chunk[at] + chunk[size]) for at, size in _INDEXES if at in chunk]
    _check_no_gap(parts, len(content))


def _pages(content: bytes, column: dict[int, Any]) -> tuple[int, int]:
    """Return where the pages of a chunk start and end, going from one to the next."""
    start = place = min(column.get(_DICTIONARY) or column[_DATA], column[_DATA])
    left = column[_VALUES]
    while left > 0:
        page, place = _thrift_struct(content, place)
        if page[_PAGE_SIZE] < 0:
            raise NotJudged("a page has a negative size")
        place += page[_PAGE_SIZE]
        left -= sum(page[kind][_PAGE_VALUES] for kind in _PAGES_OF_DATA if kind in page)
    try:  # Polars describes each chunk once more behind it
        copy, end = _thrift_struct(content, place)
    except (LookupError, TypeError, NotJudged):
        return start, place
    return start, end if copy == column else place


def check_arrow_layout(content: bytes) -> None:
    """Refuse gaps between the parts of an Arrow file, and metadata behind them."""
    start = len(content) - 10 - int.from_bytes(content[-10:-6], "little")
    if content[:8] != b"ARROW1\0\0" or content[-6:] != b"ARROW1" or start < 8:
        raise NotJudged("the file is of another format, damaged or cut off")
    footer = content[start:]
    (root,) = struct.unpack_from("<I", footer)
    table = root - struct.unpack_from("<i", footer, root)[0]
    size = struct.unpack_from("<H", footer, table)[0]
    fields = [at for (at,) in struct.iter_unpack("<H", footer[table + 4 : table + size])]
    if any(fields[4:]):
        raise NotJudged("the file holds metadata")
    blocks = []
    for field in filter(None, fields[2:4]):  # dictionaries, and batches of rows
        place = root + field + struct.unpack_from("<I", footer, root + field)[0]
        (count,) = struct.unpack_from("<I", footer, place)
        blocks += [struct.unpack_from("<qi4xq", footer, place + 4 + 24 * at) for at in range(count)]
    parts = [(at, at + metadata + body) for at, metadata, body in blocks]
    first = min([at for at, _ in parts], default=start - 8)
    _check_schema(content[8:first], content)
    # Eight bytes say that no batch follows.
    _check_no_gap([(0, first), *parts, (start - 8, len(content))], len(content))
    if content[start - 8 : start] != b"\xff\xff\xff\xff\0\0\0\0":
        raise NotJudged("the file holds bytes that no reader looks at")


def _check_schema(message: bytes, content: bytes) -> None:
    """Refuse another schema in front of the rows than the one behind them."""
    if not message.startswith(b"\xff\xff\xff\xff"):  # Polars leaves out the length
        message = struct.pack("<iI", -1, len(message)) + message
    known = pa.ipc.open_file(pa.BufferReader(content)).schema
    if not pa.ipc.read_schema(pa.py_buffer(message)).equals(known, check_metadata=True):
        raise NotJudged("the file describes its columns twice, and not in the same way")


def _check_no_gap(parts: list[tuple[int, int]], length: int) -> None:
    end = 0
    for start, stop in sorted(parts):
        if start != end or stop < start:
            raise NotJudged("the file holds bytes that no reader looks at")
        end = stop
    if end != length:
        raise NotJudged("the file holds bytes that no reader looks at")


def _thrift_struct(content: bytes, at: int) -> tuple[dict[int, Any], int]:
    """Read a structure in Thrift's compact protocol; return its fields, and where it ends."""
    fields: dict[int, Any] = {}
    number = 0
    while head := content[at]:
        at += 1
        step = head >> 4
        if not step:
            number, at = _thrift_value(content, at, 4)
        number += step
        fields[number], at = _thrift_value(content, at, head & 15)
    return fields, at + 1


def _thrift_value(content: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (1, 2):
        return kind == 1, at
    if kind == 3:
        return content[at], at + 1
    if kind == 7:
        return None, at + 8
    if kind == 12:
        return _thrift_struct(content, at)
    if kind in (9, 10):
        head, at = content[at], at + 1
        size = head >> 4
        if size == 15:
            size, at = _varint(content, at)
        values = []
        for _ in range(size):  # truth values take a byte each here
            value, at = _thrift_value(content, at, 3 if head & 15 in (1, 2) else head & 15)
            values.append(value)
        return values, at
    number, at = _varint(content, at)
    if kind == 8:
        return content[at : at + number], at + number
    if kind not in (4, 5, 6):
        raise NotJudged("the file is described in no known way")
    return number >> 1 ^ -(number & 1), at


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while (byte := content[at]) > 127:
        value |= (byte & 127) << shift
        shift, at = shift + 7, at + 1
        if shift > 63:
            raise NotJudged("the file is described in no known way")
    return value | byte << shift, at + 1
