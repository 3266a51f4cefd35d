"""The set of releases that a bound is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shoal.data.node_costs import MEASURES
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.data.table import Table


@dataclass(frozen=True)
class ColumnScope:
    """How a column is published, and how much it counts."""

    #: Of the column; ``categorical``, ``numeric`` or ``date``.
    name: str
    type: str
    levels: int  # of its hierarchy, above the values that occur
    max_level: int | None = None  # the highest level that is published; any when None
    weight: float = 1.0  # how much a loss in it counts


@dataclass(frozen=True)
class Scope:
    """The releases that a bound is about: it holds for these, and for no others."""

    #: What is bounded: ``GCP`` of baskets whose items are suppressed; of a table that is published
    #: by hierarchies what was minimized: ``LM``, ``GCP``, ``monotone entropy``, ``tree measure``.
    measure: str
    k: int  # how many rows are published alike, at least
    #: Whether the model counts persons. The bound counts rows all the same: k persons have at least
    #: k rows, so the releases that count persons are among those it is about.
    persons: bool = False
    columns: tuple[ColumnScope, ...] = ()  # of a table

    @property
    def recoding(self) -> str:
        """How values are hidden: ``suppression`` or ``hierarchy``."""
        return "hierarchy" if self.columns else "suppression"

    @property
    def is_usual(self) -> bool:
        """Whether the measure is the one that every release of this kind is shown with."""
        return self.measure == ("LM" if self.columns else "GCP")

    @property
    def name(self) -> str:
        """The set in a few words, after "any release"."""
        if not self.columns:
            return "that only suppresses items"
        weighted = " with these weights" if self._weights() else ""
        return f"by these hierarchies{self._limits()}{weighted}"

    @property
    def statement(self) -> str:
        """The set exactly, after "every release of the same rows"."""
        alike = counted(self.k, "row")
        if not self.columns:
            return (
                "that publishes each row as a subset of its items or leaves it out, and each "
                f"subset that is not empty for at least {alike}"
            )
        names = ", ".join(column.name for column in self.columns)
        persons = (
            " (and so every one that publishes it for as many persons)" if self.persons else ""
        )
        weights = self._weights()
        weighted = f" (in the {self.measure} the columns weigh {weights})" if weights else ""
        return (
            f"that publishes each value of {names}{weighted} as itself, as a label above it in "
            f"its hierarchy{self._limits()} or as *, and each combination for at least "
            f"{alike}{persons}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the set as plain values, ready for JSON."""
        columns = {"columns": [vars(column) for column in self.columns]} if self.columns else {}
        return {
            "measure": self.measure,
            "recoding": self.recoding,
            "k": self.k,
            "counts": "rows",
            "includes_persons": self.persons,
            **columns,
            "statement": f"every release of the same rows {self.statement}",
        }

    def _limits(self) -> str:
        limited = [column for column in self.columns if column.max_level is not None]
        levels = ", ".join(f"{column.name} up to level {column.max_level}" for column in limited)
        return f" ({levels})" if levels else ""

    def _weights(self) -> str:
        if len({column.weight for column in self.columns}) < 2:
            return ""
        return ", ".join(f"{column.name} {column.weight:g}" for column in self.columns)


def scope_of_table(table: Table, k: int) -> Scope:
    """Return what a bound on a table is about."""
    columns = (
        ColumnScope(c.name, c.kind, c.hierarchy.depth, c.max_level, c.weight)
        for c in table.quasi_identifiers
    )
    return Scope(MEASURES[table.minimize].called, k, table.persons is not None, tuple(columns))
