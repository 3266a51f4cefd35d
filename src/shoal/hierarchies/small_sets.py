"""Small sets of categories: rare values are pooled, and similar ones are published together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from shoal.data.cells import format_set
from shoal.data.hierarchy import Run
from shoal.hierarchies.merging import closest_first, spread

Integers = npt.NDArray[np.int64]

#: Values that a set names at most: a longer list tells a reader nothing.
MOST_MEMBERS = 5

#: Groups of values that are compared, the most frequent ones: what is compared is a square.
MOST_GROUPS = 200

#: What rare values are called together, if no value is called so.
OTHER = ("other", "other values", "all other values")


def small_sets(
    values: Sequence[str],
    counts: Integers,
    k: int,
    codes: npt.NDArray[np.int32],
    classes: Sequence[Integers],
) -> tuple[Integers, list[Run]]:
    """Return the values in order, and runs of them: what is rare, and sets of what is not.

    Values of fewer than k rows are pooled; too few rows even together, they stay apart. Of all
    others, the two groups merge again and again whose rows are most alike in the ``classes`` of
    the other columns (by Ward's criterion). ``codes`` are the values of the rows.
    """
    frequent = np.flatnonzero(counts >= k)
    compared = frequent[np.argsort(-counts[frequent], kind="stable")][:MOST_GROUPS]
    groups = [[leaf] for leaf in sorted(compared.tolist())]
    names = [[values[leaf]] for (leaf,) in groups]
    rare = np.flatnonzero(counts < k).tolist()
    if len(rare) > 1 and int(counts[rare].sum()) >= k:
        groups.append(rare)
        names.append([next(name for name in OTHER if name not in values)])
    group_of = np.full(len(values), -1, dtype=np.int64)
    for group, leaves in enumerate(groups):
        group_of[leaves] = group
    shown = [pooled for pooled in range(len(groups)) if len(groups[pooled]) > 1]
    if len(groups) > 1 and classes:
        rows = np.append(group_of, -1)[codes]
        profiles = np.hstack([spread(rows, len(groups), found) for found in classes])
        sizes = np.array([counts[leaves].sum() for leaves in groups], dtype=np.float64)
        for one, other in closest_first(profiles, sizes):
            groups.append(groups[one] + groups[other])
            names.append(sorted(names[one] + names[other]))
            if len(names[-1]) <= MOST_MEMBERS:
                shown.append(len(groups) - 1)
    order = np.array(groups[-1] if groups else [], dtype=np.int64)
    order = np.append(order, np.setdiff1d(np.arange(len(values)), order))
    place = np.empty(len(values), dtype=np.int64)
    place[order] = np.arange(len(order))
    firsts = [(group, int(place[groups[group]].min())) for group in shown]
    return order, [
        (first, first + len(groups[group]), format_set(names[group])) for group, first in firsts
    ]
