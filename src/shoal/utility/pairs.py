"""Which pairs of items that were frequent still are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shoal.data import Baskets
from shoal.errors import LimitReached
from shoal.mining.request import absolute_support
from shoal.mining.search import mine
from shoal.utility.are import count_supports

#: A pair is frequent from this share of the rows on, and in so many of them at least.
DEFAULT_SUPPORT = "1%"
LEAST_SUPPORT = 2


@dataclass(frozen=True)
class PairsKept:
    """How many frequent pairs a release still shows."""

    #: Pairs of items that are frequent in the original, and those of them that are frequent in the
    #: release, by the same two names.
    pairs: int
    kept: int
    min_support: int  # the rows that a frequent pair is in at least

    @property
    def share(self) -> float:
        """Share of the frequent pairs that was kept; 1 when there are none."""
        return self.kept / self.pairs if self.pairs else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        return {**vars(self), "share": self.share}


def frequent_pairs_kept(
    original: Baskets,
    published: Baskets,
    min_support: int | str | None = None,
    *,
    threads: int | None = None,
) -> PairsKept:
    """Return how many of the original's frequent pairs are frequent in the release.

    ``min_support`` is a number of rows or a share; by default 1 % of the rows, at least 2.
    """
    if min_support is None:
        least = max(LEAST_SUPPORT, absolute_support(DEFAULT_SUPPORT, len(original)))
    else:
        least = absolute_support(min_support, len(original))
    found = mine(
        replace(original, taxonomy=None), least, "all", min_length=2, max_length=2, threads=threads
    )
    if not found.complete:
        raise LimitReached("the frequent pairs do not fit the memory: raise the minimum support")
    # Only the original's pairs are counted in the release, so its other pairs cost nothing.
    codes = published.vocabulary.codes_of(original.vocabulary)[found.items].reshape(-1, 2)
    codes = codes[(codes >= 0).all(axis=1)]
    supports = count_supports(published, codes.ravel(), np.arange(len(codes) + 1) * 2, threads)
    return PairsKept(len(found), int(np.count_nonzero(supports >= least)), least)
