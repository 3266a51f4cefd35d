"""The loss of published baskets, from the original and the release alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.errors import ParameterError
from shoal.loss.basket_loss import BasketLoss
from shoal.wording import counted, parameter


def measure_baskets(original: Baskets, published: Baskets) -> BasketLoss:
    """Price a release that suppresses items; the rows may come in any order.

    Raises
    ------
    ParameterError
        When the release cannot come from the original by suppression alone.

    Examples
    --------
    >>> original = Baskets.of([["tea", "rum"], ["tea"], ["tea", "gin"]])
    >>> published = Baskets.of([["tea"], ["tea"], ["tea"]])
    >>> loss = measure_baskets(original, published)
    >>> loss.gcp, loss.kept_items, loss.suppressed_items, loss.groups
    (0.4, 3, 2, 1)
    """
    if len(original) != len(published):
        raise ParameterError(
            f"the release has {counted(len(published), 'row')} and the original {len(original):,}; "
            "suppression neither adds nor drops rows"
        )
    _check_supports(original, published)
    if not _fits(published.lengths, original.lengths):
        raise ParameterError("the release has longer rows than suppression leaves of the original")
    sizes = equal_rows(published).sizes
    return BasketLoss(
        rows=len(original),
        items=original.size,
        kept_items=published.size,
        groups=len(sizes),
        largest_group=int(sizes.max(initial=0)),
        discernibility=int((sizes * sizes).sum()),
        empty_rows=int(np.count_nonzero(published.lengths == 0)),
    )


def is_row_by_row_subset(original: Baskets, published: Baskets) -> bool:
    """Tell whether each published row is a subset of the original row at its place.

    Examples
    --------
    >>> original = Baskets.of([["tea", "rum"], ["tea"]])
    >>> is_row_by_row_subset(original, Baskets.of([["tea"], []]))
    True
    >>> is_row_by_row_subset(original, Baskets.of([[], ["rum"]]))
    False
    """
    codes = original.vocabulary.codes_of(published.vocabulary)
    return _core.each_is_subset(
        published.items, published.offsets, original.items, original.offsets, codes
    )


def same_rows(one: Baskets, other: Baskets) -> bool:
    """Tell whether baskets are the same, row by row, whether items are numbers or texts.

    Examples
    --------
    >>> same_rows(Baskets.of([[1]]), Baskets.of([["1"]]))
    True
    """
    return (
        len(one) == len(other)
        and is_row_by_row_subset(one, other)
        and is_row_by_row_subset(other, one)
    )


def _check_supports(original: Baskets, published: Baskets) -> None:
    """Refuse a release that has an item more often than the original has it."""
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


def _fits(lengths: npt.NDArray[np.int64], originals: npt.NDArray[np.int64]) -> bool:
    """Tell whether rows of these lengths can be parts of rows of those.

    A necessary condition that needs no matching of rows: the longest must fit into the longest, and
    so on, which is to say that no length is exceeded by more of them.
    """
    longest = int(max(lengths.max(initial=0), originals.max(initial=0)))
    mine, theirs = (np.bincount(some, minlength=longest + 1) for some in (lengths, originals))
    return bool(np.all(np.cumsum(mine) >= np.cumsum(theirs)))
