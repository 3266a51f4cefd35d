"""Whether text is a table but for a line that is not as the others."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shoal.data.cells import NUMBER
from shoal.io.shared_places import share_places
from shoal.wording import counted

#: Lines and cells of a line there must be at least: fewer are equally many by chance.
_LINES, _CELLS = 20, 3

#: Share of the lines that have equally many cells, and of a column's cells that are numbers.
_EQUAL, _NUMBERS = 0.95, 0.9

#: Share of the cells of a line that may well be rare.
_HALF = 0.5

#: Lines in which the names of columns stand, if there are titles above them.
_TITLES = 10

#: Lines after which most files of baskets have shown that theirs differ.
_FIRST = 1_000

Rows = Sequence[Sequence[str]]


class _Fault(NamedTuple):
    line: int
    said: str
    remedy: str


@dataclass(frozen=True)
class NearlyTable:
    """A table with a fault in it.

    Parameters
    ----------
    line, fault, remedy
        Where it is, what is said of that line, and what to do.
    names
        Of the columns; those without a name of their own are counted.
    rows
        The cells of all lines below the names that are as long as most.
    lines, equal
        Number of lines that are not blank, and of those among them that are as long as most.
    """

    line: int
    fault: str
    remedy: str
    names: tuple[str, ...]
    rows: Rows
    lines: int
    equal: int


def nearly_table(lines: Sequence[str], separator: str) -> NearlyTable | None:
    """Return the table that lines hold if one of them keeps it from being read, else None.

    Nearly all lines have equally many cells, and what stands on top are names: no numbers, and no
    values of the lines below. That alone may be a basket of rare items. So some column holds
    numbers, or no other line is made of cells that stand nowhere else, and hardly any half; and
    cells have their places. A title may stand above the names, padded with empty cells.

    Parameters
    ----------
    lines
        Of the file, from the first on, blank ones too.
    separator
        What stands between two cells.

    Examples
    --------
    >>> lines = ["age,sex,town", *(f"{20 + row},f,Rome" for row in range(40)), "61,m"]
    >>> nearly_table(lines, ",").line, nearly_table(lines, ",").fault
    (42, 'has 2 cells where others have 3')
    >>> nearly_table(lines[:-1], ",") is None
    True
    """
    if not _has_columns(_records(lines[:_FIRST], separator)):
        return None
    records = _records(lines, separator)
    columns = _has_columns(records)
    if not columns:
        return None
    whole = [(line, cells) for line, cells in records if len(cells) == columns]
    cells = [cells for _, cells in whole]
    titles = _titles(cells)
    (top, names), body = whole[titles], cells[titles + 1 :]
    first = records[0][1]
    headed_by_odd = False
    if not _are_names(names, body):
        if first is names or len(first) < columns - 1 or not _are_names(first, cells):
            return None
        # The line of names is the one that is not as the others.
        names, body, headed_by_odd = [""] * columns, cells, True
    if share_places(names, body) or not _is_table(body, unnamed=names.count("")):
        return None
    odd = [line for line, cells in records if len(cells) != columns]
    fault: _Fault | None
    if titles and (not odd or whole[0][0] < odd[0]):
        fault = _Fault(whole[0][0], _few_names(cells[0]), "delete a title above the header")
    elif odd:
        length = _other_length(lines[odd[0] - 1], separator, columns, len(odd))
        remedy = "mend this line" if headed_by_odd else "mend or delete this line"
        fault = _Fault(odd[0], length, remedy)
    else:
        fault = _fault_of_names(top, names) or _spaced_quote(lines, separator)
    if fault is None:
        return None
    return NearlyTable(*fault, _own_names(names), body, len(records), len(whole))


def _titles(rows: Rows) -> int:
    """Return how many lines with gaps stand above the names of columns, and hold nothing below."""
    above = next((place for place, row in enumerate(rows[:_TITLES]) if all(row)), 0)
    if not above or not _are_names(rows[above], rows[above + 1 :]):
        return 0
    words = {cell for row in rows[:above] for cell in row if cell}
    return above if all(words.isdisjoint(row) for row in rows[above:]) else 0


def _few_names(names: Sequence[str]) -> str:
    return f"names only {sum(map(bool, names)):,} of {counted(len(names), 'column')}"


def _records(lines: Sequence[str], separator: str) -> list[tuple[int, list[str]]]:
    """Return the number and the cells of each line that is not blank."""
    numbered = enumerate(lines, 1)
    return [(number, _cells(line, separator)) for number, line in numbered if line.strip()]


def _cells(line: str, separator: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:  # a cell longer than it takes
        cells = line.split(separator)
    return [cell.strip() for cell in cells]


def _has_columns(records: Sequence[tuple[int, Sequence[str]]]) -> int:
    """Return how many cells nearly all lines have; 0 where they do not."""
    if len(records) < _LINES:
        return 0
    columns, lines = Counter(len(cells) for _, cells in records).most_common(1)[0]
    return columns if columns >= _CELLS and lines >= _EQUAL * len(records) else 0


def _are_names(cells: Sequence[str], body: Rows) -> bool:
    """Tell whether at least half of the cells hold something, but no number and no value below."""
    names = {cell for cell in cells if cell}
    if 2 * sum(map(bool, cells)) < len(cells) or any(map(_is_number, names)):
        return False
    return all(names.isdisjoint(row) for row in body)


def _is_table(body: Rows, unnamed: int) -> bool:
    """Tell whether rows under names are a table's, which a rare basket on top could seem to be."""
    if any(_are_numbers(column) for column in zip(*body, strict=True)):
        return True
    if 1 < unnamed < len(body[0]):
        return False
    met = Counter(cell for row in body for cell in row)
    rare = [
        sum(met[cell] == 1 for cell in row if cell) / (sum(map(bool, row)) or 1) for row in body
    ]
    return max(rare) < 1 and sum(share > _HALF for share in rare) <= (1 - _EQUAL) * len(rare)


def _are_numbers(column: Sequence[str]) -> bool:
    known = [cell for cell in column if cell]
    return bool(known) and sum(map(_is_number, known)) >= _NUMBERS * len(known)


def _is_number(cell: str) -> bool:
    """Tell whether a cell is a number, with a decimal point or comma."""
    return NUMBER.fullmatch(cell.replace(",", ".")) is not None


def _other_length(line: str, separator: str, columns: int, lines: int) -> str:
    if line.count('"') % 2:
        return "opens a quote that it does not close"
    cells = len(_cells(line, separator))
    more = f" (the first of {lines:,} lines of another length)" if lines > 1 else ""
    return f"has {counted(cells, 'cell')} where others have {columns:,}{more}"


def _fault_of_names(line: int, names: Sequence[str]) -> _Fault | None:
    if "" in names:
        return _Fault(line, f"gives column {names.index('') + 1} no name", "rename this column")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is None:
        return None
    return _Fault(line, f"names two columns {twice!r}", "rename one of them")


def _spaced_quote(lines: Sequence[str], separator: str) -> _Fault | None:
    """Return the first line in which a cell is quoted behind a blank: its separators count."""
    spaced = (line for line, text in enumerate(lines, 1) if f'{separator} "' in text)
    line = next(spaced, None)
    if line is None:
        return None
    return _Fault(line, "holds a blank before a quote", "delete blanks before quotes")


def _own_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of which no two are the same."""
    own = {name for name in names if name and names.count(name) == 1}
    return tuple(name if name in own else f"column {place}" for place, name in enumerate(names, 1))
