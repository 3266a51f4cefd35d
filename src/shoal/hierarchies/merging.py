"""Hierarchies of categories, built by merging two groups of values again and again."""

from __future__ import annotations

import heapq

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import format_set
from shoal.data.columns import kind_of, positions_of, texts_of
from shoal.data.hierarchy import Hierarchy
from shoal.errors import ParameterError
from shoal.hierarchies.build import Values, known_texts

#: Different values at most: labels name all members of a group, and similarities are a square.
MOST_VALUES = 1000

#: Classes of equally many rows that a column of numbers is cut into to be compared.
CLASSES = 10


def build_by_frequency(values: Values) -> Hierarchy:
    """Build a hierarchy of categories in which rare values are merged first.

    The two groups with the fewest rows become one, until one is left (as in Huffman's code). So
    frequent values stay near the root. A group is labelled as the set of its values.
    """
    names, counts = _frequencies(known_texts(values))
    waiting = [(int(count), place) for place, count in enumerate(counts)]
    heapq.heapify(waiting)
    merges: list[tuple[int, int]] = []
    while len(waiting) > 1:
        (one, left), (other, right) = heapq.heappop(waiting), heapq.heappop(waiting)
        heapq.heappush(waiting, (one + other, len(names) + len(merges)))
        merges.append((left, right))
    return _from_merges(names, merges)


def build_by_similarity(values: Values, others: pl.DataFrame) -> Hierarchy:
    """Build a hierarchy of categories in which values with similar rows are merged first.

    Two values are similar if the other columns are spread alike among their rows. The two groups
    are merged whose merging blurs these spreads least: by Ward's criterion, the squared distance
    of the two times ``n m / (n + m)`` for groups of n and m rows. Numbers in the other columns are
    cut into ten classes. A group is labelled as the set of its values.
    """
    texts = known_texts(values)
    if len(others) != len(texts) or not others.width:
        raise ParameterError("similarity needs at least one other column, with the same rows")
    names, counts = _frequencies(texts)
    # Names are sorted, so that the rank of a value is its place among them; -1 for a missing one.
    codes = texts.rank("dense").fill_null(0).to_numpy().astype(np.int64) - 1
    classes = [_classes(column) for column in others]
    # A column that hardly repeats a value compares nothing.
    telling = [found for found in classes if found.max(initial=0) < MOST_VALUES]
    if not telling:
        raise ParameterError(
            f"no other column has fewer than {MOST_VALUES:,} different values to compare by"
        )
    profiles = np.hstack([spread(codes, len(names), found) for found in telling])
    return _from_merges(names, closest_first(profiles, counts.astype(np.float64)))


def _frequencies(texts: pl.Series) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Return the different values, sorted, and the number of rows of each."""
    counted = texts.drop_nulls().alias("value").value_counts().sort("value")
    if len(counted) > MOST_VALUES:
        raise ParameterError(
            f"the column has {len(counted):,} different values, and at most {MOST_VALUES:,} can be "
            "merged: build intervals, dates or prefixes"
        )
    return counted["value"].to_list(), counted["count"].to_numpy().astype(np.int64)


def spread(
    codes: npt.NDArray[np.int64], size: int, classes: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return for each value how its rows are spread over the classes of another column."""
    known = codes >= 0
    width = int(classes.max(initial=0)) + 1
    counts = np.bincount(codes[known] * width + classes[known], minlength=size * width)
    return counts.reshape(size, width).astype(np.float64)


def _classes(column: pl.Series) -> npt.NDArray[np.int64]:
    """Return a number from 0 for each row; numbers and dates in classes of equally many rows."""
    texts = texts_of(column)
    different = texts.drop_nulls().unique()
    kind = kind_of(different)
    if kind == "categorical" or len(different) <= CLASSES:
        return texts.fill_null("?").rank("dense").to_numpy().astype(np.int64) - 1
    where = pl.DataFrame({"value": different, "at": positions_of(different, kind)})
    at = texts.to_frame("value").join(where, on="value", how="left", maintain_order="left")["at"]
    ranks = at.rank("average").fill_null(0.0).to_numpy()
    return np.ceil(ranks / max(len(at) - at.null_count(), 1) * CLASSES).astype(np.int64)


def closest_first(
    spreads: npt.NDArray[np.float64], rows: npt.NDArray[np.float64]
) -> list[tuple[int, int]]:
    """Return which two groups to merge, one pair after the other; new groups are numbered on."""
    size = len(rows)
    names = list(range(size))
    shares = spreads / rows[:, None]
    alive = np.ones(size, dtype=bool)

    def blurred(group: int) -> npt.NDArray[np.float64]:
        """Return what merging the group with each other one costs."""
        apart: npt.NDArray[np.float64] = ((shares - shares[group]) ** 2).sum(axis=1)
        cost = apart * (rows * rows[group] / (rows + rows[group]))
        return np.where(alive & (np.arange(size) != group), cost, np.inf)

    costs = np.array([blurred(group) for group in range(size)])
    merges = []
    for step in range(size - 1):
        left, right = sorted(divmod(int(costs.argmin()), size))
        merges.append((names[left], names[right]))
        names[left] = size + step
        spreads[left] += spreads[right]
        rows[left] += rows[right]
        shares[left] = spreads[left] / rows[left]
        alive[right] = False
        costs[right, :] = costs[:, right] = np.inf
        costs[left, :] = costs[:, left] = blurred(left)
    return merges


def _from_merges(names: list[str], merges: list[tuple[int, int]]) -> Hierarchy:
    """Return the tree of these merges; the last one is the root."""
    members = [[place] for place in range(len(names))]
    above = [-1] * (len(names) + len(merges))
    for number, (left, right) in enumerate(merges, len(names)):
        above[left] = above[right] = number
        members.append(sorted(members[left] + members[right]))
    labels = names + [format_set(names[one] for one in group) for group in members[len(names) :]]
    root = len(above) - 1
    paths = []
    for value in range(len(names)):
        path, node = [labels[value]], above[value]
        while node not in (-1, root):
            path.append(labels[node])
            node = above[node]
        paths.append(path)
    return Hierarchy.from_paths(paths)
