"""Bytes of a file, unpacked. A packed file must be one piece that holds text and nothing else."""

from __future__ import annotations

import zlib
from pathlib import Path

from shoal_verify.release import NotJudged

#: No text is unpacked beyond this: a small file can stand for a very large one.
MOST_BYTES = 1 << 32

#: How a gzip file begins that holds neither a name nor a time nor a comment.
_GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00"
_ZSTD = b"\x28\xb5\x2f\xfd"


def read_text(path: Path) -> str:
    """Return the text of a file, packed or not; one byte order mark is dropped, as by readers."""
    content = path.read_bytes()
    if content.startswith(_GZIP[:2]):
        content = _from_gzip(content)
    elif content.startswith(_ZSTD):
        content = _from_zstd(content)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise NotJudged("the file is not text in UTF-8") from None
    if "\0" in text:
        raise NotJudged("the text holds a NUL character")
    return text.removeprefix("\ufeff")


def _from_gzip(content: bytes) -> bytes:
    if not content.startswith(_GZIP):
        raise NotJudged("the gzip file holds a name, a time or a comment")
    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(content, MOST_BYTES)
    except zlib.error:
        raise NotJudged("the gzip file is damaged") from None
    if unpacker.unconsumed_tail:
        raise NotJudged(f"the text has more than {MOST_BYTES:,} bytes")
    if not unpacker.eof or unpacker.unused_data:
        raise NotJudged("the gzip file is cut off, or something follows its text")
    return text


def _from_zstd(content: bytes) -> bytes:
    import pyarrow as pa

    if _end_of_frame(content) != len(content):
        raise NotJudged("the zstd file is cut off, or something follows its text")
    try:
        with pa.CompressedInputStream(pa.BufferReader(content), "zstd") as stream:
            text: bytes = stream.read(MOST_BYTES)
            more = stream.read(1)
    except OSError:
        raise NotJudged("the zstd file is damaged") from None
    if more:
        raise NotJudged(f"the text has more than {MOST_BYTES:,} bytes")
    return text


def _end_of_frame(content: bytes) -> int:
    """Return where the first frame ends (RFC 8878, 3.1.1); -1 if it is cut off or odd."""
    try:
        described = content[4]
        whole_window = described >> 5 & 1
        if described & 0b11011:  # a dictionary, or bits that mean nothing
            return -1
        place = 5 + (1 - whole_window) + (whole_window, 2, 4, 8)[described >> 6]
        last = 0
        while not last:
            header = int.from_bytes(content[place : place + 3], "little")
            last, kind, size = header & 1, header >> 1 & 3, header >> 3
            if place + 3 > len(content) or kind == 3:
                return -1
            place += 3 + (1 if kind == 1 else size)
        return place + 4 * (described >> 2 & 1)
    except IndexError:
        return -1
