"""What was taken for granted about a text file, said when it looks doubtful."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from shoal.io.formats import SAMPLE, Format, FormatName, Long, tells_format

#: Fewer lines than these may look like a table by chance.
_LINES_OF_A_TABLE = 3

#: What separates items in the files of most tools.
_SEPARATORS = {b",": "','", b";": "';'", b"|": "'|'", b"\t": "a tab"}

#: How a column of ids is called in most files.
_IDS = re.compile(
    r"(?:.*[^a-z])?(?:t|trans)?id|.*Id|.*ID|"
    r"(?:transaction|basket|order|invoice|session|receipt|visit|customer|user|person|patient)s?"
    r"(?:[ _.-]?(?:id|no|nr|number|key))?"
)


def guess_layout(
    sample: bytes, name: FormatName, separator: str | None
) -> tuple[FormatName, Long | None]:
    r"""Tell what a text file holds where nobody said so: SPMF, or the long layout, or lines.

    Parameters
    ----------
    sample
        The first bytes of the text.
    name, separator
        What its name tells: ``fimi`` or ``csv``.

    Examples
    --------
    >>> guess_layout(b"order_id,product\n1,tea\n1,rum\n2,tea\n", "csv", ",")
    ('csv', Long(id=None, item=None))
    >>> guess_layout(b"1 -1 2 -1 -2\n", "fimi", None)
    ('spmf', None)
    """
    if name == "fimi":
        from shoal.io.spmf import looks_like_spmf

        return ("spmf" if looks_like_spmf(sample) else "fimi"), None
    return name, Long() if looks_long(sample, separator or ",") else None


def looks_long(sample: bytes, separator: str) -> bool:
    r"""Tell whether a CSV file has a header of two columns, the first of ids, and ids repeat.

    Examples
    --------
    >>> looks_long(b"id,item\n1,tea\n1,rum\n", ","), looks_long(b"tea,rum\ntea,gin\n", ",")
    (True, False)
    """
    rows = _rows(sample, separator)
    if len(rows) < _LINES_OF_A_TABLE or len(rows[0]) != 2 or not names_an_id(rows[0][0]):
        return False
    if any(len(row) != 2 or {*rows[0]} & {*row} for row in rows[1:]):
        return False
    ids = [row[0] for row in rows[1:]]
    return len(set(ids)) < len(ids)


def names_an_id(name: str) -> bool:
    """Tell whether a column is called as those that hold ids are.

    Examples
    --------
    >>> names_an_id("order_id"), names_an_id("TID"), names_an_id("product")
    (True, True, False)
    """
    return bool(_IDS.fullmatch(name.strip()) or _IDS.fullmatch(name.strip().lower()))


def taken_for(path: Path, format: Format) -> tuple[str, ...]:
    """Return a note if a text file was taken for more than its name tells.

    Parameters
    ----------
    path
        The file.
    format
        How it was read, as :func:`guess_layout` tells.

    Examples
    --------
    >>> taken_for(Path("a.dat"), Format("fimi"))
    ()
    """
    if format.long is not None:
        return (
            "the header and repeated ids look like the long format, so each line was read as an id "
            "and an item; insist on --format csv if each line is a basket",
        )
    if format.name == "spmf" and path.suffix.lower() != ".spmf":
        return ("it looks like a file of SPMF and was read as such; --format fimi insists",)
    return ()


def _rows(sample: bytes, separator: str) -> list[list[str]]:
    """Return the cells of the first lines, as the reader of a table would: they may be quoted."""
    # The last line of a sample may be cut.
    lines = sample[:SAMPLE].splitlines()[: -1 if len(sample) >= SAMPLE else None]
    decoded = (line.decode(errors="replace") for line in lines)
    return [next(csv.reader([line], delimiter=separator), [""]) for line in decoded]


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
    sample = text[:SAMPLE]
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
    rows = _rows(text, format.separator)
    if len(rows) < _LINES_OF_A_TABLE or len(rows[0]) == 1:
        return ()
    header, others = set(rows[0]), rows[1:]
    if any(len(row) != len(rows[0]) or header & set(row) for row in others):
        return ()
    return (
        f"every line has {len(rows[0])} cells and the first looks like a header, but the file was "
        "read as baskets, the header too; if it is a table, name its quasi-identifiers with --qi"
        + ("; if each line is an id and an item, say --format long" if len(header) == 2 else ""),
    )
