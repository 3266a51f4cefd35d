"""Two tables, joined by group: exact quasi-identifiers, and how often a group has each value."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shoal_verify.csv_text import records
from shoal_verify.packed import read_text
from shoal_verify.release import NotJudged, Release

#: The columns that the data does not name.
GROUP, COUNT = "group", "count"


def joined(first: Release, beside: Path, sensitive: Sequence[str]) -> Release:
    """Return the rows by group, each with a value of its group; which one is not published."""
    values = _values(beside, sensitive)
    groups = [str(group) for (group,) in first.rows]
    if Counter(groups) != {group: len(those) for group, those in values.items()}:
        raise NotJudged("the two tables differ in their groups, or in how many rows a group has")
    given = [values[group].pop() for group in groups]
    columns = {name: [one[at] for one in given] for at, name in enumerate(sensitive)}
    return Release([(group,) for group in groups], is_table=True, sensitive=columns)


def _values(path: Path, sensitive: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Return the values of each group, each as often as the table counts it."""
    if not path.is_file():
        raise NotJudged("there is no sensitive table beside the file, named FILE.sensitive.csv")
    lines = [cells for _, cells in records(read_text(path), ",", header=True)]
    if not lines or lines[0] != [GROUP, *sensitive, COUNT]:
        raise NotJudged("the sensitive table has other columns than group, --sensitive and count")
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    seen = set()
    for cells in lines[1:]:
        group, *value, count = cells if len(cells) == len(lines[0]) else [None, None]
        if not (_is_number(group) and _is_number(count)) or (group, *value) in seen:
            raise NotJudged("the sensitive table counts a value twice, or not in whole numbers")
        seen.add((group, *value))
        found[str(group)] += [tuple(value)] * int(str(count))
    return found


def _is_number(cell: str | None) -> bool:
    """Tell whether a cell is a whole number from 1 in its one spelling."""
    plain = cell is not None and cell.isascii() and cell.isdigit()
    return plain and str(cell)[0] != "0" and len(str(cell)) < 10
