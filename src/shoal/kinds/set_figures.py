"""The figures of a report on a release by rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from shoal.methods.split_tree import SplitTree
from shoal.privacy.publishable import Amount

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
    """

    depth: int
    start: int
    items: int
    published: bool


@dataclass(frozen=True)
class SetFigures:
    """What a report shows of a release by rules; it names no item.

    Parameters
    ----------
    tree
        The sets of the split tree that are large enough to be seen.
    set_sizes
        Public items by the size of the set they are published as.
    """

    #: The page of a report that draws them.
    page: ClassVar[str] = "sets"
    #: Splits below one another that are drawn.
    deepest: ClassVar[int] = DEEPEST

    tree: tuple[Node, ...]
    set_sizes: tuple[Amount, ...]


def set_figures(tree: SplitTree, set_sizes: Mapping[str, int]) -> SetFigures:
    """Return the figures of a release by rules."""
    return SetFigures(tuple(_nodes(tree)), tuple(_by_set_size(set_sizes)))


def _nodes(tree: SplitTree) -> list[Node]:
    if not len(tree):
        return []
    all_items = int(tree.sizes[0])
    found, waiting = [], [(0, 0, 0)]
    while waiting:
        at, depth, start = waiting.pop()
        items = int(tree.sizes[at])
        if items < NARROWEST * all_items:
            continue
        left, right = int(tree.left[at]), int(tree.right[at])
        found.append(Node(depth, start, items, left < 0))
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
