"""A proved bound on the loss, and the distance of a release from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Certificate:
    """What no release of the same baskets can beat, and how far this one is from it.

    Parameters
    ----------
    kind
        ``"quick"`` or ``"tight"``: which bound was asked for.
    items, kept_items
        Entries of the original, and those that this release publishes.
    kept_at_most
        Entries that any release can publish, proved.
    complete
        False when there was too much to search, so that a weaker bound had to do.
    rounds
        How often all patterns were priced; 0 for the quick bound.
    """

    kind: str
    items: int
    kept_items: int
    kept_at_most: int
    complete: bool = True
    rounds: int = 0

    @property
    def bound(self) -> float:
        """The GCP that no release can go below."""
        return (self.items - self.kept_at_most) / self.items if self.items else 0.0

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
        return {
            "kind": self.kind,
            "bound": self.bound,
            "gap": self.gap,
            "kept_at_most": self.kept_at_most,
            "kept_share": self.kept_share,
            "complete": self.complete,
            "rounds": self.rounds,
        }
