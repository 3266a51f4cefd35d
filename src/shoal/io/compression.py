"""Text that is compressed with gzip or Zstandard."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal, cast

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


#: Bytes unpacked at once to find the line in which data is damaged.
_PIECE = 64


def by_first_bytes(head: bytes) -> Compression | None:
    r"""Tell how something is compressed by its first bytes.

    Examples
    --------
    >>> by_first_bytes(b"\x1f\x8b\x08"), by_first_bytes(b"1 2")
    ('gzip', None)
    """
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), None)


def by_suffix(path: Path) -> Compression | None:
    """Tell how a file is to be compressed by its name.

    Examples
    --------
    >>> by_suffix(Path("release.dat.ZST")), by_suffix(Path("release.dat"))
    ('zstd', None)
    """
    return SUFFIXES.get(path.suffix.lower())


def without_suffix(path: Path) -> Path:
    """Return the name without what tells the compression.

    Examples
    --------
    >>> without_suffix(Path("release.dat.zst")).name
    'release.dat'
    """
    return path.with_suffix("") if by_suffix(path) else path


def content(path: Path) -> bytes:
    r"""Return a file's bytes, unpacked if they are compressed.

    Parameters
    ----------
    path
        The file.

    Examples
    --------
    >>> import gzip, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.dat.gz")
    ...     _ = path.write_bytes(gzip.compress(b"1 2\n"))
    ...     content(path)
    b'1 2\n'
    """
    packed = path.read_bytes()
    kind = by_first_bytes(packed)
    if kind is None:
        return _checked(packed, path)
    unpacked = _unpack_gzip(packed) if kind == "gzip" else _unpack_zstd(packed)
    if unpacked is None:
        message = f"the {kind} data is damaged or cut off: copy or make the file again"
        raise FormatError(message, path=str(path), line=_whole_lines(packed, kind) + 1)
    return _checked(unpacked, path)


def _checked(text: bytes, path: Path) -> bytes:
    """Return text, unless it begins as something else does."""
    for mark, what in _NOT_TEXT.items():
        if text.startswith(mark):
            raise FormatError(what, path=str(path))
    other = _OTHER_TEXT.match(text)
    if other is not None:
        raise FormatError(f"is {other.lastgroup}: save the data in it as CSV", path=str(path))
    return text


def beginning(sample: bytes) -> tuple[bytes, int] | None:
    r"""Return the text that the first bytes of a file hold, and how many of the bytes that took.

    Parameters
    ----------
    sample
        The first bytes; None is returned if they are damaged.

    Examples
    --------
    >>> beginning(b"1 2\n")
    (b'1 2\n', 4)
    """
    kind = by_first_bytes(sample)
    if kind is None:
        return sample, len(sample)
    if kind == "gzip":
        unpacker = zlib.decompressobj(wbits=31)
        try:
            text = unpacker.decompress(sample)
        except zlib.error:
            return None
        return text, len(sample) - len(unpacker.unused_data)
    import zstandard

    frame = zstandard.ZstdDecompressor().decompressobj()
    try:
        text = frame.decompress(sample)
    except zstandard.ZstdError:
        return None
    return text, len(sample) - len(frame.unused_data)


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


def _whole_lines(packed: bytes, kind: Compression) -> int:
    """Return how many lines damaged data holds in front of the piece that is damaged."""
    import zstandard

    lines = place = 0
    while by_first_bytes(packed[place : place + 4]) == kind:
        unpacker = (
            zlib.decompressobj(wbits=31)
            if kind == "gzip"
            else zstandard.ZstdDecompressor().decompressobj()
        )
        while not unpacker.eof and place < len(packed):
            piece = packed[place : place + _PIECE]
            try:
                lines += unpacker.decompress(piece).count(b"\n")
            except (zlib.error, zstandard.ZstdError):
                return lines
            place += len(piece) - len(unpacker.unused_data)
    return lines


def _unpack_gzip(packed: bytes) -> bytes | None:
    import gzip

    try:
        return gzip.decompress(packed)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return None


def _unpack_zstd(packed: bytes) -> bytes | None:
    """Return the content of all frames, None if one is damaged or cut off."""
    import zstandard

    unpacker = zstandard.ZstdDecompressor()
    parts = []
    try:
        while packed:
            frame = unpacker.decompressobj()
            parts.append(frame.decompress(packed))
            if not frame.eof:
                return None
            packed = frame.unused_data
    except zstandard.ZstdError:
        return None
    return b"".join(parts)
