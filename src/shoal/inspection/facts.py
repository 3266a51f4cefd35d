"""What data was taken for, and facts about it that hold no value of fewer than ten rows."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from shoal.wording import counted

#: A value is named only if at least so many rows share it.
NAMED_FROM = 10

#: Rows looked at to tell the kind.
SAMPLE = 20_000

#: Rows of several items that must repeat one to be taken for sequences.
REPEATING = 0.05


@dataclass(frozen=True)
class Uniqueness:
    """How many rows are singled out by somebody who knows a little of them."""

    known: int | None  # how many columns, or items of the row, are known; None when all are
    share: float  # share of rows singled out, on average over what may be known
    #: The 95 % confidence interval of the share; both are the share itself when it is exact.
    low: float
    high: float
    #: How many were drawn or looked at: rows of a table, or draws of a row and some of its items;
    #: None when all were, in every combination.
    looked_at: int | None = None
    #: The columns that single out the most rows, none for items, and the share of these rows.
    worst: tuple[str, ...] = ()
    worst_share: float | None = None

    @property
    def exact(self) -> bool:
        """Whether the share was counted, not estimated."""
        return self.looked_at is None


@dataclass(frozen=True)
class BasketFacts:
    """Baskets, or sequences, as they lie."""

    #: Number of different items that occur, and of items of all rows together.
    items: int
    entries: int
    #: Shares of the rows, each with the length that these do not exceed.
    lengths: tuple[tuple[float, int], ...]
    #: Number of rows that equal another one, of those without an item, and of repeated items.
    equal_rows: int
    empty_rows: int
    repeats: int
    #: The items that the most rows hold, each with the number of these rows.
    frequent: tuple[tuple[str, int], ...]
    unit: ClassVar[str] = "items"
    columns: ClassVar[tuple[()]] = ()
    #: How the pairs of a field are called in JSON.
    pairs: ClassVar[Mapping[str, tuple[str, str]]] = {
        "lengths": ("share", "length"),
        "frequent": ("item", "rows"),
    }

    def summary(self) -> dict[str, str]:
        """Return the facts as names and values to show."""
        largest = {length: share for share, length in self.lengths}
        lengths = ", ".join(
            f"up to {length:,} in at least {share:.0%}" for length, share in largest.items()
        )
        often = [f"{item} ({rows:,} rows)" for item, rows in self.frequent]
        return {
            "items": f"{self.items:,} different, {self.entries:,} in all rows",
            "items in a row": f"{lengths} of rows" if lengths else "too few rows to say",
            "equal to another": counted(self.equal_rows, "row"),
            "without items": counted(self.empty_rows, "row"),
            **({"repeats within rows": f"{self.repeats:,}"} if self.repeats else {}),
            "most frequent": "\n".join(often) or "no item is in 10 rows",
        }


@dataclass(frozen=True)
class ColumnFacts:
    """One column of a table."""

    #: Of the column: ``number``, ``date``, ``code``, ``category``, ``text`` or ``list``.
    name: str
    type: str
    #: Number of different values, and of rows without one.
    distinct: int
    missing: int
    #: The role that is suggested, such as ``quasi-identifier``, and why.
    role: str
    reason: str


@dataclass(frozen=True)
class TableFacts:
    """A table by its columns."""

    #: What each column is, and the number of rows that equal another one.
    columns: tuple[ColumnFacts, ...]
    equal_rows: int
    #: Columns that nearly name the row or a quasi-identifier, and why.
    near_identifiers: tuple[tuple[str, str], ...] = ()
    #: The quasi-identifiers that are suggested, and how they would be published.
    bands: tuple[tuple[str, str], ...] = ()
    unit: ClassVar[str] = "columns"
    pairs: ClassVar[Mapping[str, tuple[str, str]]] = {
        "near_identifiers": ("column", "reason"),
        "bands": ("column", "labels"),
    }

    def summary(self) -> dict[str, str]:
        """Return the facts as names and values to show."""
        return {"rows equal to another": f"{self.equal_rows:,}"}

    def of_role(self, role: str) -> tuple[str, ...]:
        """Return the names of the columns with this role."""
        return tuple(column.name for column in self.columns if column.role == role)


@dataclass(frozen=True)
class Inspection:
    """What data is, and what may be done with it.

    Examples
    --------
    >>> people = TableFacts(columns=(), equal_rows=0)
    >>> arguments = ("anonymize", "my people.csv", "-k", "10")
    >>> Inspection("table", "no column holds lists", 7, people, arguments=arguments).command
    "shoal anonymize 'my people.csv' -k 10"
    """

    #: ``baskets``, ``sequences`` or ``table``, and why it is taken for that.
    kind: str
    reason: str
    #: Number of rows, and what there is to say about this kind.
    rows: int
    facts: BasketFacts | TableFacts
    #: How many rows are singled out, by how much is known of them.
    uniqueness: tuple[Uniqueness, ...] = ()
    notes: tuple[str, ...] = ()  # sentences to read before anything is published
    #: Those of a command to run next; none when there is no file or nothing to suggest.
    arguments: tuple[str, ...] = ()

    @property
    def command(self) -> str | None:
        """The command to run next, as a shell reads it; None when there is none."""
        return shlex.join(("shoal", *self.arguments)) if self.arguments else None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        facts = asdict(self.facts)
        for name, keys in self.facts.pairs.items():
            facts[name] = [dict(zip(keys, pair, strict=True)) for pair in facts[name]]
        return {
            **{name: value for name, value in vars(self).items() if name != "facts"},
            **facts,
            "uniqueness": [{**asdict(one), "exact": one.exact} for one in self.uniqueness],
            "command": self.command,
        }


@dataclass(frozen=True, eq=False)
class Recognised:
    """Data with its kind, why it is taken for that, and the flags that a command needs to read it.

    Where the flags make one basket for each person, ``persons`` is their number.
    """

    kind: str
    reason: str
    data: Any
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    persons: int | None = None


def stride(rows: int) -> int:
    """Return how many rows to step on, so that enough of all parts of the data are looked at."""
    return max(rows // SAMPLE, 1)


def judge_order(rows: Iterable[Sequence[Any]]) -> tuple[str, str]:
    """Tell whether rows are ``baskets`` or ``sequences``, in which items repeat, and why."""
    several = [row for row in rows if len(row) > 1]
    if not several:
        return "baskets", "no row looked at has more than one item, so there is no order"
    repeating = sum(len(set(row)) < len(row) for row in several)
    of = f"of {counted(len(several), 'row')} of several items"
    if repeating >= max(REPEATING * len(several), 1):
        return "sequences", f"items repeat within {repeating:,} {of}: how often and when matters"
    return "baskets", f"items repeat within {f'{repeating:,}' if repeating else 'none'} {of}"
