"""What is shown of a release by rules: the figures of a report, and its loss in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.loss.distributions import Amount, amounts
from shoal.loss.rounding import Rounded, rounded
from shoal.loss.utility_loss import UtilityLoss
from shoal.utility import ARE, PairsKept, Utility
from shoal.utility.are import SANITY_BOUND
from shoal.wording import counted

#: Rows that an error is relative to, at least; with fewer, rounding would leave nothing of it.
FEWEST = 10

#: Sizes at which a bar of sets begins.
_STARTS = (1, 2, 3, 6, 11, 21, 51, 101, 201, 501, 1001)


@dataclass(frozen=True)
class SetFigures:
    """What a report shows of a release by rules; it names no item."""

    #: The page of a report that draws them.
    page: ClassVar[str] = "sets"

    set_sizes: tuple[Amount, ...]  # public items by the size of the set they are published as
    generalized: Rounded  # share of the original's entries that are published as a set of several
    #: The error of counts, of all and of those above 0; None where few rows decide it.
    are: Rounded | None
    are_of_nonempty: Rounded | None


def set_figures(
    set_sizes: Mapping[str, int], loss: UtilityLoss, are: ARE, rows: int, k: int
) -> SetFigures:
    """Return the figures of a release by rules."""
    whole = max(loss.entries, 1)
    sizes = np.array(list(set_sizes.values()), dtype=np.int64)
    return SetFigures(
        tuple(amounts(sizes, _STARTS, weights=sizes)),
        rounded(loss.generalized_entries / whole, 1 / whole, shown_from=min(k / whole, 1.0)),
        _error(are.are, rows),
        _error(are.are_of_nonempty, rows),
    )


def _error(error: float | None, rows: int) -> Rounded | None:
    """Return a mean error of counts, rounded by what a count that changes by one changes."""
    least = SANITY_BOUND * rows
    return None if error is None or least < FEWEST else rounded(error, (1 + error) / least)


def set_facts(loss: UtilityLoss, utility: Utility) -> dict[str, str]:
    """Return what publishing items as sets costs, and what can still be done."""
    items = loss.generalized_items + loss.intact_items
    return {
        "ARE": _error_of_counts(utility.are),
        "frequent pairs": pairs_kept(utility.pairs),
        "public items": f"{items:,} in {counted(loss.sets, 'set')}; "
        f"{loss.intact_items:,} intact, {loss.largest_set:,} in the largest set",
        "generalized": f"{loss.generalized_entries:,} of {loss.entries:,} entries",
        "utility loss": _utility_loss(loss),
    }


def pairs_kept(pairs: PairsKept) -> str:
    """Return how many frequent pairs were kept, in words."""
    frequent = f"in {counted(pairs.min_support, 'row')} or more"
    if not pairs.pairs:
        return f"there were none {frequent}"
    return f"{pairs.kept:,} of {pairs.pairs:,} kept ({frequent})"


def _utility_loss(loss: UtilityLoss) -> str:
    if loss.log2 is None:
        return "0"
    return f"2^{loss.log2:.1f}; {loss.relative:.1%} of that of one set"


def _error_of_counts(are: ARE) -> str:
    of_all = f"{are.are:.4f} over all {are.queries:,}"
    if are.are_of_nonempty is None:
        return of_all
    some = counted(are.queries - are.empty_queries, "query", "queries")
    return f"{are.are_of_nonempty:.4f} over {some} that some row fulfils; {of_all}"
