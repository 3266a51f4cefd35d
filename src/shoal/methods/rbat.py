"""RBAT: protect PS-rules by generalizing public items to sets, top down.

All public items start as one set. The set at the head of a queue is split in two, and the split is
kept if every rule stays protected under it; then its halves join the queue. RBAT is by Loukides,
Gkoulalas-Divanis and Shao, the bounds on its rounds, alpha and gamma, by Memon and Shao (MR-RBAT).

Notes
-----
Algorithm 4 of the second paper prints the comparison of the two halves the wrong way round: an item
goes to the half that loses *less* by it. Losses are compared exactly, whatever the number of items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from shoal import _core
from shoal.data import Transactions
from shoal.data.item_mapping import ItemMapping
from shoal.data.rules import Rules
from shoal.engines.local import Phase, Progress, run, whole_number
from shoal.errors import ParameterError
from shoal.methods.split_tree import SplitTree

#: Buckets of a split and rounds of a check: those of the paper's experiments.
DEFAULT_ALPHA = 4
DEFAULT_GAMMA = 4

#: A weight of 1 in the native core, which counts in whole numbers.
WEIGHT_UNIT = 2**16

#: The largest weight of an item.
MOST_WEIGHT = 1_000_000


@dataclass(frozen=True, eq=False)
class Generalized:
    """What RBAT found.

    Parameters
    ----------
    mapping
        The set that each public item is published as.
    tree
        The splits that led there.
    splits, rejected
        How many were tried, and how many of them would have left a rule unprotected.
    repeatable
        False when a time limit ended the splitting early; the rules are protected all the same.
    unprotected
        Numbers of the rules that are not protected even by one set of all public items: RBAT has
        nothing to start from.
    """

    mapping: ItemMapping
    tree: SplitTree
    splits: int
    rejected: int
    repeatable: bool
    unprotected: tuple[int, ...] = ()


def rbat(
    data: Transactions,
    rules: Rules,
    k: int,
    c: float,
    *,
    sensitive: Iterable[str],
    weights: Mapping[str, float] | None = None,
    alpha: int | Literal["full"] = DEFAULT_ALPHA,
    gamma: int = DEFAULT_GAMMA,
    parts: int | None = None,
    threads: int = 1,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Generalized:
    """Generalize public items to sets while every rule stays protected.

    Parameters
    ----------
    data
        The baskets; every item of the rules is in them.
    rules
        Public items -> sensitive items.
    k, c
        Least support of an antecedent, largest confidence of a rule.
    sensitive
        The items that are published intact; all others are public.
    weights
        How much a public item matters; 1 for those not named.
    alpha
        A set is split in so many rounds, the items of a round held against the halves as they were
        before it; ``"full"`` for one item at a time, which is RBAT without bounds.
    gamma
        The rules are checked in so many rounds. Never changes the result.
    parts
        The rows are counted in so many parts. Never changes the result.
    threads, time_limit, progress
        As for the other methods; ``progress`` counts public items that are settled.

    Examples
    --------
    >>> codes = ["bcegh", "acdij", "afl", "begh", "dfl"]  # Table 1 of the paper
    >>> rules = Rules.of([("ac", "h")])
    >>> found = rbat(Transactions.of(map(list, codes)), rules, 3, 0.6, sensitive="ghijl")
    >>> sorted(found.mapping.sizes)
    ['b', 'd', 'e', 'f', '{a,c}']
    """
    buckets = check_alpha(alpha)
    gamma = check_gamma(gamma)
    data = data.trimmed()
    names = data.vocabulary.strings
    kept = set(sensitive)
    public = np.array([i for i, name in enumerate(names) if name not in kept], dtype=np.int32)
    if not len(public):
        raise ParameterError("all items are sensitive, so there is nothing to generalize")
    sides = [_coded(side, data) for side in (rules.antecedents, rules.consequents)]
    found = run(
        lambda control: _core.rbat(
            data.items,
            data.offsets,
            data.item_count,
            public,
            _whole_weights(weights or {}, [names[item] for item in public]),
            sides[0].items,
            sides[0].offsets,
            sides[1].items,
            sides[1].offsets,
            k,
            c,
            buckets,
            gamma,
            threads if parts is None else whole_number("parts", parts, 1, 2**31 - 1),
            threads,
            control,
        ),
        progress=progress,
        phase=Phase("Splitting", "sets"),
        time_limit=time_limit,
    )
    leaf = found.take_leaf_of_item()
    order = np.argsort(leaf, kind="stable")
    cuts = np.flatnonzero(np.diff(leaf[order])) + 1
    sets = [[names[public[at]] for at in members] for members in np.split(order, cuts)]
    return Generalized(
        mapping=ItemMapping.of_sets(sets),
        tree=SplitTree(
            found.take_left(), found.take_right(), found.take_sizes(), found.take_supports()
        ),
        splits=found.splits,
        rejected=found.rejected,
        repeatable=found.repeatable,
        unprotected=tuple(found.take_unprotected().tolist()),
    )


def check_alpha(alpha: int | str) -> int:
    """Return the number of buckets of a split; 0 for one item at a time.

    Examples
    --------
    >>> check_alpha(4), check_alpha("full")
    (4, 0)
    """
    if isinstance(alpha, str) and alpha != "full":
        raise ParameterError(
            f"alpha must be a whole number of at least 1, or 'full', not {alpha!r}"
        )
    return 0 if alpha == "full" else whole_number("alpha", alpha, 1, 2**31 - 1)


def check_gamma(gamma: int) -> int:
    """Return the number of rounds of a check."""
    return whole_number("gamma", gamma, 1, 2**31 - 1)


def _coded(side: Transactions, data: Transactions) -> Transactions:
    """Return one side of the rules in the vocabulary of the data."""
    codes = data.vocabulary.codes_of(side.vocabulary)
    if (codes < 0).any():
        unknown = side.vocabulary[int(np.argmin(codes))]
        raise ParameterError(f"a rule names {unknown!r}, which is in no row")
    return side.recoded(codes.astype(np.int32), data.vocabulary)


def _whole_weights(weights: Mapping[str, float], public: list[str]) -> np.ndarray:
    unknown = set(weights) - set(public)
    if unknown:
        raise ParameterError(f"{min(unknown)!r} has a weight and is no public item of the data")
    for item, weight in weights.items():
        number = isinstance(weight, (int, float, np.number)) and not isinstance(weight, bool)
        if not number or not 0 <= weight <= MOST_WEIGHT:
            raise ParameterError(
                f"the weight of {item!r} must be a number from 0 to {MOST_WEIGHT:,}, not {weight!r}"
            )
    return np.array([round(weights.get(name, 1.0) * WEIGHT_UNIT) for name in public], np.int64)
