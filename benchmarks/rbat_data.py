"""The data of size nX over part of the items, and random rules, as the paper varies them."""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal import Transactions


def varied(data: Transactions, *, size: float, items: float) -> Transactions:
    """Return n times as many rows, drawn at random, over the most frequent of the items."""
    if size != 1:
        data = drawn(data, round(size * len(data)))
    return data if items == 1 else most_frequent(data, round(items * data.item_count))


def drawn(data: Transactions, rows: int, seed: int = 0) -> Transactions:
    """Return so many rows, drawn at random with replacement."""
    chosen = np.random.default_rng(seed).integers(len(data), size=rows)
    lengths = data.lengths[chosen]
    offsets = np.zeros(rows + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    # Entry e of a drawn row stands as far behind that row's start as e does behind the new one's.
    entries = np.repeat(data.offsets[chosen] - offsets[:-1], lengths) + np.arange(offsets[-1])
    return Transactions(data.items[entries], offsets, data.vocabulary).trimmed()


def most_frequent(data: Transactions, items: int) -> Transactions:
    """Return the rows over so many of the items; a row may become empty, and stays."""
    supports = np.bincount(data.items, minlength=data.item_count)
    kept = np.zeros(data.item_count, dtype=bool)
    kept[np.argsort(-supports, kind="stable")[:items]] = True
    chosen = kept[data.items]
    ends = np.zeros(data.size + 1, dtype=np.int64)
    np.cumsum(chosen, out=ends[1:])
    return Transactions(data.items[chosen], ends[data.offsets], data.vocabulary).trimmed()


def rules_for(data: Transactions, sensitive: tuple[str, ...], count: int) -> Any:
    """Return random rules: one or two public items that occur together, and a sensitive one."""
    from shoal.mining.ps_rules import random_rules

    return random_rules(data, sensitive, count, size=2, seed=0)
