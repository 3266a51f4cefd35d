"""A point-of-sale generator: what was paid for at one till, in the manner of BMS-POS."""

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
from shoal.errors import ParameterError

#: Errands, each with its own favourites, and how likely an item is bought for the row's errand.
ERRANDS = 12
ERRAND_SHARE = 0.4


def generate_pos(
    rows: int = 515_597,
    items: int = 1_657,
    mean: float = 6.5,
    longest: int = 164,
    seed: int = 0,
) -> Baskets:
    """Generate purchases as sets of products.

    Lengths are heavy-tailed, products have a power-law popularity, and each purchase is on one of a
    few errands, which favours some products: these are bought together.
    All products occur when there are entries enough; a row of the greatest length exists if the
    mean can be kept with it. The same seed gives the same rows.

    Examples
    --------
    >>> sales = generate_pos(rows=5_000, items=400)
    >>> len(sales), sales.item_count, int(sales.lengths.max())
    (5000, 400, 164)
    """
    require(rows=(rows, 1), items=(items, 1), longest=(longest, 1, items), mean=(mean, 1, longest))
    rng = np.random.default_rng(seed)
    lengths = heavy_tailed_lengths(rng, rows, mean, longest, shift=2 * mean)
    # An errand moves each product up or down in popularity.
    shift = rng.normal(0.0, 2.0, size=(ERRANDS, items))
    errands = np.argsort(np.log(np.arange(items) + 1.0) + shift, axis=1)
    favourites, shop = popularity(items, 1.2), popularity(items, 0.95)
    choose = items_of_topics(rng, rows, errands, favourites, shop, ERRAND_SHARE)
    return distinct_items(rng, lengths, items, choose, _each_once(rng, lengths, items))


def choose_sensitive(data: Baskets, share: float = 0.1, seed: int = 0) -> tuple[str, ...]:
    """Choose a share of the items that occur at random: at least one, and never all.

    They come as text in the vocabulary's order; the same seed gives the same items.

    Examples
    --------
    >>> choose_sensitive(Baskets.of([[1, 2, 3], [4, 5]]), share=0.4)
    ('4', '5')
    """
    require(share=(share, 0, 1))
    names = data.trimmed().vocabulary.strings
    if len(names) < 2:
        raise ParameterError("the data needs two items at least: a public and a sensitive one")
    count = min(max(round(share * len(names)), 1), len(names) - 1)
    rng = np.random.default_rng(seed)
    return tuple(names[code] for code in sorted(rng.choice(len(names), count, replace=False)))


def _each_once(
    rng: np.random.Generator, lengths: Integers, items: int
) -> tuple[Integers, Integers]:
    """Return a row for each item, as far as there are entries: no row gets more than its length."""
    ends = np.cumsum(lengths)
    count = min(items, int(ends[-1]))
    entries = rng.choice(int(ends[-1]), count, replace=False)
    return np.searchsorted(ends, entries, side="right"), rng.permutation(items)[:count]
