"""The loss of published baskets, from the original and the release alone."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.errors import ParameterError
from shoal.wording import counted, parameter


@dataclass(frozen=True)
class BasketLoss:
    """What a release of baskets costs."""

    rows: int  # number of baskets
    #: Entries of the original, items of all its baskets together; those published (RI).
    items: int
    kept_items: int
    #: Number of distinct published baskets, and how often the most frequent one occurs.
    groups: int
    largest_group: int
    discernibility: int  # sum of squared group sizes (DM): how many rows each row hides among
    empty_rows: int  # baskets that are published without any item

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


def measure_baskets(original: Baskets, published: Baskets) -> BasketLoss:
    """Price a release that suppresses items, in any order; ParameterError if it cannot be one."""
    check_row_count(original, published, "suppression neither adds nor drops rows")
    check_possible(original, published, original.lengths)
    return BasketLoss(
        rows=len(original),
        items=original.size,
        kept_items=published.size,
        **group_figures(published),
    )


def check_row_count(original: Sized, published: Sized, why: str) -> None:
    """Raise unless the release has as many rows as the original."""
    if len(original) != len(published):
        raise ParameterError(
            f"the release has {counted(len(published), 'row')} and the original "
            f"{len(original):,}; {why}"
        )


def group_figures(published: Baskets) -> dict[str, int]:
    """Return the figures of a loss that follow from the published baskets alone."""
    sizes = equal_rows(published).sizes
    return {
        "groups": len(sizes),
        "largest_group": int(sizes.max(initial=0)),
        "discernibility": int((sizes * sizes).sum()),
        "empty_rows": int(np.count_nonzero(published.lengths == 0)),
    }


def is_row_by_row_subset(original: Baskets, published: Baskets) -> bool:
    """Return whether each published row is a subset of the original row at its place."""
    codes = original.vocabulary.codes_of(published.vocabulary)
    return _core.each_is_subset(
        published.items, published.offsets, original.items, original.offsets, codes
    )


def same_rows(one: Baskets, other: Baskets) -> bool:
    """Return whether baskets are the same, row by row; the item 1 is the same as the text 1."""
    return (
        len(one) == len(other)
        and is_row_by_row_subset(one, other)
        and is_row_by_row_subset(other, one)
    )


def check_possible(original: Baskets, published: Baskets, lengths: npt.NDArray[np.int64]) -> None:
    """Refuse a release with an item more often than the original, or rows above its lengths."""
    codes = original.vocabulary.codes_of(published.vocabulary)
    counts = np.bincount(published.items, minlength=published.item_count)
    unknown = int(np.count_nonzero(counts[codes < 0]))
    if unknown:
        one, many = "item of the release does", "items of the release do"
        raise ParameterError(
            f"{counted(unknown, one, many)} not occur in the original; if "
            f"items were generalized, give {parameter('mapping')} or {parameter('taxonomy')}"
        )
    supports = np.bincount(original.items, minlength=original.item_count)
    known = codes >= 0
    excess = int(np.count_nonzero(counts[known] > supports[codes[known]]))
    if excess:
        raise ParameterError(
            f"{counted(excess, 'item occurs', 'items occur')} more often in the release "
            "than in the original"
        )
    # The longest row must fit into the longest, and so on.
    if np.any(np.sort(published.lengths) > np.sort(lengths)):
        raise ParameterError("the release has longer rows than its original can leave")
