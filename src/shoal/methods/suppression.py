"""Few outliers suppressed whole, so that all other rows lose less under a model of values.

Groups of k rows are repaired, and rows that are far dearer to keep than to give up are suppressed.
What is suppressed tells nothing, so a verifier compares groups with the other rows alone. Among
these, values whose rows were suppressed are rarer than before, and harder to hide: a value that
lost half of its rows loses all, and the repair starts again with the other rows.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.loss import measure_table
from shoal.methods.levels import Groups, rows_of
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import still_holds
from shoal.privacy import KAnonymity, Model
from shoal.privacy.sensitive_columns import sensitive_columns

#: How often rows are suppressed: what is left has other shares, under which more may be.
ROUNDS = 2
#: Rounds of moves between groups, as the sweep makes them.
MOVES = 2


def suppress_outliers(
    data: Table, model: Model, found: TableGrouping, most: int, run: Run
) -> TableGrouping | None:
    """Return groups that satisfy a model, from groups of k rows, but for at most some rows.

    These are at least k rows; None if there are fewer that are worth it.
    """
    suppressed = np.zeros(len(data), dtype=np.bool_)
    for _ in range(ROUNDS):
        others, rest, groups = _others(data, found, suppressed)
        if not _could_hold(rest, model):
            return None
        room = most - int(suppressed.sum())
        # The first ones are made enough for a group.
        groups = _repaired(rest, model, groups, run, most=room, fill_up=not suppressed.any())
        if (groups >= 0).all():
            break
        suppressed[others] = groups < 0
        _give_up_values(data, suppressed, most)
        others, rest, groups = _others(data, found, suppressed)
    if not _could_hold(rest, model):
        return None
    out = np.flatnonzero(suppressed).astype(np.int32)
    if not len(out) or not KAnonymity(model.k).constraint(data).satisfied(out):
        return None
    groups = _repaired(rest, model, groups, run, moves=MOVES)
    if not model.kept_when_merged:  # groups that are now published alike
        groups = _repaired(rest, model, groups, run)
        if not still_holds(rest, TableGrouping(groups), model.constraint(rest)):
            return None
    all_groups = np.full(len(data), groups.max() + 1, dtype=np.int32)
    all_groups[others] = groups
    return replace(found, group_of_row=all_groups, suppressed=suppressed)


def better_of(
    data: Table, plain: TableGrouping, fewer: TableGrouping, limit: float
) -> TableGrouping:
    """Return which loses less, suppressing none or some, among those within the limit, if any."""
    data = replace(data, class_column=None)  # it is not among the published columns here

    def cost(found: TableGrouping) -> tuple[bool, float]:
        loss = measure_table(data, found.publish(data))
        return loss.suppressed_rows / loss.rows > limit, loss.of_search

    return min(plain, fewer, key=cost)


def _others(
    data: Table, found: TableGrouping, suppressed: npt.NDArray[np.bool_]
) -> tuple[Groups, Table, Groups]:
    """Return the rows that are not suppressed: their numbers, themselves, and their groups."""
    others = np.flatnonzero(~suppressed).astype(np.int32)
    groups = np.unique(found.group_of_row[others], return_inverse=True)[1].astype(np.int32)
    return others, rows_of(data, others), groups


def _give_up_values(data: Table, suppressed: npt.NDArray[np.bool_], most: int) -> None:
    """Suppress all rows of a value where half of them are: the others would be dearer still."""
    for column in sensitive_columns(data.others, data):
        gone = np.bincount(column.codes[suppressed], minlength=len(column.totals))
        for value in np.flatnonzero(2 * gone >= column.totals):
            rows = suppressed | (column.codes == value)
            if rows.sum() <= most:
                suppressed |= rows


def _repaired(
    table: Table,
    model: Model,
    groups: Groups,
    run: Run,
    *,
    most: int = 0,
    fill_up: bool = False,
    moves: int = 0,
) -> Groups:
    """Return the groups after a repair, -1 for suppressed rows."""
    core, constraint = to_core(table, guided=True), model.constraint(table)
    found = run.search(
        lambda control: _core.repair_table(core, constraint, groups, most, fill_up, moves, control),
        Phase("Suppressing" if most else "Repairing"),
    )
    return found.take_group_of_row()


def _could_hold(table: Table, model: Model) -> bool:
    """Tell whether all rows satisfy a model as one group."""
    everyone = np.arange(len(table), dtype=np.int32)
    return len(table) > 0 and model.constraint(table).satisfied(everyone)
