"""Whether the first line of baskets is rather a header, and the last ones are left blank."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shoal.data.item_names import heads_items, names_items
from shoal.io.first_items import items_of_line
from shoal.io.formats import SAMPLE, Format
from shoal.io.shared_places import share_places
from shoal.wording import parameter

#: What is said of a header; its words are not.
HEADER = (
    "the first line looks like a header, since no other line holds what it holds, but is read as a "
    "basket: delete line 1 if it is a header"
)

#: Lines from which on words that stand in the first one alone are remarkable.
_LINES = 20

#: A name with a number behind it.
_NUMBERED = re.compile(r"(.*[^\W\d])[ _.-]?([0-9]{1,4})")

#: What a blank line holds, and one before the last that is filled.
_BLANKS = b" \t\r\n"
_BLANK_LINE = re.compile(rb"(?:^|\n)[ \t\r]*\n")


def doubtful_first_line(text: bytes, format: Format) -> tuple[str, ...]:
    r"""Return a note if the first line names places, as in ``item1,item2``, or says ``items``.

    Or if it has as many items as each of the others, which hold none of them.

    Parameters
    ----------
    text
        What the file holds.
    format
        How it was read: as FIMI or CSV.

    Examples
    --------
    >>> lines = b"tea,rum\ngin\n" * 10
    >>> len(doubtful_first_line(b"item1,item2\n" + lines, Format("csv", ",")))
    1
    >>> doubtful_first_line(b"ale,oil\n" + lines, Format("csv", ","))
    ()
    """
    end = text.find(b"\n", 0, SAMPLE)
    try:
        names = items_of_line(text[: max(end, 0)].decode("utf-8-sig"), format.separator)
    except UnicodeDecodeError:
        return ()
    if _is_apart(names, text, format.separator):
        named = f"name its quasi-identifiers with {parameter('qi')}"
        return (f"{HEADER}; if this is a table, {named}",)
    if not (_are_numbered(names) or (len(names) == 1 and heads_items(names[0]))):
        return ()
    if text.count(b"\n", end + 1) < _LINES or any(
        text.find(name.encode(), end) >= 0 for name in names
    ):
        return ()
    return (HEADER,)


def _is_apart(names: Sequence[str], text: bytes, separator: str | None) -> bool:
    """Tell whether a first line would be a header, did items below not stand in every place."""
    if separator is None or len(names) < 2:
        return False
    # The last line of a sample may be cut.
    lines = (
        text[:SAMPLE].decode(errors="replace").splitlines()[1 : -1 if len(text) > SAMPLE else None]
    )
    rows = []
    for line in filter(str.strip, lines):
        row = items_of_line(line, separator)
        if len(row) != len(names) or not set(names).isdisjoint(row):
            return False
        rows.append(row)
    return share_places(names, rows)


def _are_numbered(names: Sequence[str]) -> bool:
    """Tell whether there are several names, all one word and a number, which counts from 1 on.

    Volumes of a book are named so, too, but not in one word.
    """
    found = [_NUMBERED.fullmatch(name) for name in names]
    parts = {(match[1], int(match[2])) for match in found if match is not None}
    words = {word for word, _ in parts}
    if len(names) < 2 or len(words) != 1 or len(parts) != len(names):
        return False
    counted = [number for _, number in sorted(parts)] == [*range(1, len(names) + 1)]
    return counted and (names_items(min(words)) or not any(" " in name for name in names))


def blank_last_lines(text: bytes) -> tuple[str, ...]:
    r"""Return a note if the last lines of baskets are blank, and no other line is.

    Parameters
    ----------
    text
        What the file holds.

    Examples
    --------
    >>> blank_last_lines(b"tea\nrum\n\n\n")
    ('lines 3 and 4 are blank, and count as empty baskets: delete them if they are none',)
    >>> blank_last_lines(b"tea\n\nrum\n\n"), blank_last_lines(b"tea\n")
    ((), ())
    """
    tail = text[-SAMPLE:]
    filled = len(tail.rstrip(_BLANKS))
    end = len(text) - len(tail) + filled
    blank = tail.count(b"\n", filled) - tail.endswith(b"\n")
    if blank < 1 or not filled or _BLANK_LINE.search(text, 0, end):
        return ()
    last = text.count(b"\n", 0, end) + 1
    if blank == 1:
        return (
            f"line {last + 1:,} is blank, and counts as an empty basket: delete it if it is none",
        )
    between = "and" if blank == 2 else "to"
    lines = f"lines {last + 1:,} {between} {last + blank:,}"
    return (f"{lines} are blank, and count as empty baskets: delete them if they are none",)
