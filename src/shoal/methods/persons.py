"""Whether rows are about enough persons, where a person may have several rows."""

from __future__ import annotations

from shoal.data.table import Table
from shoal.errors import InfeasibleError
from shoal.wording import counted


def check_persons(table: Table, k: int) -> None:
    """Refuse a promise that rows about so many persons cannot keep; say what would do.

    Examples
    --------
    >>> table = Table.of({"age": [1, 1, 2], "id": ["a", "a", "b"]}, ["age"], person="id")
    >>> check_persons(table, 3)
    Traceback (most recent call last):
    shoal.errors.InfeasibleError: k=3 needs at least 3 persons and the data has 2; \
the largest possible k is 2
    """
    if table.persons is None:
        return
    persons = int(table.persons.max()) + 1
    if persons < k:
        raise InfeasibleError(
            f"k={k:,} needs at least {counted(k, 'person')} and the data has {persons:,}; "
            f"the largest possible k is {persons:,}"
        )
