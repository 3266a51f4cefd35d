"""Which of the nodes that all rows of a group share are published: those that lose least.

The most specific ones are not always the best. If all rows have tea and some have cocoa too, then
publishing tea suppresses the cocoa, and publishing hot drinks instead generalizes both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.extended import ExtendedRows
from shoal.loss.generalized import entry_costs, parts_of
from shoal.methods.grouping import Grouping

Numbers = npt.NDArray[np.int64]


def with_best_shared(data: Baskets, grouping: Grouping, extended: ExtendedRows) -> Grouping:
    """Return the groups with the shared nodes that lose least as centres, none below another."""
    size = max(len(extended.vocabulary), 1)
    keys, entries = _shared(data, grouping, extended)
    nodes = keys % size
    above = extended.above[nodes]
    # What is above a shared node is shared, too.
    upper = np.where(above >= 0, np.searchsorted(keys, keys - nodes + above), -1)
    depths = _depths(extended)[nodes]
    levels = [np.flatnonzero(depths == depth) for depth in range(int(depths.max(initial=-1)) + 1)]
    as_itself = _better_as_itself(entries, extended.leaves[nodes], parts_of(data), upper, levels)
    reached = upper < 0
    for level in levels[1:]:
        reached[level] = reached[upper[level]] & ~as_itself[upper[level]]
    keys = keys[reached & as_itself]
    offsets = np.zeros(len(grouping) + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys // size, minlength=len(grouping)), out=offsets[1:])
    return replace(
        grouping,
        centre_items=(keys % size).astype(np.int32),
        centre_offsets=offsets,
        # What was proved is about the number of nodes, not about the loss.
        proved=np.zeros(len(grouping), dtype=np.bool_),
        longest=None,
    )


def that_loses_least(data: Baskets, found: list[Grouping], extended: ExtendedRows) -> Grouping:
    """Return the grouping with nodes as centres that loses least, in parts of a suppressed item."""

    def lost(grouping: Grouping) -> int:
        costs = entry_costs(data, grouping.publish(extended.rows), extended)
        return int(np.where(costs < 0, parts_of(data), costs).sum())

    return replace(min(found, key=lost), repeatable=all(one.repeatable for one in found))


def _shared(data: Baskets, grouping: Grouping, extended: ExtendedRows) -> tuple[Numbers, Numbers]:
    """Return group * size + node for all that groups share, and the entries below each."""
    size = max(len(extended.vocabulary), 1)
    groups = np.repeat(grouping.group_of_row.astype(np.int64), extended.rows.lengths)
    keys, rows = np.unique(groups * size + extended.rows.items, return_counts=True)
    keys = keys[rows == grouping.sizes[keys // size]]
    entries = np.zeros(len(keys) + 1, dtype=np.int64)  # the last is for what is not shared
    groups = np.repeat(grouping.group_of_row.astype(np.int64), data.lengths)
    nodes: npt.NDArray[np.integer[Any]] = extended.vocabulary.codes_of(data.vocabulary)[data.items]
    while len(nodes):
        wanted = groups * size + nodes
        place = np.searchsorted(keys, wanted)
        found = keys[np.minimum(place, len(keys) - 1)] == wanted if len(keys) else wanted < 0
        entries += np.bincount(np.where(found, place, len(keys)), minlength=len(entries))
        nodes = extended.above[nodes].astype(np.int64)
        groups, nodes = groups[nodes >= 0], nodes[nodes >= 0]
    return keys, entries[:-1]


def _depths(extended: ExtendedRows) -> Numbers:
    depths = np.zeros(len(extended.above), dtype=np.int64)
    way = extended.above
    while (way >= 0).any():
        depths += way >= 0
        way = np.where(way >= 0, extended.above[way], -1)
    return depths


def _better_as_itself(
    entries: Numbers,
    leaves: npt.NDArray[np.int32],
    parts: int,
    upper: npt.NDArray[np.int64],
    levels: list[npt.NDArray[np.int64]],
) -> npt.NDArray[np.bool_]:
    """Tell which shared nodes lose less than the best of the shared nodes below them."""
    itself = entries * (leaves - 1)
    lost_below, entries_below = np.zeros_like(itself), np.zeros_like(itself)
    chosen = np.zeros(len(entries), dtype=np.bool_)
    for level in reversed(levels):
        below = lost_below[level] + (entries[level] - entries_below[level]) * parts
        # The more specific ones where both lose the same.
        chosen[level] = (itself[level] < below) | (entries_below[level] == 0)
        up = upper[level]
        np.add.at(lost_below, up[up >= 0], np.minimum(itself[level], below)[up >= 0])
        np.add.at(entries_below, up[up >= 0], entries[level][up >= 0])
    return chosen
