"""Whether a column beside baskets says that they are not one for each person."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import polars as pl

from shoal.data.person_names import calls_persons, names_persons
from shoal.io.guesses import names_an_id
from shoal.io.id_columns import are_ids
from shoal.wording import counted, parameter


def names_person_ids(name: str) -> bool:
    """Tell whether a column is called as those that hold ids of persons are.

    Examples
    --------
    >>> names_person_ids("customer"), names_person_ids("client no"), names_person_ids("order_id")
    (True, True, False)
    """
    return calls_persons(name) or (names_persons(name) and names_an_id(name))


def shared_baskets(
    columns: Iterable[str], read: Callable[[str], pl.Series], baskets: int
) -> tuple[str, int] | None:
    """Return the column of persons who have several baskets, and how many they are.

    Parameters
    ----------
    columns
        Names of the columns beside those of the baskets.
    read
        Returns the values of one; only a column whose name speaks is read.
    baskets
        Number of baskets.

    Examples
    --------
    >>> shared_baskets(["day", "customer_id"], lambda name: pl.Series([7, 7, 8]), 3)
    ('customer_id', 2)
    """
    for name in filter(names_person_ids, columns):
        values = read(name)
        if values.dtype.is_nested() or values.dtype in (pl.Binary, pl.Object):
            continue
        persons = values.unique()
        if not values.null_count() and len(persons) and are_ids(name, persons, baskets):
            return name, len(persons)
    return None


def rows_are_not_persons(person: str, persons: int, rows: int, item: str) -> str:
    """Return what to do where rows with lists share persons.

    Examples
    --------
    >>> rows_are_not_persons("customer_id", 150, 3000, "items")[:50]
    'customer_id has 150 values in 3,000 rows: rows are'
    """
    return (
        f"{person} has {counted(persons, 'value')} in {counted(rows, 'row')}: rows are not "
        f"persons; {parameter('id', person)} and {parameter('item', item)} make one basket for each"
    )


def baskets_are_not_persons(person: str, persons: int, baskets: int, id: str) -> str:
    """Return what to do where baskets of the long layout share persons.

    Examples
    --------
    >>> baskets_are_not_persons("customer_id", 150, 3000, "order_id")[:44]
    'customer_id has 150 values for 3,000 baskets'
    """
    return (
        f"{person} has {counted(persons, 'value')} for {counted(baskets, 'basket')}: k counts "
        f"values of {id}, not persons; {parameter('id', person)} makes one basket for each person"
    )
