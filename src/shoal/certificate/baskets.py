"""Bounds on what a release of baskets can keep.

A release publishes each basket as a subset that at least k baskets share. So no basket keeps more
than its longest pattern of support k: the quick bound. Baskets compete, since each can be in one
group only: the tight bound prices them by Lagrangian multipliers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.certificate.scope import Scope
from shoal.data import Baskets
from shoal.engines import local

#: The certificates there are, cheapest first.
KINDS = ("none", "quick", "tight")

#: Rows of patterns that one search may look at: a few seconds, and a minute or two.
QUICK_ENTRIES = 300_000_000
TIGHT_ENTRIES = 6_000_000_000

#: Rows of patterns that the tight bound keeps, at least and for each item of the data.
LEAST_KEPT = 1_000_000
KEPT_PER_ITEM = 16

#: Parts of an item that prices are counted in.
UNIT = 1024

#: Rounds of the tight bound; it stops sooner when nothing more is to be gained.
ROUNDS = 20


@dataclass(frozen=True)
class Certificate:
    """What no release of a stated set can beat, and how far this one is from it."""

    kind: str  # ``"quick"`` or ``"tight"``: which bound was asked for
    #: Entries of the original, and those that this release publishes.
    items: int
    kept_items: int
    kept_at_most: int  # entries that any release of the set can publish, proved
    #: False when there was too much to search, so that a weaker bound had to do.
    complete: bool = True
    rounds: int = 0  # how often all patterns were priced; 0 for the quick bound
    scope: Scope = field(kw_only=True)  # the releases that the bound is about
    #: The multipliers that prove it, in parts of an item, for each row. Private.
    prices: npt.NDArray[np.int64] | None = field(default=None, repr=False, compare=False)

    @property
    def bound(self) -> float:
        """The GCP that no release of the set can go below."""
        return (self.items - self.kept_at_most) / self.items if self.items else 0.0

    @property
    def claim(self) -> dict[str, int]:
        """What a proof of the bound states, in whole numbers."""
        return {"items": self.items, "kept_at_most": self.kept_at_most}

    @property
    def loss(self) -> float:
        """The GCP of the release."""
        return (self.items - self.kept_items) / self.items if self.items else 0.0

    @property
    def gap(self) -> float | None:
        """How much the loss is above the bound, as a share of it; None when the bound is 0."""
        if self.kept_at_most >= self.items:
            return None
        return (self.items - self.kept_items) / (self.items - self.kept_at_most) - 1

    @property
    def kept_share(self) -> float:
        """What the release keeps of what is possible: 1 when it is proved optimal."""
        return self.kept_items / self.kept_at_most if self.kept_at_most else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain values, ready for JSON."""
        names = ("kind", "bound", "gap", "kept_at_most", "kept_share", "complete", "rounds")
        return {name: getattr(self, name) for name in names} | {"scope": self.scope.to_dict()}


class Proof(NamedTuple):
    """A certificate, and the multipliers behind it: a price for each row, none for the quick one.

    Dear rows are those that many patterns compete for. They guide the local search of ``sweep``.
    """

    certificate: Any
    multipliers: npt.NDArray[np.float64]


def certify(
    data: Baskets,
    k: int,
    kept: npt.NDArray[np.int32],
    *,
    kind: str = "quick",
    longest: npt.NDArray[np.int32] | None = None,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> Proof:
    """Prove how much any release of these baskets by suppression can keep at most.

    ``kept`` are the items that each row keeps in a release: the bound holds whatever they are, but
    a good release makes it quicker to prove. With ``longest``, the length of each row's longest
    frequent pattern, the quick bound needs no search. After ``time_limit`` seconds, the best bound
    so far is taken; the number of threads changes nothing.
    """
    rows = (data.items, data.offsets, data.item_count, k, kept)

    def bound(control: _core.Control) -> _core.Bound:
        if kind == "quick":
            return _core.quick_bound(*rows, QUICK_ENTRIES, control)
        return _core.tight_bound(
            *rows, TIGHT_ENTRIES, most_kept(data.size), ROUNDS, threads, control
        )

    released = Certificate(
        kind, data.size, int(kept.sum()), kept_at_most=data.size, scope=Scope("GCP", k)
    )
    if kind == "quick" and longest is not None:
        prices = UNIT * longest.astype(np.int64)
        proof = replace(released, kept_at_most=int(longest.sum()), prices=prices)
        return Proof(proof, np.empty(0))
    found = local.run(bound, progress=progress, phase=local.Phase("Proving"), time_limit=time_limit)
    proved = {name: getattr(found, name) for name in ("kept_at_most", "complete", "rounds")}
    multipliers = found.take_multipliers()
    return Proof(replace(released, **proved, prices=found.take_prices()), multipliers)


def most_kept(entries: int) -> int:
    """Return how many rows of patterns a tight bound keeps for data with so many entries."""
    return LEAST_KEPT + KEPT_PER_ITEM * entries
