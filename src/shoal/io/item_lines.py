"""Lines of items, with the blanks, quotes and comments of a rules file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from shoal.errors import FormatError
from shoal.io.failures import check_readable
from shoal.io.formats import GZIP_MAGIC
from shoal.io.records import check_text
from shoal.io.text import content

#: One item with the blanks before it: in quotes, or up to a blank. Else the rest is a comment.
_TOKEN = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"(?=[ \t#]|$)|([^ \t"#]+)(?=[ \t#]|$)|(#.*|$))')


def text_of(path: str | os.PathLike[str]) -> str:
    """Return what a text file holds, unpacked if it is compressed with gzip; it must be UTF-8."""
    path = Path(path)
    check_readable(path)
    with path.open("rb") as file:
        compressed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    return check_text(content(path, compressed=compressed), path).decode()


def lines_of_text(text: str) -> Iterator[tuple[int, str]]:
    r"""Return each line that holds more than blanks, with its number from 1 on.

    Examples
    --------
    >>> list(lines_of_text("a b\r\n\nc\n"))
    [(1, 'a b'), (3, 'c')]
    """
    # Not splitlines: that would also part lines at characters which items may hold.
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.removesuffix("\r")
        if line.strip(" \t"):
            yield number, line


def split_items(line: str, *, path: str | None = None, number: int | None = None) -> list[str]:
    """Return the items of one line; none for a comment.

    Parameters
    ----------
    line
        Items with blanks between them. One with a blank, a quote or ``#`` in it stands in quotes.
    path, number
        Where the line stands, for messages.

    Examples
    --------
    >>> split_items('beer "green tea" "6"" pipe"  # in the morning')
    ['beer', 'green tea', '6" pipe']
    """
    items = []
    at = 0
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None:
            message = "a quote that is never closed, or text right beside a quoted item"
            raise FormatError(message, path=path, line=number)
        spelled, plain, _ = token.groups()
        if spelled is not None:
            items.append(spelled.replace('""', '"'))
        elif plain == "->":
            message = "an arrow belongs to a rule; put it in quotes if it is an item"
            raise FormatError(message, path=path, line=number)
        elif plain is not None:
            items.append(plain)
        at = token.end()
    return items
