"""Text with separators: each value has one spelling, and each line ends in a line feed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoal_verify.release import NotJudged

#: A cell: None if nothing stands there, which is not the same as an empty text in quotes.
Cell = str | None


def records(
    text: str, separator: str, *, header: bool, trimmed: bool = False
) -> Iterator[tuple[int, list[Cell]]]:
    """Yield the number of each line and its cells.

    A value that is quoted in one place and not in another is refused: it could tell rows apart.
    That does not count for the names in a header. Readers drop a space at the start of a name that
    is not quoted, and in baskets (``trimmed``) blanks on either side of an item; so there are none.
    """
    between = re.escape(separator)
    cell = re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"|([^"\r\n{between}]*))({between}|\n)')
    spelled: tuple[set[str], set[str]] = set(), set()
    row: list[Cell] = []
    line, start, place = 1, 1, 0
    while place < len(text):
        match = cell.match(text, place)
        if match is None:
            raise NotJudged(
                f"line {line:,} has a quote or a carriage return where none may stand, or does "
                "not end in a line feed"
            )
        quoted, plain, end = match.groups()
        value = plain if quoted is None else quoted.replace('""', '"')
        row.append(value if plain is None else plain or None)
        if plain and (plain[0] == " " if header else trimmed and plain.strip(" \t") != plain):
            raise NotJudged(f"line {line:,} has a blank beside a separator")
        if not header and row[-1] is not None:
            spelled[plain is None].add(value)
        line += match[0].count("\n")
        place = match.end()
        if end == "\n":
            yield start, row
            row, start, header = [], line, False
    if row:
        raise NotJudged("the last line does not end in a line feed")
    if spelled[0] & spelled[1]:
        raise NotJudged("a value is quoted in one place and not in another")
