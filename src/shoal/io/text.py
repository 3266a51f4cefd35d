"""Baskets in text files: one line per basket, FIMI or CSV, plain or compressed."""

from __future__ import annotations

import re
from pathlib import Path

from shoal import _core
from shoal.data import Baskets, Vocabulary
from shoal.errors import FormatError, ParameterError
from shoal.io.compression import open_text
from shoal.io.failures import writing
from shoal.io.formats import Format
from shoal.wording import parameter

#: Rows formatted at once, so that writing needs little memory beside the data.
CHUNK_ROWS = 1 << 18

#: What to do about quotes, by what the native core says of them.
_ADVICE = {
    "has a quote that is not closed in the same line": (
        ": close it where its item ends, and double the quotes in it"
    ),
    "has text after a closing quote": (
        ": end the item there, or double the quote if it belongs to the item"
    ),
}

BYTE_ORDER_MARK = "\ufeff".encode()


def check_line_ends(text: bytes, path: Path) -> None:
    r"""Raise if lines end in carriage returns alone: all of them would be read as one.

    Parameters
    ----------
    text
        What the file holds.
    path
        Where it comes from, for messages.

    Examples
    --------
    >>> check_line_ends(b"tea\rrum\rgin\r", Path("a.csv"))
    Traceback (most recent call last):
    shoal.errors.FormatError: a.csv, line 1: lines end in CR alone: save the file with LF or CRLF
    """
    # A single one may stand in an item of the only line.
    if text.count(b"\r") > 1 and b"\n" not in text:
        message = "lines end in CR alone: save the file with LF or CRLF"
        raise FormatError(message, path=str(path))


def parse(text: bytes, format: Format, *, path: Path) -> Baskets:
    r"""Parse the content of a text file.

    Items that are all whole numbers in their canonical spelling (``7``, not ``007``) are read as
    integers, else all are strings. So strings that all look like integers come back as integers.

    Parameters
    ----------
    text
        What the file holds, UTF-8.
    format
        Its layout, as :func:`~shoal.io.formats.recognise` tells.
    path
        Where it comes from, for messages.

    Examples
    --------
    >>> parse(b"3 10\n10 10\n", Format("fimi"), path=Path("baskets.dat")).duplicates_merged
    1
    >>> text = b'salt, "oil, olive"\n\nsalt\n'
    >>> list(parse(text, Format("csv", ","), path=Path("baskets.csv")))
    [['oil, olive', 'salt'], [], ['salt']]
    """
    try:
        baskets = _core.parse_baskets(text, format.separator or "\0")
    except _core.TextError as error:
        line, message = error.args
        if "closing quote" in message:
            message = _after_quote(text, line, format.separator or " ") or message
        raise FormatError(message + _ADVICE.get(message, ""), path=str(path), line=line) from None
    offsets = baskets.take_offsets()
    if len(offsets) == 1:
        raise FormatError("the file is empty: it holds no baskets", path=str(path))
    if baskets.numeric:
        vocabulary = Vocabulary(baskets.take_numbers())
    else:
        vocabulary = Vocabulary(baskets.names().decode().split("\n")[:-1])
    return Baskets(baskets.take_items(), offsets, vocabulary, baskets.duplicates)


def other_separator(mark: str, separator: str, what: str = "items") -> str | None:
    """Return a message about what stands after a closing quote, if it may separate items.

    Parameters
    ----------
    mark
        The character after the quote.
    separator
        What was taken to separate them.
    what
        What it separates.

    Examples
    --------
    >>> other_separator(";", ",")
    "after a closing quote comes ';', but items are separated by ',': say separator=';'"
    >>> other_separator("x", ",")
    """
    if mark == separator or mark not in ",;|\t":
        return None
    called, own = ("a tab" if one == "\t" else repr(one) for one in (mark, separator))
    saying = parameter("separator", "tab" if mark == "\t" else mark)
    return f"after a closing quote comes {called}, but {what} are separated by {own}: say {saying}"


def _after_quote(text: bytes, number: int, separator: str) -> str | None:
    """Return a message if a quoted item of a line ends at another separator."""
    line = text.split(b"\n", number)[number - 1].decode("utf-8-sig")
    own = re.escape(separator)
    found = re.search(rf'(?:^|{own})\s*"(?:[^"]|"")*"(?!{own})(.)', line)
    return other_separator(found[1], separator) if found else None


def write_text(data: Baskets, path: Path, format: Format) -> None:
    r"""Write a text file: items in the vocabulary's order, an empty basket as an empty line.

    Parameters
    ----------
    data
        The baskets.
    path
        The file, created or overwritten.
    format
        Its layout. FIMI cannot hold every string; an item with a line break needs Parquet or Arrow.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.csv")
    ...     write_text(Baskets.of([["a;b", "c"], []]), path, Format("csv", ";"))
    ...     path.read_text()
    '"a;b";c\n\n'
    """
    data = data.trimmed()
    names = spelled(data.vocabulary, format)
    lines = "\n".join((*names, "")).encode()
    with writing(path), open_text(path, format.compression) as file:
        for start in range(0, len(data), CHUNK_ROWS):
            offsets = data.offsets[start : start + CHUNK_ROWS + 1]
            text = _core.format_baskets(data.items, offsets, lines, format.separator or " ")
            if start == 0 and text.startswith(BYTE_ORDER_MARK):
                # Readers skip one mark; a second one keeps an item that starts with it whole.
                file.write(BYTE_ORDER_MARK)
            file.write(text)


def spelled(vocabulary: Vocabulary, format: Format) -> tuple[str, ...]:
    """Return the items' names as the file spells them, quoted where CSV needs it."""
    names = vocabulary.strings
    # One look at all names together, each in a line of its own, is much cheaper than one at each.
    lines = "\n".join(names)
    one_each = lines.count("\n") == max(len(names) - 1, 0)
    if format.separator is None:
        if not one_each or re.search(r"[\x00\x09\x0b-\x0d ]", lines) or "" in names:
            raise ParameterError(
                "a fimi file cannot hold an item that is empty or has a blank or a line break: "
                "write csv, parquet or arrow"
            )
        return names
    if not one_each or "\0" in lines:
        raise ParameterError(
            "a csv file of baskets cannot hold an item with a line break or a NUL character in it: "
            "write parquet or arrow"
        )
    # What other files separate items with is quoted, too: nobody shall take it for that here.
    needs_quotes = re.compile(rf"[\"\r,;|\t{re.escape(format.separator)}]|^ | $|^$", re.MULTILINE)
    if not needs_quotes.search(lines):
        return names
    return tuple(
        '"' + name.replace('"', '""') + '"' if needs_quotes.search(name) else name for name in names
    )
