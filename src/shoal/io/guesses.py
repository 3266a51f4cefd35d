"""What was taken for granted about a text file, said when it looks doubtful."""

from __future__ import annotations

import csv
from pathlib import Path

from shoal.io.formats import Format, tells_format

#: Bytes looked at: the first lines of any file.
_SAMPLE = 1 << 16

#: Fewer lines than these may look like a table by chance.
_LINES_OF_A_TABLE = 3

#: What separates items in the files of most tools.
_SEPARATORS = {b",": "','", b";": "';'", b"|": "'|'", b"\t": "a tab"}


def doubtful_name(path: Path) -> tuple[str, ...]:
    """Return a note if the name of a file does not say what it holds.

    Parameters
    ----------
    path
        The file, read as FIMI.

    Examples
    --------
    >>> doubtful_name(Path("baskets.dat")), len(doubtful_name(Path("baskets.log")))
    ((), 1)
    """
    if tells_format(path):
        return ()
    return (
        f"the name {path.name} does not tell the format, so it was read as fimi "
        "(items separated by blanks); insist on one with --format",
    )


def doubtful_separator(text: bytes, format: Format) -> tuple[str, ...]:
    """Return a note if the first lines hold another separator, and never the one they were read by.

    Parameters
    ----------
    text
        What the file holds.
    format
        How it was read, the separator being the usual one and not the caller's choice.

    Examples
    --------
    >>> len(doubtful_separator(b"rum;tea", Format("csv", ",")))
    1
    """
    sample = text[:_SAMPLE]
    own = (b" ", b"\t") if format.separator is None else (format.separator.encode(),)
    if any(separator in sample for separator in own):
        return ()
    others = [name for separator, name in _SEPARATORS.items() if separator in sample]
    if len(others) != 1:
        return ()
    by = "a blank" if format.separator is None else _SEPARATORS.get(own[0], repr(format.separator))
    return (
        f"the first lines hold {others[0]} and never {by}, so each line was read as one item; "
        "say what separates items with --separator",
    )


def looks_like_table(text: bytes, format: Format) -> tuple[str, ...]:
    r"""Return a note if a file of baskets has a header and as many cells in each line.

    Parameters
    ----------
    text
        What the file holds.
    format
        How it was read.

    Examples
    --------
    >>> table = b"age,sex\n31,f\n34,m\n"
    >>> as_csv = Format("csv", ",")
    >>> len(looks_like_table(table, as_csv)), looks_like_table(b"a,b", as_csv)
    (1, ())
    """
    if format.separator is None:
        return ()
    # The last line of a sample may be cut.
    lines = text[:_SAMPLE].splitlines()[: -1 if len(text) > _SAMPLE else None]
    decoded = (line.decode(errors="replace") for line in lines)
    # As a table's reader would: cells may be quoted.
    rows = [next(csv.reader([line], delimiter=format.separator), [""]) for line in decoded]
    if len(rows) < _LINES_OF_A_TABLE or len(rows[0]) == 1:
        return ()
    header, others = set(rows[0]), rows[1:]
    if any(len(row) != len(rows[0]) or header & set(row) for row in others):
        return ()
    return (
        f"every line has {len(rows[0])} cells and the first looks like a header, but the file was "
        "read as baskets, the header too; if it is a table, name its quasi-identifiers with --qi",
    )
