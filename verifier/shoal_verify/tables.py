"""Tables: which columns are judged, and tables in text."""

from __future__ import annotations

from collections.abc import Sequence

from shoal_verify.csv_text import records
from shoal_verify.release import NotJudged, Release, counted


def places_of(
    names: Sequence[str | None], qi: Sequence[str], sensitive: Sequence[str]
) -> list[int]:
    """Return where the quasi-identifiers stand; every other column must be named as sensitive.

    Names of columns are not shown: where a header is missing, they are cells.
    """
    if len({*names}) < len(names):
        raise NotJudged("two columns have the same name")
    if len({*qi, *sensitive}) < len(qi) + len(sensitive):
        raise NotJudged("a column is named twice by --qi and --sensitive")
    for name in (*qi, *sensitive):
        if name not in names:
            raise NotJudged(f"there is no column {name!r}, which --qi or --sensitive names")
    others = len(names) - len(qi) - len(sensitive)
    if others:
        raise NotJudged(
            f"{counted(others, 'column')} not judged: name each by --qi, or by --sensitive if an "
            "attacker cannot know it"
        )
    return [names.index(name) for name in qi]


def table_text(text: str, separator: str, qi: Sequence[str], sensitive: Sequence[str]) -> Release:
    """Read a header and a line of cells for each row."""
    lines = records(text, separator, header=True)
    names = next(lines, (1, []))[1]
    places = places_of(names, qi, sensitive)
    rows = []
    for number, cells in lines:
        if len(cells) != len(names):
            raise NotJudged(f"line {number:,} has more or fewer cells than the header")
        rows.append(tuple(cells[place] for place in places))
    return Release(rows, is_table=True)
