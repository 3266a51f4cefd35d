"""The figures of a report on a release by rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shoal.report.curve import CurvePoint
from shoal.report.publishable import Amount

if TYPE_CHECKING:
    from shoal.methods.split_tree import SplitTree

#: Sets that the tree is drawn with: to this depth, and of this share of all items at least.
DEEPEST = 10
NARROWEST = 0.002

#: Sizes at which a bar of sets begins.
_STARTS = (1, 2, 3, 6, 11, 21, 51, 101, 201, 501, 1001)


class Node(NamedTuple):
    """A set of the tree, without its name.

    Parameters
    ----------
    depth, start, items
        How many splits are above it; where it lies among all items, and how many it has.
    published
        Whether it was split no further.
    rows
        Rows that hold one of its items; None if they are fewer than k.
    """

    depth: int
    start: int
    items: int
    published: bool
    rows: int | None


@dataclass(frozen=True)
class RulesFigures:
    """What a report shows of a release by rules; it names no item.

    Parameters
    ----------
    tree
        The sets of the split tree that are large enough to be seen.
    set_sizes
        Public items by the size of the set they are published as.
    curve
        What other promises would have cost.
    """

    tree: tuple[Node, ...]
    set_sizes: tuple[Amount, ...]
    curve: tuple[CurvePoint, ...] = ()


def rules_figures(tree: SplitTree, set_sizes: Mapping[str, int], k: int) -> RulesFigures:
    """Return the figures of a release by rules.

    Parameters
    ----------
    tree
        How the published sets were found.
    set_sizes
        The items in each published set.
    k
        Rows that are told of at least.
    """
    return RulesFigures(tuple(_nodes(tree, k)), tuple(_by_set_size(set_sizes)))


def _nodes(tree: SplitTree, k: int) -> list[Node]:
    if not len(tree):
        return []
    all_items = int(tree.sizes[0])
    found, waiting = [], [(0, 0, 0)]
    while waiting:
        at, depth, start = waiting.pop()
        items, rows = int(tree.sizes[at]), int(tree.supports[at])
        if items < NARROWEST * all_items:
            continue
        left, right = int(tree.left[at]), int(tree.right[at])
        found.append(Node(depth, start, items, left < 0, rows if rows >= k else None))
        if left >= 0 and depth < DEEPEST:
            waiting.append((right, depth + 1, start + int(tree.sizes[left])))
            waiting.append((left, depth + 1, start))
    return found


def _by_set_size(set_sizes: Mapping[str, int]) -> list[Amount]:
    sizes = np.array(list(set_sizes.values()), dtype=np.int64)
    place = np.searchsorted(_STARTS, sizes, side="right") - 1
    items = np.bincount(place, weights=sizes, minlength=len(_STARTS))
    last = int(np.flatnonzero(items).max(initial=-1)) + 1
    return [Amount(_label(i), float(items[i])) for i in range(last)]


def _label(i: int) -> str:
    first = _STARTS[i]
    if i + 1 == len(_STARTS):
        return f"{first:,}+"
    after = _STARTS[i + 1]
    return f"{first:,}" if after == first + 1 else f"{first:,}-{after - 1:,}"
