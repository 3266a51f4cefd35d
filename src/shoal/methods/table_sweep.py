"""The sweep for tables: the cheapest closed pattern first, then a local search.

Visits closed generalized patterns by what a row costs that is published as one; where at least k
rows are left, they become a group. Then patterns are opened and closed, guided by multipliers, and
rows move between groups under the cost of what is published.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import MOST_KEPT, to_core
from shoal.engines.local import MOMENT, Phase
from shoal.engines.run import Run
from shoal.errors import Notice
from shoal.methods.levels import has_levels
from shoal.methods.method import register
from shoal.methods.suppression import better_of, suppress_outliers
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod, memory_of
from shoal.privacy import KAnonymity, Model

#: Rows of patterns that one search may look at: a few seconds.
MOST_VISITED = 300_000_000

NOT_LISTED = Notice(
    "the closed patterns are too many to look at, so groups come from cuts and moves of rows alone",
    code="patterns-not-listed",
)
IN_BLOCKS = (
    "the rows or their patterns are too many for one search, so groups were looked for in {:,} "
    "blocks of similar rows"
)


#: Rows are suppressed from a table that is searched in one piece.
MOST_TO_SUPPRESS_FROM = 50_000
NONE_SUPPRESSED = Notice(
    f"the table has more than {MOST_TO_SUPPRESS_FROM:,} rows, so none was suppressed whole",
    code="none-suppressed",
)


def room_beside(table: Table, memory_limit: int) -> int:
    """Return how many rows of patterns there is room for beside a table."""
    return (memory_limit - memory_of(table)) // 10


@register
@dataclass(frozen=True)
class TableSweep(TableMethod):
    """The cheapest closed pattern first, then a local search.

    Where there are many rows, or more than ``most_kept`` rows of patterns, patterns are looked for
    in blocks of similar rows, and a note says so. If there is no room for them, it raises.
    """

    name: ClassVar[str] = "sweep"
    guided: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Rows that have a frequent pattern in common were put into groups; then a search improved "
        "the groups for as long as that lost less."
    )
    #: Rows of patterns that are kept at most, and rows of a block; 0 for as many as do well.
    most_kept: ClassVar[int] = MOST_KEPT
    rows_of_part: ClassVar[int] = 0

    #: Share of the rows that may be suppressed whole under a model of sensitive values.
    suppression_limit: float | None = None

    def run(self, data: Table, model: Model, run: Run) -> TableGrouping:
        """Group the rows; under a model of values all but a few outliers, if that loses less."""
        plain, limit = super().run(data, model, run), self.suppression_limit or 0
        most = int(limit * len(data))
        if most < model.k or not model.needs_sensitive or has_levels(data):
            return plain
        if len(data) > MOST_TO_SUPPRESS_FROM:
            return replace(plain, notes=(*plain.notes, NONE_SUPPRESSED))
        of_k = super().run(data, KAnonymity(model.k), run)
        fewer = suppress_outliers(data, model, of_k, most, run)
        left = run.time_left()  # where it was cut short, so was the choice
        plain = replace(plain, repeatable=plain.repeatable and (left is None or left > MOMENT))
        if fewer is None:
            return plain
        fewer = replace(fewer, repeatable=plain.repeatable, unsuppressed=plain)
        return better_of(data, plain, fewer, limit)

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core = to_core(table, guided=True)
        limits = (MOST_VISITED, self.most_kept, room_beside(table, run.memory_limit))
        found = run.search(
            lambda control: _core.sweep_table(
                core, constraint, *limits, self.rows_of_part, run.threads, control
            ),
            Phase("Grouping"),
        )
        return _with_notes(found)

    def improve(
        self,
        data: Table,
        model: Model,
        found: TableGrouping,
        multipliers: npt.NDArray[np.float64],
        run: Run,
    ) -> TableGrouping:
        """Improve the groups; multipliers say what each row should keep, in parts of a cell."""
        if found.unsuppressed is not None:
            plain = self.improve(data, model, found.unsuppressed, multipliers, run)
            return better_of(data, plain, found, self.suppression_limit or 0)
        if has_levels(data) or not model.kept_when_merged:
            # What must stay apart: parts of the table, equal groups. The guided search does not
            # know.
            return found
        core, constraint = to_core(data, guided=True), model.constraint(data)
        groups = found.group_of_row
        limits = (MOST_VISITED, self.most_kept, room_beside(data, run.memory_limit))
        better = run.search(
            lambda control: _core.improve_table(
                core, constraint, multipliers, groups, *limits, run.threads, control
            ),
            Phase("Improving"),
        )
        improved = _with_notes(better)
        return replace(improved, repeatable=found.repeatable and improved.repeatable)


def _with_notes(found: _core.TableSweep) -> TableGrouping:
    notes: list[str] = []
    if found.blocks > 1:
        notes.append(Notice(IN_BLOCKS.format(found.blocks), code="patterns-in-blocks"))
    # Where the time was up, that is why patterns were left out.
    if found.grouping.repeatable and not found.listed:
        notes.append(NOT_LISTED)
    return TableGrouping.from_core(found.grouping, tuple(notes))
