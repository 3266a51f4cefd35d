"""Park and Shim's method: a cover by closed frequent itemsets, for values kept or suppressed.

After *Approximate Algorithms for K-Anonymity* (2007).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from shoal import _core
from shoal.data.hierarchy import Hierarchy
from shoal.data.table import QuasiIdentifier, Table
from shoal.engines.run import Run
from shoal.errors import Notice
from shoal.methods.gen_cover_cf import GenCoverCF
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping


@register
@dataclass(frozen=True)
class ParkShim(GenCoverCF):
    """A greedy cover by closed frequent itemsets: a value is kept by a whole group or suppressed.

    Suppression loses at most 2 (1 + ln 2k) times the least by it, under the constraint of k rows.

    Notes
    -----
    It is the case of Gen-Cover-CF in which hierarchies have nothing between a value and ``*``.
    Hierarchies that have more are not seen while groups are formed; publishing by them, or as
    ranges or sets, loses no more.
    """

    name: ClassVar[str] = "park-shim"
    sentence: ClassVar[str] = (
        "Rows were covered by frequent itemsets, those that suppress the fewest values first."
    )
    paper: ClassVar[str] = "Approximate Algorithms for K-Anonymity (2007)"

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table as if nothing but suppression were allowed."""
        flat = replace(table, quasi_identifiers=tuple(map(_flat, table.quasi_identifiers)))
        found = super().group(flat, constraint, run)
        return replace(found, notes=_notes(table))


def _flat(column: QuasiIdentifier) -> QuasiIdentifier:
    """Return a column whose values are kept or suppressed."""
    # Without positions all values are equally far apart.
    values = Hierarchy.flat(column.hierarchy.values)
    return replace(column, hierarchy=values, positions=None, recoding="hierarchy")


def _is_flat(column: QuasiIdentifier) -> bool:
    return column.recoding == "hierarchy" and not (column.hierarchy.levels() > 1).any()


def _notes(table: Table) -> tuple[str, ...]:
    """Say which columns are published by more than the method sees."""
    more = [column.name for column in table.quasi_identifiers if not _is_flat(column)]
    if not more:
        return ()
    text = (
        "groups are formed by values that are kept or suppressed, and the guarantee is about "
        f"them; these columns are published with more than that: {', '.join(more)}"
    )
    return (Notice(text, code="guarantee-about-suppression"),)
