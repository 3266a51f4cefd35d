"""A click-stream generator: short visits, some long ones, and a few robots."""

from __future__ import annotations

import numpy as np

from shoal.data import Baskets
from shoal.datasets.sampling import (
    Integers,
    distinct_items,
    heavy_tailed_lengths,
    items_of_topics,
    popularity,
    require,
)

#: One row in so many is a robot's, which walked through the same long part of the site.
ROWS_PER_ROBOT = 2_400

#: Length of the robots' common part, as a share of the longest row.
COMMON_PART = 148 / 267

#: Pages of one topic, and how likely a click stays within the visit's topic.
TOPIC_ITEMS = 20
TOPIC_SHARE = 0.75


def clicks(
    rows: int = 60_000,
    items: int = 500,
    mean_length: float = 2.5,
    longest: int = 267,
    seed: int = 0,
) -> Baskets:
    """Generate visits to a web shop as sets of pages, in the manner of BMS-WebView-1.

    Lengths are heavy-tailed, pages have a power-law popularity, a visit keeps to a topic, and a few
    very long rows share a long common part, as robots leave them.
    Rare pages may occur in no row; a row of the greatest length exists if the mean can be kept with
    it. The same seed gives the same rows.

    Examples
    --------
    >>> visits = clicks(rows=5_000)
    >>> len(visits), int(visits.lengths.max()), round(float(visits.lengths.mean()), 1)
    (5000, 267, 2.5)
    """
    require(rows=(rows, 1), items=(items, 1), longest=(longest, 1, items))
    require(mean_length=(mean_length, 1, longest))
    rng = np.random.default_rng(seed)
    robots = _robot_lengths(rng, rows, mean_length, longest)
    visitors = rows - len(robots)
    mean = max((rows * mean_length - robots.sum()) / visitors, 1.0)
    common = rng.permutation(items)[: int(longest * COMMON_PART)]
    # With robots, visitors stay below their common part; without, one visitor is the longest.
    most = len(common) if len(robots) else longest
    lengths = heavy_tailed_lengths(rng, visitors, mean, most, shift=1.0)
    # Robots come at the end and are then mixed in.
    place = rng.permutation(rows)
    lengths_in_place = np.empty(rows, dtype=np.int64)
    lengths_in_place[place] = np.concatenate([lengths, robots])
    held = np.repeat(place[visitors:], len(common)), np.tile(common, len(robots))
    # Topic t holds the pages of ranks t, t + topics, t + 2 topics, ...: popular and rare ones.
    topics = max(items // TOPIC_ITEMS, 1)
    size = min(TOPIC_ITEMS, items)
    pages = (np.arange(topics)[:, None] + topics * np.arange(size)) % items
    within, site = popularity(size, 0.5), popularity(items, 0.7)
    choose = items_of_topics(rng, rows, pages, within, site, TOPIC_SHARE)
    return distinct_items(rng, lengths_in_place, items, choose, held)


def _robot_lengths(rng: np.random.Generator, rows: int, mean: float, longest: int) -> Integers:
    """Return the robots' lengths: one the longest, most just above the common part, or none."""
    common = int(longest * COMMON_PART)
    beyond = np.floor(2.0 * rng.pareto(0.8, size=rows // ROWS_PER_ROBOT)).astype(np.int64) + 1
    lengths = np.minimum(common + beyond, longest)
    lengths[:1] = longest
    return lengths if 2 * lengths.sum() < rows * mean else lengths[:0]
