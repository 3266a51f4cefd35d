"""Tables: which columns are judged, and tables in text."""

from __future__ import annotations

from collections.abc import Sequence

from shoal_verify.csv_text import records
from shoal_verify.release import NotJudged, Release, counted


def places_of(
    names: Sequence[str | None], qi: Sequence[str], sensitive: Sequence[str], keep: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Return where quasi-identifiers and sensitive columns stand; no other may be left unnamed.

    Names of columns are not shown: where a header is missing, they are cells.
    """
    if len({*names}) < len(names):
        raise NotJudged("two columns have the same name")
    named = [*qi, *sensitive, *keep]
    if len({*named}) < len(named):
        raise NotJudged("a column is named twice by --qi, --sensitive and --keep")
    for name in named:
        if name not in names:
            raise NotJudged(f"there is no column {name!r}, which --qi or --sensitive names")
    others = len(names) - len(named)
    if others:
        raise NotJudged(
            f"{counted(others, 'column')} not judged: name each by --qi, or by --sensitive if an "
            "attacker cannot know it"
        )
    return [names.index(name) for name in qi], [names.index(name) for name in sensitive]


def table_text(
    text: str, separator: str, qi: Sequence[str], sensitive: Sequence[str], keep: Sequence[str]
) -> Release:
    """Read a header and a line of cells for each row."""
    lines = records(text, separator, header=True)
    names = next(lines, (1, []))[1]
    places, of_values = places_of(names, qi, sensitive, keep)
    rows, values = [], []
    for number, cells in lines:
        if len(cells) != len(names):
            raise NotJudged(f"line {number:,} has more or fewer cells than the header")
        rows.append(tuple(cells[place] for place in places))
        values.append([cells[place] for place in of_values])
    by_name = {name: [row[at] for row in values] for at, name in enumerate(sensitive)}
    return Release(rows, is_table=True, sensitive=by_name)
