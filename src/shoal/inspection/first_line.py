"""Whether the first line of baskets is rather a header."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shoal.io.end_lines import HEADER

#: Rows from which on an item that stands alone in its line, and nowhere else, is remarkable.
_ROWS = 20

#: Share of the items that may occur only once; of more, one is nothing special.
_RARE = 0.1


def first_line_note(rows: Sequence[Sequence[str]], lines: Sequence[str]) -> tuple[str, ...]:
    """Return a note if the first row is a single word that no other row holds.

    Parameters
    ----------
    rows
        The items of some lines, as written, the first line among them.
    lines
        All lines.

    Examples
    --------
    >>> lines = ["tea rum", "tea"] * 10
    >>> rows = [line.split() for line in lines]
    >>> len(first_line_note([["items"], *rows], ["items", *lines]))
    1
    >>> first_line_note([["tea"], *rows], ["tea", *lines])
    ()
    """
    if len(rows) < _ROWS or len(rows[0]) != 1 or not any(map(str.isalpha, rows[0][0])):
        return ()
    met = Counter(item for row in rows for item in row)
    rare = sum(number == 1 for number in met.values())
    if met[rows[0][0]] > 1 or rare - 1 > _RARE * len(met) or max(map(len, rows)) == 1:
        return ()
    if len(rows) < len(lines) and any(rows[0][0] in line for line in lines[1:]):
        return ()
    return (HEADER,)
