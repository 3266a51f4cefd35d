"""A ratings generator: which films each person rated."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from shoal.data import Baskets
from shoal.datasets.sampling import (
    Integers,
    distinct_items,
    draw,
    heavy_tailed_lengths,
    popularity,
    require,
)

#: Of the films chosen by taste, the share of the person's first taste; the rest is of the second.
FIRST_TASTE = 9 / 13


def ratings(
    rows: int = 410_201,
    items: int = 4_496,
    mean_length: float = 13.4,
    longest: int = 2_060,
    tastes: int = 24,
    loyalty: float = 0.65,
    seed: int = 0,
) -> Baskets:
    """Generate sets of rated films, one per person, in the manner of the Netflix data.

    Films have a popularity with a long tail, people have two of some hidden tastes, and lengths are
    heavy-tailed.

    Parameters
    ----------
    rows, items, mean_length, longest, seed
        As for :func:`shoal.datasets.clicks`: persons, and films.
    tastes
        Number of tastes; each orders the films its own way.
    loyalty
        How likely a film is chosen by one of the person's tastes; else by popularity alone.

    Examples
    --------
    >>> films = ratings(rows=2_000, items=400, longest=300)
    >>> len(films), int(films.lengths.max()), round(float(films.lengths.mean()))
    (2000, 300, 13)
    """
    require(rows=(rows, 1), items=(items, 1), longest=(longest, 1, items))
    require(mean_length=(mean_length, 1, longest), tastes=(tastes, 1), loyalty=(loyalty, 0, 1))
    rng = np.random.default_rng(seed)
    lengths = heavy_tailed_lengths(rng, rows, mean_length, longest, shift=mean_length)
    return distinct_items(rng, lengths, items, _people(rng, rows, items, tastes, loyalty))


def _people(
    rng: np.random.Generator, rows: int, items: int, tastes: int, loyalty: float
) -> Callable[[Integers], Integers]:
    """Return a function that draws a film for a person."""
    overall = popularity(items, 0.8)
    favoured = popularity(items, 1.1)
    shift = rng.normal(0.0, 1.5, size=(tastes, items))
    film_by_taste = np.argsort(np.log(np.arange(items) + 1.0) + shift, axis=1)
    film = rng.permutation(items)  # so that a film's number says nothing of its popularity
    first = draw(rng, popularity(tastes, 0.5), rows)
    second = draw(rng, popularity(tastes, 0.5), rows)

    def choose(people: Integers) -> Integers:
        mood = rng.random(len(people))
        taste = np.where(mood < FIRST_TASTE * loyalty, first[people], second[people])
        liked = film_by_taste[taste, draw(rng, favoured, len(people))]
        anything = draw(rng, overall, len(people))
        return film[np.where(mood < loyalty, liked, anything)]

    return choose
