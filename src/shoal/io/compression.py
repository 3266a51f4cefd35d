"""Text that is compressed with gzip or Zstandard."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from shoal.errors import FormatError
from shoal.io.terms import check_fits, refuse_unjudged

Compression = Literal["gzip", "zstd"]

#: How the name of a compressed file ends.
SUFFIXES: dict[str, Compression] = {".gz": "gzip", ".zst": "zstd"}

#: First bytes of a compressed file. No text starts with them: they are not UTF-8.
MAGIC: dict[bytes, Compression] = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}

#: Packed bytes taken at once. However much they unpack to, it is some 30 MB at most.
_STEP = 1 << 10

#: Bytes of text after which the beginning of a file is long enough.
MOST_SAMPLED = 1 << 24

#: What may separate the cells of a line.
_BETWEEN_CELLS = (b" ", b",", b";", b"\t", b"|")

#: Flags of a gzip header that announce a file name, a comment or extra fields.
_GZIP_FIELDS, _GZIP_NAME = 0b11100, 0b01000

#: All but the first byte of the number that starts a skippable frame of zstd.
_SKIPPABLE = b"\x2a\x4d\x18"

_ZEROS = re.compile(rb"\0*")


def by_first_bytes(head: bytes) -> Compression | None:
    """Tell how something is compressed by its first bytes."""
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), None)


def by_suffix(path: Path) -> Compression | None:
    """Tell how a file is to be compressed by its name."""
    return SUFFIXES.get(path.suffix.lower())


def without_suffix(path: Path) -> Path:
    """Return the name without what tells the compression."""
    return path.with_suffix("") if by_suffix(path) else path


def content(path: Path) -> bytes:
    """Return a file's bytes, unpacked if they are compressed, if there is memory for its cells."""
    text = unpacked(path)
    cells = max(map(text.count, _BETWEEN_CELLS))
    lines = text.count(b"\n")
    check_fits(path, len(text), lines=lines, cells=lines + cells)
    return text


def unpacked(path: Path) -> bytes:
    """Return a file's bytes, unpacked if they are compressed."""
    check_fits(path, path.stat().st_size)
    text = path.read_bytes()
    kind = by_first_bytes(text)
    return text if kind is None else _unpack(text, kind, path)


def beginning(sample: bytes) -> bytes:
    """Return the text that the first bytes of a file hold, as far as they can be unpacked."""
    kind = by_first_bytes(sample)
    if kind is None:
        return sample
    text = bytearray()
    with suppress(_Damaged):
        for piece in _pieces(sample, kind):
            text += piece
            if len(text) > MOST_SAMPLED:
                break
    return bytes(text)


@contextmanager
def open_text(path: Path, compression: Compression | None) -> Iterator[BinaryIO]:
    """Open a file to write; what is written depends on the content alone, not on name or time."""
    with path.open("wb") as file:
        if compression is None:
            yield file
        elif compression == "gzip":
            import gzip

            with gzip.GzipFile(
                filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0
            ) as packed:
                yield cast(BinaryIO, packed)
        else:
            import zstandard

            packer = zstandard.ZstdCompressor(level=6, write_checksum=True)
            with packer.stream_writer(file, closefd=False) as stream:
                yield cast(BinaryIO, stream)


def _unpack(packed: bytes, kind: Compression, path: Path) -> bytes:
    """Return the content of all parts; raise as soon as it is too large, or damaged or cut off."""
    pieces, size = [], 0
    try:
        for piece in _pieces(packed, kind, path):
            pieces.append(piece)
            size += len(piece)
            check_fits(path, size)
    except _Damaged:
        message = f"the {kind} data is damaged or cut off: copy or make the file again"
        line = sum(piece.count(b"\n") for piece in pieces) + 1
        raise FormatError(message, path=str(path), line=line) from None
    return b"".join(pieces)


def _pieces(packed: bytes, kind: Compression, path: Path | None = None) -> Iterator[bytes]:
    """Yield the content of all parts, a little at a time."""
    start: Callable[[], Any]
    damage: type[Exception]
    if kind == "gzip":
        start, damage = partial(zlib.decompressobj, wbits=31), zlib.error
    else:
        import zstandard

        start, damage = zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError
    place = 0
    while place < len(packed):
        if path is not None:
            _check_head(packed[place : place + _STEP], kind, path)
        part = start()
        while not part.eof:
            if place >= len(packed):
                raise _Damaged
            taken = packed[place : place + _STEP]
            place += len(taken)
            try:
                yield part.decompress(taken)
            except damage:
                raise _Damaged from None
        place -= len(part.unused_data)
        if kind == "gzip":  # zeros may pad its end
            place = _ZEROS.match(packed, place).end()  # type: ignore[union-attr]


def _check_head(head: bytes, kind: Compression, path: Path) -> None:
    """Raise if a part of a file that is judged carries more than the text."""
    fields = head[3] & _GZIP_FIELDS if kind == "gzip" and len(head) > 3 else 0
    own_name = fields == _GZIP_NAME and head[10:].startswith(os.fsencode(path.stem) + b"\0")
    skippable = kind == "zstd" and head[1:4] == _SKIPPABLE and head[0] & 0xF0 == 0x50
    if (fields and not own_name) or skippable:
        refuse_unjudged(
            f"its {kind} data holds more than the text, such as a comment or another file name, "
            "which is published with the file and not judged: compress the text again "
            "(with gzip -n, or zstd)",
            path,
        )


class _Damaged(Exception):
    """Packed data is damaged or cut off."""
