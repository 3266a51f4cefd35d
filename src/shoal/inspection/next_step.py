"""A command to run next, made so that it works as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.inspection.facts import TableFacts
from shoal.inspection.quasi_identifiers import can_be_named, is_code, person_of
from shoal.inspection.roles import SENSITIVE
from shoal.io.formats import tells_format

if TYPE_CHECKING:
    from shoal.inspection.column_types import Column

#: The k that is suggested, if there are so many rows.
K = 10


def for_baskets(path: Path, rows: int, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that publish baskets.

    Parameters
    ----------
    path
        The file.
    rows
        Number of rows.
    flags
        What the command must be told to read the file.

    Examples
    --------
    >>> for_baskets(Path("clicks.dat"), 500, ())
    ('anonymize', 'clicks.dat', '-k', '10', '-o', 'release.dat')
    """
    if rows < 2:
        return ()
    return ("anonymize", _named(path), "-k", str(min(K, rows)), *flags, "-o", _release(path, flags))


def for_items(path: Path, id: str, item: str, rows: int, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that publish baskets of which each row of a table is an item.

    Parameters
    ----------
    path
        The file.
    id, item
        The columns.
    rows
        Number of baskets.
    flags
        What the command must be told to read the file.

    Examples
    --------
    >>> for_items(Path("orders.csv"), "customer", "product", 500, ())[4:8]
    ('--id', 'customer', '--item', 'product')
    """
    return for_baskets(path, rows, ("--id", id, "--item", item, *flags))


def look_at_items(path: Path, id: str, item: str, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that show what baskets the rows of a table make.

    Examples
    --------
    >>> look_at_items(Path("orders.csv"), "customer", "product", ())
    ('inspect', 'orders.csv', '--id', 'customer', '--item', 'product')
    """
    return ("inspect", _named(path), "--id", id, "--item", item, *flags)


def for_table(
    path: Path,
    facts: TableFacts,
    columns: Sequence[Column],
    hidden: Sequence[Column],
    flags: tuple[str, ...],
) -> tuple[str, ...]:
    """Return the arguments that publish a table; none if no column can be suggested.

    Parameters
    ----------
    path
        The file.
    facts
        What was told of the columns, roles above all.
    columns
        The columns themselves.
    hidden
        The quasi-identifiers to suggest.
    flags
        What the command must be told to read the file.
    """
    person = person_of(columns)
    crowd = columns[0].rows if person is None else person.distinct
    if not hidden or crowd < 2:
        return ()
    roles = {
        "--qi": [column.name for column in hidden],
        "--sensitive": [*filter(can_be_named, facts.of_role(SENSITIVE))],
        "--person": [] if person is None else [person.name],
        "--categorical": [column.name for column in hidden if column.mixed or is_code(column)],
    }
    words = [word for flag, names in roles.items() if names for word in _spelled(flag, names)]
    k = str(min(K, crowd))
    return ("anonymize", _named(path), "-k", k, *words, *flags, "-o", _release(path, flags))


def _spelled(flag: str, names: Sequence[str]) -> tuple[str, ...]:
    if flag == "--person":
        text = names[0]
    else:
        text = ",".join(
            '"' + name.replace('"', '""') + '"' if "," in name or '"' in name else name
            for name in names
        )
    # What starts with a dash would be taken for the next flag.
    return (f"{flag}={text}",) if text.startswith("-") else (flag, text)


def _named(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)


def _release(path: Path, flags: tuple[str, ...]) -> str:
    """Return a name for the release, in the folder where the command is run."""
    packed = path.suffix.lower() in (".gz", ".zst")
    ending = "".join(path.suffixes[-2:]) if packed else path.suffix
    if not tells_format(path):
        ending = ".parquet" if path.is_dir() else ".dat"
    if "--separator" in flags:  # FIMI would not hold every item
        ending = ".csv"
    return f"release{ending}" if path.name != f"release{ending}" else f"release-2{ending}"
