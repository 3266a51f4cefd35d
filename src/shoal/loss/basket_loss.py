"""What a release of baskets costs, in the papers' measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class BasketLoss:
    """What a release of baskets costs.

    Parameters
    ----------
    rows
        Number of baskets.
    items
        Entries of the original: items of all its baskets together.
    kept_items
        Entries that are published (the papers' RI).
    groups
        Number of distinct published baskets.
    largest_group
        How often the most frequent published basket occurs.
    discernibility
        Sum of squared group sizes (DM): how many rows each row hides among.
    empty_rows
        Baskets that are published without any item.
    """

    rows: int
    items: int
    kept_items: int
    groups: int
    largest_group: int
    discernibility: int
    empty_rows: int

    @property
    def suppressed_items(self) -> int:
        """Entries that were suppressed: the NCP of all groups together."""
        return self.items - self.kept_items

    @property
    def gcp(self) -> float:
        """Share of the entries that was suppressed; 0 for data without items."""
        return self.suppressed_items / self.items if self.items else 0.0

    @property
    def mean_group(self) -> float:
        """Mean number of rows in a group; divided by k, the papers' C_avg."""
        return self.rows / self.groups if self.groups else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON."""
        return {
            "gcp": self.gcp,
            "items": self.items,
            "kept_items": self.kept_items,
            "suppressed_items": self.suppressed_items,
            "groups": self.groups,
            "mean_group": self.mean_group,
            "largest_group": self.largest_group,
            "discernibility": self.discernibility,
            "empty_rows": self.empty_rows,
        }
