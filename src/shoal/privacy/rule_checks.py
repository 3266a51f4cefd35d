"""Whether rules fit the data they are about, and whether anything can protect them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data.baskets import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.errors import ParameterError
from shoal.io.item_choice import choose_items
from shoal.privacy.ps_rules import PSRules
from shoal.privacy.rule_supports import count_rules, refuse, used


@dataclass(frozen=True, eq=False)
class FullGeneralization:
    """What is left of rules when all public items are published as one set."""

    #: Numbers of the rules, counted from 1, whose antecedent is in fewer than k rows even then: no
    #: generalization protects them.
    impossible: tuple[int, ...]
    #: Numbers of the rules, impossible or not, whose confidence exceeds c there. A method that
    #: starts from full generalization cannot protect them; a finer one may, for confidence can fall
    #: when sets part.
    cannot_start: tuple[int, ...]
    #: Of each rule, when all public items are one.
    supports: npt.NDArray[np.int64]
    confidences: npt.NDArray[np.float64]


def at_full_generalization(
    original: Baskets, model: PSRules, sensitive: Iterable[str]
) -> FullGeneralization:
    """Tell which rules stay unprotected when all public items are published as one set."""
    hidden = {*sensitive}
    known = original.vocabulary.strings
    one = "*"
    while one in known:
        one += "*"
    names = {name: one for name in known if name not in hidden}
    if not names:
        raise ParameterError("all items are sensitive: there are no public items to generalize")
    generalized = ItemMapping(tuple(names), tuple(names.values())).apply(original)
    counts = count_rules(generalized, model.rules, names)
    return FullGeneralization(
        impossible=tuple((np.flatnonzero(counts.supports < model.k) + 1).tolist()),
        cannot_start=tuple((np.flatnonzero(counts.confidences > model.c) + 1).tolist()),
        supports=counts.supports,
        confidences=counts.confidences,
    )


def check_rules(
    data: Baskets, model: PSRules, sensitive: str | Iterable[Any] | None = None
) -> tuple[str, ...]:
    """Return the names of the sensitive items; raise if the rules do not fit them or the data."""
    rules = model.rules
    data = data.trimmed()
    names = data.vocabulary.strings
    known = {*names}
    for side in (rules.antecedents, rules.consequents):
        refuse(rules, side, lambda name: name not in known, lambda _: "is no item of the data")
    chosen = {*used(rules.consequents)}
    if sensitive is not None:
        chosen = {*choose_items(data.vocabulary, sensitive)}
    refuse(
        rules,
        rules.antecedents,
        lambda name: name in chosen,
        lambda name: "is sensitive, and an antecedent holds public items only",
    )
    refuse(
        rules,
        rules.consequents,
        lambda name: name not in chosen,
        lambda name: "is public, and a consequent holds sensitive items only",
    )
    return tuple(name for name in names if name in chosen)
