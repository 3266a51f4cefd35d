r"""CSV files of a table in which a blank follows each separator, as in ``zip, age``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    import polars as pl


def without_blanks(text: bytes, separator: str) -> bytes:
    r"""Return text without the blanks around cells, if one follows each separator of the header.

    In any other file, and between quotes, a blank is part of its cell.

    Parameters
    ----------
    text
        What the file holds.
    separator
        What stands between two cells.

    Examples
    --------
    >>> without_blanks(b'zip, note\n02139, "a, b" \n', ",")
    b'zip,note\n02139,"a, b"\n'
    >>> without_blanks(b"zip,note\n02139, a\n", ",")
    b'zip,note\n02139, a\n'
    """
    if separator == " " or not _is_spaced(_header(text), separator):
        return text
    mark = re.escape(separator)
    # What is quoted stays; of the others, each run of blanks is looked at once.
    around = rf'("[^"]*")|(?:(?<=[{mark}\n])|\A) +|(?<! ) ++(?={mark}|\r?\n|\r?\Z)'
    return re.sub(around.encode(), rb"\1", text)


def write_cells(frame: pl.DataFrame, file: BinaryIO, separator: str) -> None:
    r"""Write columns as CSV, so that no blank in front of a name is taken for one to drop.

    Parameters
    ----------
    frame
        The columns.
    file
        Where to write.
    separator
        What stands between two cells.

    Examples
    --------
    >>> from io import BytesIO
    >>> import polars as pl
    >>> file = BytesIO()
    >>> write_cells(pl.DataFrame({"zip": ["02139"], " note": [" a"]}), file, ",")
    >>> file.getvalue()
    b'zip," note"\n02139, a\n'
    """
    needs_quotes = re.compile(rf'["\r\n{re.escape(separator)}]|\A |\A\Z')
    names = (
        '"' + name.replace('"', '""') + '"' if needs_quotes.search(name) else name
        for name in frame.columns
    )
    file.write((separator.join(names) + "\n").encode())
    frame.write_csv(file, include_header=False, separator=separator)


def _header(text: bytes) -> bytes:
    """Return the first record; a name in quotes may hold line breaks."""
    end, quotes = -1, 0
    while (following := text.find(b"\n", end + 1)) >= 0:
        quotes += text.count(b'"', end + 1, following)
        end = following
        if quotes % 2 == 0:
            return text[:end]
    return text


def _is_spaced(header: bytes, separator: str) -> bool:
    """Tell whether a blank follows each separator, but for one at the end."""
    bare = re.sub(rb'"[^"]*"', b'""', header)
    mark = re.escape(separator).encode()
    return separator.encode() + b" " in bare and not re.search(mark + rb"(?! |\r?\Z)", bare)
