"""Bounds on the loss of a table that is published by its hierarchies.

A group is published as a closed generalized pattern of at least k rows. So no row costs less than
its cheapest such pattern: the quick bound. Rows compete, since each can be in one group only: the
tight bound prices them by Lagrangian multipliers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.certificate.baskets import ROUNDS, Proof
from shoal.certificate.scope import Scope, scope_of_table
from shoal.data.table import Table
from shoal.data.table_core import MOST_KEPT, to_core
from shoal.engines import local

#: Rows of patterns that one search may look at: a few seconds, and a minute or two.
QUICK_VISITED = 300_000_000
TIGHT_VISITED = 3_000_000_000


@dataclass(frozen=True)
class TableCertificate:
    """What no release of a stated set can beat."""

    kind: str  # ``"quick"`` or ``"tight"``: which bound was asked for
    #: The loss that no release of the set can go below, proved, and that of this release; in the
    #: measure that the scope names.
    bound: float
    loss: float
    #: False when there was too much to search, so that a weaker bound had to do.
    complete: bool = True
    rounds: int = 0  # how often all patterns were priced; 0 for the quick bound
    scope: Scope = field(kw_only=True)  # the releases that the bound is about
    #: The bound in parts of a cell, and the multipliers that prove it, for each row. Private.
    cost: int = field(default=0, repr=False, compare=False)
    prices: npt.NDArray[np.int64] | None = field(default=None, repr=False, compare=False)

    @property
    def claim(self) -> dict[str, int]:
        """What a proof of the bound states, in whole numbers."""
        return {"cost_at_least": self.cost}

    @property
    def gap(self) -> float | None:
        """How much the loss is above the bound, as a share of it; None when the bound is 0."""
        return self.loss / self.bound - 1 if self.bound else None

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain values, ready for JSON."""
        names = ("kind", "bound", "gap", "complete", "rounds")
        return {name: getattr(self, name) for name in names} | {"scope": self.scope.to_dict()}


def can_certify(table: Table) -> bool:
    """Return whether there is a bound: ranges and sets can lose less than any hierarchy."""
    return all(column.recoding in ("bands", "hierarchy") for column in table.quasi_identifiers)


def certify_table(
    table: Table,
    k: int,
    group_of_row: npt.NDArray[np.int32],
    *,
    kind: str = "quick",
    most_kept: int = MOST_KEPT,
    room: int = MOST_KEPT,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> Proof:
    """Prove how much any release of this table by its hierarchies loses at least; no loss yet.

    The groups are those of a release: the bound holds whatever they are, but good ones make it
    quicker to prove. At most ``most_kept`` rows of patterns are kept; without ``room`` it raises.
    """
    core = to_core(table)
    tight = kind == "tight"
    visited, rounds = (TIGHT_VISITED, ROUNDS) if tight else (QUICK_VISITED, 0)
    found = local.run(
        lambda control: _core.bound_table(
            core, k, group_of_row, visited, most_kept, room, rounds, threads, control
        ),
        progress=progress,
        phase=local.Phase("Proving"),
        time_limit=time_limit,
    )
    weights = [column.weight for column in table.quasi_identifiers]
    certificate = TableCertificate(
        kind,
        as_mean(found.cost_at_least, weights, len(table)),
        0.0,
        found.complete,
        found.rounds,
        scope=scope_of_table(table, k),
        cost=found.cost_at_least,
        prices=found.take_prices(),
    )
    return Proof(certificate, found.take_multipliers())


def as_mean(cost: int, weights: Iterable[float], rows: int) -> float:
    """Return a cost in parts as a mean over weighted cells, never above it."""
    exact = cost / (_core.TABLE_UNIT * sum(map(Fraction, weights)) * rows)
    return float(exact) if Fraction(float(exact)) <= exact else float(np.nextafter(float(exact), 0))
