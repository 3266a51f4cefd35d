"""What the headers of a Parquet file say of its pages, checked before anything is read by them.

Polars makes room for as many values as a header declares. If that is more than there can be, there
is no error to catch: the process ends. So the numbers of a damaged file are compared first. No page
is unpacked for that.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: The end of a file: the length of what describes it, and four letters.
_TAIL = 8

#: No number has more bits.
_MOST_BITS = 64

#: Fields of the structures, by their numbers in the format's definition.
_ROWS, _ROW_GROUPS, _PAIRS = 3, 4, 5
_CHUNKS, _GROUP_ROWS = 1, 3
_CHUNK, _COLUMN_PAIRS = 3, 8
_KEY, _VALUE = 1, 2
_VALUES, _DATA_OFFSET, _DICTIONARY_OFFSET = 5, 9, 11
_UNPACKED, _PACKED, _DATA, _DICTIONARY, _DATA_2 = 2, 3, 5, 7, 8
_PAGE_VALUES = 1


def metadata_of(path: Path) -> list[tuple[bytes, bytes]]:
    """Return the keys and values that a Parquet file holds beside its columns."""
    with _opened(path) as content:
        description = _described(content)
        chunks = [chunk for group in description[_ROW_GROUPS] for chunk in group[_CHUNKS]]
        lists = [description.get(_PAIRS, [])]
        lists += [chunk.get(_CHUNK, {}).get(_COLUMN_PAIRS, []) for chunk in chunks]
        return [(pair[_KEY], pair.get(_VALUE, b"")) for pairs in lists for pair in pairs]


def check_pages(path: Path) -> None:
    """Raise a ValueError if a Parquet file declares other rows or values than its pages do."""
    with _opened(path) as content:
        if len(content) >= _TAIL and content[-4:] == b"PAR1":
            _check(content)


@contextmanager
def _opened(path: Path) -> Iterator[mmap.mmap]:
    """Map a file; whatever is not where its description says becomes a ValueError."""
    try:
        with (
            path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
        ):
            yield content
    except (AttributeError, LookupError, TypeError, RecursionError):
        raise ValueError("the file is described in no known way") from None


def _described(content: mmap.mmap) -> dict[int, Any]:
    """Return the description at the end of a file."""
    start = len(content) - _TAIL - int.from_bytes(content[-_TAIL:-4], "little")
    return _Compact(content, start).struct()


def _check(content: mmap.mmap) -> None:
    description = _described(content)
    groups = description.get(_ROW_GROUPS, [])
    rows = [group[_GROUP_ROWS] for group in groups]
    if min(rows, default=0) < 0 or sum(rows) != description[_ROWS]:
        raise ValueError("the numbers of rows contradict each other")
    for group in groups:
        for chunk in group[_CHUNKS]:
            column = chunk.get(_CHUNK)
            # Without it the column is encrypted, or in another file.
            if column is not None:
                _check_column(content, column, group[_GROUP_ROWS])


def _check_column(content: mmap.mmap, column: dict[int, Any], rows: int) -> None:
    """Raise if the pages of a column hold other values than it declares."""
    declared = column[_VALUES]
    sound = declared >= rows
    place = min(column.get(_DICTIONARY_OFFSET) or column[_DATA_OFFSET], column[_DATA_OFFSET])
    found = 0
    while sound and found < declared:
        header = _Compact(content, place)
        page = header.struct()
        words = page[_DICTIONARY][_PAGE_VALUES] if _DICTIONARY in page else 0
        sound = min(_numbers(page)) >= 0 and words <= page[_UNPACKED]
        data = page.get(_DATA) or page.get(_DATA_2) or {}
        found += data.get(_PAGE_VALUES, 0)
        place = header.place + page[_PACKED]
    if not sound or found > declared:
        raise ValueError("pages hold other values than their column")


def _numbers(page: dict[int, Any]) -> Iterator[int]:
    """Return the sizes of a page and its numbers of values."""
    yield from (page[_UNPACKED], page[_PACKED])
    for kind in (_DATA, _DICTIONARY, _DATA_2):
        yield from (value for value in page.get(kind, {}).values() if type(value) is int)


class _Compact:
    """Reads a structure in Thrift's compact protocol; fractions are passed over."""

    def __init__(self, content: mmap.mmap, place: int) -> None:
        if not 0 <= place < len(content):
            raise IndexError
        self._content = content
        self.place = place

    def struct(self) -> dict[int, Any]:
        """Return the fields of a structure by number."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            fields[number] = self._value(head & 15)
        return fields

    def _value(self, kind: int, *, listed: bool = False) -> Any:
        match kind:
            case 1 | 2:  # in a list, a truth value is a byte; in a structure, it is its kind
                return self._byte() == 1 if listed else kind == 1
            case 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._signed()
            case 7:
                return self._skip(8)
            case 8:
                return self._bytes(self._unsigned())
            case 9 | 10:
                return self._list()
            case 12:
                return self.struct()
        raise TypeError

    def _list(self) -> list[Any]:
        head = self._byte()
        length = head >> 4 if head >> 4 < 15 else self._unsigned()
        return [self._value(head & 15, listed=True) for _ in range(length)]

    def _byte(self) -> int:
        self.place += 1
        return self._content[self.place - 1]

    def _skip(self, length: int) -> None:
        self.place += length

    def _bytes(self, length: int) -> bytes:
        start = self.place
        self.place += length
        return self._content[start : self.place]

    def _unsigned(self) -> int:
        value = shift = 0
        while (byte := self._byte()) > 127:
            value |= (byte & 127) << shift
            shift += 7
            if shift > _MOST_BITS:
                raise TypeError
        return value | byte << shift

    def _signed(self) -> int:
        value = self._unsigned()
        return value >> 1 ^ -(value & 1)
