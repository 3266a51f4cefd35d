"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with what it counts, in the singular or the plural.

    Parameters
    ----------
    number
        How many.
    one
        What is counted, for one of it.
    many
        The same for any other number; ``one`` with an s when not given.

    Examples
    --------
    >>> counted(1, "group"), counted(2000, "group")
    ('1 group', '2,000 groups')
    >>> counted(2, "row is at fault", "rows are at fault")
    '2 rows are at fault'
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
