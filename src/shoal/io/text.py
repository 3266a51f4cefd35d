"""Baskets in text files: one line per basket, FIMI or CSV, plain or compressed."""

from __future__ import annotations

from pathlib import Path

from shoal import _core
from shoal.data import Baskets, Vocabulary
from shoal.errors import FormatError, ParameterError
from shoal.io.compression import open_text
from shoal.io.encoding import marked
from shoal.io.failures import writing
from shoal.io.formats import SAMPLE, Format
from shoal.io.item_spelling import spelled
from shoal.io.separators import check_no_table, check_separator

#: Rows formatted at once, so that writing needs little memory beside the data.
CHUNK_ROWS = 1 << 18


def check_doubtful(text: bytes, format: Format, path: Path, *, separator: bool) -> None:
    """Raise if the first lines of a file that nobody described are hardly baskets."""
    lines = text[:SAMPLE].decode("utf-8-sig", errors="replace").split("\n")
    if len(text) > SAMPLE:
        lines.pop()  # it may be cut
    if not separator:
        check_separator(lines, format, path)
    if format.separator is not None:
        check_no_table(lines, format.separator, path)


def parse(text: bytes, format: Format, *, path: Path) -> Baskets:
    """Parse the content of a text file; items that are all whole numbers are read as integers."""
    try:
        baskets = _core.parse_baskets(text, format.separator or "\0")
    except _core.TextError as error:
        line, message = error.args
        raise FormatError(message, path=str(path), line=line) from None
    offsets = baskets.take_offsets()
    if len(offsets) == 1:
        raise FormatError("the file is empty: it holds no baskets", path=str(path))
    if baskets.numeric:
        vocabulary = Vocabulary(baskets.take_numbers())
    else:
        vocabulary = Vocabulary(baskets.names().decode().split("\n")[:-1])
    return Baskets(baskets.take_items(), offsets, vocabulary, baskets.duplicates)


def write_text(data: Baskets, path: Path, format: Format) -> None:
    """Write a FIMI or CSV file: items in order, an empty basket as an empty line."""
    from shoal.io.spmf import looks_like_spmf

    data = data.trimmed()
    names = spelled(data.vocabulary, format)
    lines = "\n".join((*names, "")).encode()
    with writing(path), open_text(path, format.compression) as file:
        for start in range(0, len(data), CHUNK_ROWS):
            offsets = data.offsets[start : start + CHUNK_ROWS + 1]
            text = _core.format_baskets(data.items, offsets, lines, format.separator or " ")
            if start == 0 and format.separator is None and looks_like_spmf(text[:SAMPLE]):
                raise ParameterError(
                    "a fimi file of these items would be read as one of SPMF: write csv, parquet "
                    "or arrow"
                )
            file.write(marked(text) if start == 0 else text)
