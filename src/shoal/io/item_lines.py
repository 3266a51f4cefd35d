"""Lines of items, with the spaces, quotes and comments of a rules file."""

from __future__ import annotations

import re

from shoal.errors import FormatError

ARROW = "->"

#: An item in quotes, one without, a comment, or a quote where none may stand.
_TOKEN = re.compile(r'"((?:[^"]|"")*)"(?=[ \t#]|$)|([^ \t"#]+)(?=[ \t#]|$)|(#.*)|(.)')


def items_of(line: str) -> tuple[list[str], list[int]]:
    """Return the items and arrows of a line, and where arrows stand, or raise a ValueError."""
    if '"' not in line and "#" not in line:
        plainly = [name for name in line.replace("\t", " ").split(" ") if name]
        return plainly, [at for at, name in enumerate(plainly) if name == ARROW]
    names: list[str] = []
    arrows: list[int] = []
    for match in _TOKEN.finditer(line):
        within, plain, comment, other = match.groups()
        if comment is not None:
            break
        if other is not None:
            if other in " \t":
                continue
            if line.count('"', match.start()) % 2:
                raise ValueError("a quote that is never closed")
            raise ValueError("a quote within an item: quote the whole item and double its quotes")
        if plain == ARROW:
            arrows.append(len(names))
        names.append(plain if within is None else within.replace('""', '"'))
    return names, arrows


def split_items(line: str, *, path: str, number: int) -> list[str]:
    """Return the items of a line that is no rule; none for a comment."""
    try:
        names, arrows = items_of(line)
        if arrows:
            raise ValueError("an arrow belongs to a rule; put it in quotes if it is an item")
    except ValueError as error:
        raise FormatError(str(error), path=path, line=number) from None
    return names
