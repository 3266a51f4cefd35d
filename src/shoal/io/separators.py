"""What separates items and cells: refused when another separator is more likely."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import FormatError
from shoal.wording import parameter

if TYPE_CHECKING:
    from shoal.io.formats import Format

#: What separates items in the files of most tools.
SEPARATORS = (",", ";", "|", "\t")

#: Share of the lines that is hardly any, and share of equally long lines that make a table.
_HARDLY_ANY, _NEARLY_ALL = 0.02, 0.95

#: Lines that a table has at least, the header among them.
_TABLE_LINES = 3

#: What is quoted separates nothing, nor what stands between the braces of a published set.
_QUOTED = re.compile(r'"[^"]*"|\{[^{}]*\}')

#: Numbers with spaces between them.
_SPACED = re.compile(r"\s*\d+(?: +\d+)+\s*")

_NUMBER = re.compile(r"[+-]?[\d.,]+")


def likely_separator(lines: list[str], own: tuple[str, ...]) -> str | None:
    """Return another separator than a text's own that most lines hold, of those that hold any."""
    bare = [_QUOTED.sub("", line) for line in lines]
    # Commas and spaces occur in text; a tab separates wherever it stands.
    if own == ("\t",) and sum("\t" in line for line in bare) > _HARDLY_ANY * len(bare):
        return None
    held = {one: sum(one in line for line in bare) for one in SEPARATORS if one not in own}
    if " " not in own:
        held[" "] = sum(_SPACED.fullmatch(line) is not None for line in bare)
    several = sum(any(one in line for one in (*own, *held)) for line in bare)
    best = max(held, key=held.__getitem__)
    return best if held[best] * 2 > several else None


def check_separator(lines: list[str], format: Format, path: Path) -> None:
    """Raise if the first lines of baskets look separated by something else than the name tells."""
    own = (" ", "\t") if format.separator is None else (format.separator,)
    likely = likely_separator(lines, own)
    if likely is None:
        return
    kept = "" if format.separator else f", or {parameter('format', 'fimi')} if items hold it"
    raise FormatError(
        f"most lines hold {_called(likely)}, and {path.name} would be read with items separated by "
        f"{_called(own[0])}: say {_saying(likely)}{kept}",
        path=str(path),
        parameter="separator",
    )


def check_header(text: bytes, separator: str, path: Path) -> None:
    """Raise if the header of a table holds another separator than the usual one."""
    header = _QUOTED.sub("", text.partition(b"\n")[0].decode(errors="replace"))
    other = next((one for one in SEPARATORS if one in header), separator)
    if separator not in header and other != separator:
        message = f"names columns with {_called(other)} between them: say {_saying(other)}"
        raise FormatError(message, path=str(path), parameter="separator")


def check_no_table(lines: list[str], separator: str, path: Path) -> None:
    """Raise if lines that are to be read as baskets look like a table: k would count lines."""
    rows = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            # What is quoted is made one word, so that the line can be split.
            masked = _QUOTED.sub(lambda quoted: re.sub(r"[^\w\"]", "\x1f", quoted[0]), line)
            rows[number] = [cell.strip(' "') for cell in masked.split(separator)]
    width, equal = Counter(map(len, rows.values())).most_common(1)[0] if rows else (0, 0)
    if width < 2 or equal < max(_TABLE_LINES, _NEARLY_ALL * len(rows)):
        return
    header = next(number for number, row in rows.items() if len(row) == width)
    names = {name for name in rows[header] if name}
    below = {cell for number, row in rows.items() if number > header for cell in row}
    if not names or names & below or any(map(_NUMBER.fullmatch, names)):
        return
    raise FormatError(
        f"looks like the header of a table of {width} columns: name its quasi-identifiers with "
        f"{parameter('qi')}; if each line is one item of a basket, name the columns with "
        f"{parameter('id')} and {parameter('item')}; if each line is a basket, say "
        f"{parameter('format', 'csv')}, without the header if there is one",
        path=str(path),
        line=header,
        parameter="qi",
    )


def _called(separator: str) -> str:
    return {"\t": "a tab", " ": "a space"}.get(separator, repr(separator))


def _saying(separator: str) -> str:
    return parameter("separator", "tab" if separator == "\t" else separator)
