"""The data of size nX over part of the items, and random rules, as the paper varies them."""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal import Baskets


def varied(data: Baskets, *, size: float, items: float) -> Baskets:
    """Return n times as many rows, drawn at random, over the most frequent of the items."""
    if size != 1:
        data = drawn(data, round(size * len(data)))
    return data if items == 1 else most_frequent(data, round(items * data.item_count))


def drawn(data: Baskets, rows: int, seed: int = 0) -> Baskets:
    """Return so many rows, drawn at random with replacement."""
    chosen = np.random.default_rng(seed).integers(len(data), size=rows)
    lengths = data.lengths[chosen]
    offsets = np.zeros(rows + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    # Entry e of a drawn row stands as far behind that row's start as e does behind the new one's.
    entries = np.repeat(data.offsets[chosen] - offsets[:-1], lengths) + np.arange(offsets[-1])
    return Baskets(data.items[entries], offsets, data.vocabulary).trimmed()


def most_frequent(data: Baskets, items: int) -> Baskets:
    """Return the rows over so many of the items; a row may become empty, and stays."""
    supports = np.bincount(data.items, minlength=data.item_count)
    kept = np.zeros(data.item_count, dtype=bool)
    kept[np.argsort(-supports, kind="stable")[:items]] = True
    chosen = kept[data.items]
    ends = np.zeros(data.size + 1, dtype=np.int64)
    np.cumsum(chosen, out=ends[1:])
    return Baskets(data.items[chosen], ends[data.offsets], data.vocabulary).trimmed()


def rules_for(data: Baskets, sensitive: tuple[str, ...], count: int, seed: int = 0) -> Any:
    """Return random rules: a pair of public items, often a rare one, and a sensitive item.

    Those of :func:`shoal.random_rules` come from rows, so their items are mostly frequent ones that
    need little protection; here each item is as likely as any other.
    """
    from shoal import Rules

    random = np.random.default_rng(seed)
    hidden = set(sensitive)
    public = [name for name in data.vocabulary.strings if name not in hidden]
    drawn: dict[tuple[str, ...], None] = {}
    while len(drawn) < count:
        pair = sorted(public[item] for item in random.choice(len(public), 2, replace=False))
        drawn[(*pair, sensitive[random.integers(len(sensitive))])] = None
    return Rules.of([(rule[:2], rule[2:]) for rule in drawn])
