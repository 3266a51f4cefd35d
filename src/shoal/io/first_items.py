"""Whether the first item of each line is rather a number of a person or an order."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from itertools import pairwise

from shoal.io.formats import SAMPLE, Format
from shoal.wording import parameter

#: Share of lines that must hold something behind their first item, and of those with a digit.
_SEVERAL = 0.9

#: Different first items there must be at least, in all and for each line: fewer are values of an
#: attribute, such as a class, not codes of persons or orders.
_CODES, _CODES_PER_LINE = 20, 0.02


#: Lines after which most files have shown that theirs are items.
_FEW_LINES = 100


def doubtful_first_items(text: bytes, format: Format) -> tuple[str, ...]:
    r"""Return a note if the first lines of a text file begin with codes of persons or orders.

    Parameters
    ----------
    text
        What the file holds.
    format
        How it was read.

    Examples
    --------
    >>> lines = b"".join(b"C%d tea\n" % line for line in range(40))
    >>> len(doubtful_first_items(lines, Format("fimi")))
    1
    """
    # The last line of a sample may be cut.
    sample = text[:SAMPLE].decode("utf-8-sig", errors="replace")
    lines = sample.splitlines()[: -1 if len(text) > SAMPLE else None]
    mark = format.separator
    note: tuple[str, ...] = ()
    for some in (lines[:_FEW_LINES], lines):
        note = first_items_note([items_of_line(line, mark) for line in some])
        if not note:
            break
    return note


def items_of_line(line: str, separator: str | None) -> list[str]:
    """Return the items of a line in the order they are written, also if one is quoted.

    Examples
    --------
    >>> items_of_line('tea,,"oil, olive"', ","), items_of_line("7 3", None)
    (['tea', 'oil, olive'], ['7', '3'])
    """
    if separator is None:
        return line.split()
    try:
        cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:  # a cell longer than it takes
        cells = line.split(separator)
    return [cell.strip() for cell in cells if cell.strip()]


def first_items_note(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return a note if first items are many and count up, or are codes that stand nowhere else.

    Parameters
    ----------
    rows
        The items of lines, as written.

    Examples
    --------
    >>> lines = [[f"C{line}", "tea", "rum"] for line in range(40)]
    >>> len(first_items_note(lines)), first_items_note([line[1:] for line in lines])
    (1, ())
    """
    filled = [row for row in rows if row]
    firsts = {row[0] for row in filled}
    if len(firsts) <= max(_CODES, _CODES_PER_LINE * len(filled)):
        return ()
    if not (_count_up(filled) or _are_codes(filled, firsts)):
        return ()
    if sum(len(row) > 1 for row in filled) < _SEVERAL * len(filled):
        return ()
    return (
        "the first item of each line looks like a number of the person or order, not like an item; "
        "delete it from each line, or make a file with a line for each item and name its columns "
        f"with {parameter('id')} and {parameter('item')}",
    )


def _count_up(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether first items number the rows, such as 1, 2, 3."""
    firsts = [row[0] for row in rows]
    if not all(first.isascii() and first.isdigit() and len(first) < 19 for first in firsts):
        return False
    steps = {int(later) - int(first) for first, later in pairwise(firsts)}
    return len(steps) == 1 and min(steps) > 0


def _are_codes(rows: Sequence[Sequence[str]], firsts: set[str]) -> bool:
    """Tell whether first items stand nowhere else in a row, and nearly all have a digit."""
    # Most files are left here, after a few lines.
    if not all(firsts.isdisjoint(row[1:]) for row in rows):
        return False
    return sum(any(map(str.isdigit, first)) for first in firsts) >= _SEVERAL * len(firsts)
