"""Bounds on the loss of a table that is published by its hierarchies.

A group is published as a closed generalized pattern of at least k rows. So no row costs less than
its cheapest such pattern: the quick bound. Rows compete, since each can be in one group only: the
tight bound prices them by Lagrangian multipliers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.certificate.baskets import ROUNDS
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines import local

#: Rows of patterns that one search may look at: a few seconds, and a minute or two.
QUICK_VISITED = 300_000_000
TIGHT_VISITED = 3_000_000_000


@dataclass(frozen=True)
class TableCertificate:
    """What no release of the same table by the same hierarchies can beat.

    Parameters
    ----------
    kind
        ``"quick"`` or ``"tight"``: which bound was asked for.
    bound
        The LM that no release can go below, proved.
    loss
        The LM of this release.
    complete
        False when there was too much to search, so that a weaker bound had to do.
    rounds
        How often all patterns were priced; 0 for the quick bound.
    """

    kind: str
    bound: float
    loss: float
    complete: bool = True
    rounds: int = 0

    @property
    def gap(self) -> float | None:
        """How much the loss is above the bound, as a share of it; None when the bound is 0."""
        return self.loss / self.bound - 1 if self.bound else None

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain values, ready for JSON."""
        return {
            "kind": self.kind,
            "bound": self.bound,
            "gap": self.gap,
            "complete": self.complete,
            "rounds": self.rounds,
        }


class TableProof(NamedTuple):
    """A bound on the LM, and the multipliers behind it: none for the quick one."""

    bound: float
    complete: bool
    rounds: int
    multipliers: npt.NDArray[np.float64]


def can_certify(table: Table) -> bool:
    """Return whether there is a bound: ranges and sets can lose less than any hierarchy."""
    return all(column.recoding == "hierarchy" for column in table.quasi_identifiers)


def certify_table(
    table: Table,
    k: int,
    group_of_row: npt.NDArray[np.int32],
    *,
    kind: str = "quick",
    most_kept: int,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableProof:
    """Prove how much any release of this table by its hierarchies loses at least.

    The groups are those of a release: the bound holds whatever they are, but good ones make it
    quicker to prove. ``most_kept`` limits the rows of patterns kept at once, for they take memory.
    """
    core = to_core(table)
    tight = kind == "tight"
    found = local.run(
        lambda control: _core.bound_table(
            core,
            k,
            group_of_row,
            TIGHT_VISITED if tight else QUICK_VISITED,
            most_kept,
            ROUNDS if tight else 0,
            threads,
            control,
        ),
        progress=progress,
        phase=local.Phase("Proving"),
        time_limit=time_limit,
    )
    return TableProof(
        _as_lm(table, found.cost_at_least), found.complete, found.rounds, found.take_multipliers()
    )


def _as_lm(table: Table, cost: int) -> float:
    """Return a cost in parts as an LM, never above it."""
    weights = math.fsum(column.weight for column in table.quasi_identifiers)
    share = cost / (_core.TABLE_UNIT * weights * len(table))
    rounded_up = share * _core.TABLE_UNIT * weights * len(table) > cost
    return float(np.nextafter(share, 0)) if rounded_up else share
