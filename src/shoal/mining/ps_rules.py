"""PS-rules from data: all that an attacker with a few public items could use, or some at random."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.data.baskets import Baskets
from shoal.data.rules import Rules
from shoal.data.vocabulary import Vocabulary
from shoal.engines import local
from shoal.errors import LimitReached, ParameterError
from shoal.io import read
from shoal.io.item_choice import choose_items
from shoal.mining.search import mine

#: More rules than this are refused: they would fill memory, and no method could look at them all.
MOST_RULES = 5_000_000

#: Public items of an antecedent at most.
LARGEST_ANTECEDENT = 16

#: Rules drawn for each one asked for.
TRIES = 20

#: Rules as rows of a matrix: the antecedent, with -1 in front where it is shorter, and the
#: sensitive item.
Codes = npt.NDArray[np.int32]


def generate_rules(
    data: Any,
    sensitive: str | Iterable[Any],
    *,
    size: int = 2,
    threads: int | None = None,
    progress: local.Progress | None = None,
) -> Rules:
    """Return all rules from up to ``size`` public items of a row to each sensitive item.

    Who protects them protects against anyone who knows up to ``size`` public items of a row.

    Parameters
    ----------
    data
        Baskets, or anything :func:`shoal.read` understands.
    sensitive
        The sensitive items, as :func:`~shoal.io.item_choice.choose_items` takes them.
    size
        Public items of an antecedent at most.
    threads, progress
        As for :func:`shoal.mine`.

    Examples
    --------
    >>> rules = generate_rules([["a", "b", "h"], ["c"]], "h")
    >>> [rules.text(rule) for rule in range(len(rules))]
    ['a -> h', 'b -> h', 'c -> h', 'a b -> h']
    """
    parts = _parted(data, sensitive, size)
    return _as_rules(_all_rules(parts, threads=threads, progress=progress), parts)


def random_rules(
    data: Any, sensitive: str | Iterable[Any], count: int, *, size: int = 2, seed: int = 0
) -> Rules:
    """Return ``count`` different rules drawn at random, in the order they were drawn.

    The number of public items is drawn first, from 1 to ``size``; then a row that has so many, some
    of its public items, and a sensitive item. So each antecedent occurs in the data, and frequent
    ones are drawn more often.

    Parameters
    ----------
    data, sensitive, size
        As for :func:`generate_rules`.
    count, seed
        How many; the same seed gives the same rules.

    Examples
    --------
    >>> rules = random_rules([["a", "b", "h"], ["c", "g"]], "g,h", 3, seed=1)
    >>> len(rules), rules.consequents.vocabulary.to_list()
    (3, ['g', 'h'])
    """
    count = local.whole_number("the number of rules", count, 1, MOST_RULES)
    seed = local.whole_number("seed", seed, 0, 2**63 - 1)
    parts = _parted(data, sensitive, size)
    random = np.random.default_rng(seed)
    drawn = np.empty((0, parts.size + 1), dtype=np.int32)
    batch = max(2 * count, 1000)
    for _ in range(TRIES // 2):
        drawn = np.concatenate([drawn, _draw(parts, random, batch)])
        _, first = np.unique(drawn, axis=0, return_index=True)
        drawn = drawn[np.sort(first)]
        if len(drawn) >= count:
            return _as_rules(drawn[:count], parts)
    raise ParameterError(
        f"only {len(drawn):,} different rules were found in {TRIES:,} tries for each of the "
        f"{count:,} asked for: ask for fewer, for larger antecedents, or for all rules"
    )


class _Parts(NamedTuple):
    """Public items of each row; names of the sensitive ones; size of antecedents at most."""

    public: Baskets
    sensitive: tuple[str, ...]
    size: int


def _parted(data: Any, sensitive: str | Iterable[Any], size: int) -> _Parts:
    baskets = read(data).trimmed()
    size = local.whole_number("the size of antecedents", size, 1, LARGEST_ANTECEDENT)
    chosen = choose_items(baskets.vocabulary, sensitive)
    hidden = set(chosen)
    is_public = np.array([name not in hidden for name in baskets.vocabulary.strings])
    kept = is_public[baskets.items]
    before = np.zeros(len(kept) + 1, dtype=np.int64)
    np.cumsum(kept, out=before[1:])
    public = Baskets(baskets.items[kept], before[baskets.offsets], baskets.vocabulary)
    return _Parts(public.trimmed(), chosen, min(size, int(public.lengths.max())))


def _all_rules(parts: _Parts, *, threads: int | None, progress: local.Progress | None) -> Codes:
    """Return all rules by the length of the antecedent, then by its items."""
    most = MOST_RULES // len(parts.sensitive)
    found = mine(
        parts.public,
        1,
        "all",
        max_length=parts.size,
        limit=most + 1,
        threads=threads,
        progress=progress,
    )
    if len(found) > most:
        raise ParameterError(
            f"there are more than {MOST_RULES:,} rules: take a smaller size of antecedents, fewer "
            "sensitive items, or rules at random"
        )
    if not found.complete:
        raise LimitReached("the machine has not enough memory for all rules: take a smaller size")
    rows = Baskets.from_codes(found.items, found.offsets, found.vocabulary)
    antecedents = np.full((len(rows), parts.size), -1, dtype=np.int32)
    antecedents[np.arange(parts.size) >= parts.size - rows.lengths[:, None]] = rows.items
    antecedents = antecedents[np.lexsort(antecedents.T[::-1])]
    width = len(parts.sensitive)
    consequents = np.tile(np.arange(width, dtype=np.int32), len(antecedents))
    return np.column_stack([np.repeat(antecedents, width, axis=0), consequents])


def _draw(parts: _Parts, random: np.random.Generator, count: int) -> Codes:
    """Return drawn rules, some of them equal."""
    public, width = parts.public, parts.size
    drawn = np.full((count, width + 1), -1, dtype=np.int32)
    sizes = random.integers(1, width + 1, count)
    for size in range(1, width + 1):
        here = np.flatnonzero(sizes == size)
        rows = random.choice(np.flatnonzero(public.lengths >= size), len(here))
        places = _places(random, public.lengths[rows], size)
        drawn[here, width - size : width] = np.sort(
            public.items[public.offsets[rows][:, None] + places], axis=1
        )
    drawn[:, width] = random.integers(0, len(parts.sensitive), count)
    return drawn


def _places(
    random: np.random.Generator, lengths: npt.NDArray[np.int64], size: int
) -> npt.NDArray[np.int64]:
    """Return different places in rows of these lengths, each choice as likely (Floyd)."""
    places = np.empty((len(lengths), size), dtype=np.int64)
    for at in range(size):
        last = lengths - size + at
        drawn = random.integers(0, last + 1)
        taken = (places[:, :at] == drawn[:, None]).any(axis=1)
        places[:, at] = np.where(taken, last, drawn)
    return places


def _as_rules(drawn: Codes, parts: _Parts) -> Rules:
    antecedents, consequents = drawn[:, :-1], drawn[:, -1]
    kept = antecedents >= 0
    offsets = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    return Rules(
        Baskets(antecedents[kept], offsets, parts.public.vocabulary),
        Baskets(consequents, np.arange(len(drawn) + 1), Vocabulary(sorted(parts.sensitive))),
    )
