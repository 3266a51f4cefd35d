"""Text that is compressed with gzip or Zstandard."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from shoal.errors import FormatError

Compression = Literal["gzip", "zstd"]

#: How the name of a compressed file ends.
SUFFIXES: dict[str, Compression] = {".gz": "gzip", ".zst": "zstd"}

#: First bytes of a compressed file. No text starts with them: they are not UTF-8.
MAGIC: dict[bytes, Compression] = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}

#: First bytes of files that are often mistaken for text, and what to do with them.
_NOT_TEXT = {
    b"PK\x03\x04": "is a spreadsheet or another zip archive: save its sheet as CSV in UTF-8",
    b"\xff\xfe": "is text in UTF-16: save it as CSV in UTF-8",
    b"\xfe\xff": "is text in UTF-16: save it as CSV in UTF-8",
    b"\xd0\xcf\x11\xe0": "is a spreadsheet or another file of an office: save it as CSV in UTF-8",
    b"%PDF-": "is a PDF: get the data behind it as CSV",
    b"\xfd7zXZ": "is compressed with xz: unpack it, or use gzip or Zstandard",
}

#: How texts begin that hold data in other ways.
_OTHER_TEXT = re.compile(
    rb"""(?xi) ^ (?: \xef\xbb\xbf )? \s* (?: (?P<HTML> < (?: !doctype\s+html | html\b ) )
    | (?P<XML> <\?xml\b ) | (?P<JSON> \[? \s* \{ \s* "[^"\n]*" \s* : ) )"""
)


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
    """Return a file's bytes, unpacked if they are compressed; raise if it holds no rows of text."""
    text = unpacked(path)
    for magic, what in _NOT_TEXT.items():
        if text.startswith(magic):
            raise FormatError(what, path=str(path))
    other = _OTHER_TEXT.match(text)
    if other is not None:
        raise FormatError(f"is {other.lastgroup}: save the data in it as CSV", path=str(path))
    return text


def unpacked(path: Path) -> bytes:
    """Return a file's bytes, unpacked if they are compressed."""
    text = path.read_bytes()
    kind = by_first_bytes(text)
    if kind is not None:
        text, whole = _unpack(text, kind)
        if not whole:
            message = f"the {kind} data is damaged or cut off: copy or make the file again"
            raise FormatError(message, path=str(path), line=text.count(b"\n") + 1)
    return text


def beginning(sample: bytes) -> bytes:
    """Return the text that the first bytes of a file hold, as far as they can be unpacked."""
    kind = by_first_bytes(sample)
    return sample if kind is None else _unpack(sample, kind)[0]


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


def _unpack(packed: bytes, kind: Compression) -> tuple[bytes, bool]:
    """Return the content of all parts, and whether none is damaged or cut off."""
    start: Callable[[], Any]
    damage: type[Exception]
    parts = []
    if kind == "gzip":
        start, damage = partial(zlib.decompressobj, wbits=31), zlib.error
    else:
        import zstandard

        start, damage = zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError
    while packed:
        part = start()
        try:
            parts.append(part.decompress(packed))
        except damage:
            return b"".join(parts), False
        if not part.eof:
            return b"".join(parts), False
        # Zeros may pad the end of a gzip file.
        packed = part.unused_data.lstrip(b"\0") if kind == "gzip" else part.unused_data
    return b"".join(parts), True
