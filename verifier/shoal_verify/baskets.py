"""Baskets in text: FIMI, CSV, SPMF, and the long format."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from shoal_verify.csv_text import records
from shoal_verify.release import NotJudged, Release, baskets

#: What begins a file of SPMF whose items have names.
_NAMED = "@CONVERTED_FROM_TEXT"


def fimi(text: str, *, sure: bool) -> Release:
    """Read a line of items, a space between two, for each basket."""
    if not sure and text.startswith((_NAMED, "@ITEM=")):
        raise NotJudged("this looks like SPMF: say --format spmf, or --format fimi if it is not")
    rows = []
    for number, line in enumerate(_lines(text), 1):
        row = tuple(line.split(" ")) if line else ()
        if "" in row or re.search(r"[\t\x0b-\r]", line):
            raise NotJudged(f"line {number:,} has a blank that does not separate two items")
        rows.append(row)
    return baskets(rows)


def csv(text: str, separator: str) -> Release:
    """Read a line of items, quoted where need be, for each basket."""
    rows = []
    for number, cells in records(text, separator, header=False, trimmed=True):
        row = () if cells == [None] else tuple(cells)
        if any(item is None or "\n" in item for item in row):
            raise NotJudged(f"line {number:,} lacks an item between separators, or breaks one")
        rows.append(row)
    return baskets(rows)


def spmf(text: str) -> Release:
    """Read transactions of numbers; the names above them must be those of the items there."""
    lines = _lines(text)
    names: dict[str, str] = {}
    start = 0
    if lines and lines[0] == _NAMED:
        start = 1
        while start < len(lines) and lines[start].startswith(f"@ITEM={start}="):
            names[str(start)] = lines[start].removeprefix(f"@ITEM={start}=")
            start += 1
    rows = []
    for number, line in enumerate(lines[start:], start + 1):
        row = line.split(" ") if line else []
        if not all(re.fullmatch("0|[1-9][0-9]{0,18}", item, re.ASCII) for item in row):
            raise NotJudged(f"line {number:,} is neither a basket of numbers nor the next name")
        rows.append(row)
    used = {item for row in rows for item in row}
    if start and (used != {*names} or len({*names.values()}) < len(names)):
        raise NotJudged("names and items differ, or two items have the same name")
    return baskets([tuple(names.get(item, item) for item in row) for row in rows])


def long_text(text: str, separator: str, id: str, item: str) -> Release:
    """Read a header and a line for each item."""
    lines = [tuple(cells) for _, cells in records(text, separator, header=True)]
    if not lines or lines[0] != (id, item):
        raise NotJudged("the columns are not exactly those that --id and --item name")
    if any(len(cells) != 2 for cells in lines):
        raise NotJudged("a line has more or fewer than two cells")
    return long_rows(lines[1:])


def long_rows(lines: Iterable[tuple[Any, ...]]) -> Release:
    """Put the items of each id together; ids are 1 to n, in this order.

    An id without an item is an empty basket, and then comes once.
    """
    rows: list[list[Any]] = []
    for id, item in lines:
        if rows and rows[-1] and item is not None and str(id) == str(len(rows)):
            rows[-1].append(item)
        elif str(id) == str(len(rows) + 1):
            rows.append([] if item is None else [item])
        else:
            raise NotJudged("ids are not 1 to n in order, or an empty basket has an item")
    return baskets([tuple(row) for row in rows])


def _lines(text: str) -> list[str]:
    *lines, rest = text.split("\n")
    if rest:
        raise NotJudged("the last line does not end in a line feed")
    return lines
