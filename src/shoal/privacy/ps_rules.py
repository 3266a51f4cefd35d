"""PS-rules: whether those who know some public items of a row learn its sensitive ones."""

from __future__ import annotations

import numpy as np

from shoal.data.item_mapping import ItemMapping
from shoal.data.rules import Rules
from shoal.data.transactions import Transactions
from shoal.errors import ParameterError
from shoal.privacy.k_anonymity import SHOWN_OFFENDERS
from shoal.privacy.models import PSRules
from shoal.privacy.rule_checks import (
    FullGeneralization,
    at_full_generalization,
    check_rules,
    refuse,
    used,
)
from shoal.privacy.rule_supports import count_rules
from shoal.privacy.rules_verdict import RulesVerdict

__all__ = [
    "FullGeneralization",
    "RulesVerdict",
    "at_full_generalization",
    "check_rules",
    "verify_rules",
]

#: Names that a warning lists; the rest is only counted.
SHOWN_NAMES = 5


def verify_rules(
    published: Transactions, model: PSRules, mapping: ItemMapping | None = None
) -> RulesVerdict:
    """Judge whether published data protects rules, by counting rows.

    Parameters
    ----------
    published
        The published baskets.
    model
        The rules between items of the original, k and c.
    mapping
        What each public item was published as; without it, items are taken for published intact.

    Examples
    --------
    >>> published = Transactions.of([["{a,b}", "h"], ["{a,b}"], ["{a,b}", "g"]])
    >>> model = PSRules(Rules.of([(["a"], ["h"])]), k=3, c=0.5)
    >>> verdict = verify_rules(published, model, ItemMapping.of_sets([["a", "b"]]))
    >>> verdict.ok, verdict.least_support, round(verdict.largest_confidence, 2)
    (True, 3, 0.33)
    """
    published = published.trimmed()
    names = _published_names(published, model.rules, mapping)
    counts = count_rules(published, model.rules, names)
    rare = counts.supports < model.k
    confident = counts.confidences > model.c
    offenders = np.flatnonzero(rare | confident)
    occurs = counts.supports > 0
    return RulesVerdict(
        ok=len(offenders) == 0,
        model=str(model),
        rows=len(published),
        rules=len(model.rules),
        unprotected_rules=len(offenders),
        first_offenders=tuple((offenders[:SHOWN_OFFENDERS] + 1).tolist()),
        least_support=int(counts.supports.min()),
        largest_confidence=float(counts.confidences[occurs].max()) if occurs.any() else None,
        rare_rules=int(rare.sum()),
        confident_rules=int(confident.sum()),
        warnings=(*_doubts(published, model.rules, mapping), *published.warnings),
    )


def _published_names(
    published: Transactions, rules: Rules, mapping: ItemMapping | None
) -> dict[str, str]:
    """Return what each item is published as; raise where the files cannot belong together."""
    names = {} if mapping is None else dict(mapping.by_item)
    occurs = {*published.vocabulary.strings}
    unexplained = occurs - {*names.values()}  # an item may be called as a set of others is
    left_over = [item for item, name in names.items() if name != item and item in unexplained]
    if left_over:
        raise ParameterError(
            f"the mapping does not belong to the published data: it publishes {left_over[0]!r} as "
            f"{names[left_over[0]]!r}, but the data still holds {left_over[0]!r} itself"
        )
    refuse(
        rules,
        rules.consequents,
        lambda name: names.get(name, name) != name,
        lambda name: f"is published as {names[name]!r}, but sensitive items are published intact",
    )
    missing = "is neither in the mapping nor in the published data; is it the right mapping?"
    if mapping is None:
        missing = "is not in the published data; if it was generalized, give the mapping, too"
    refuse(
        rules,
        rules.antecedents,
        lambda name: name not in names and name not in occurs,
        lambda name: missing,
    )
    return names


def _doubts(published: Transactions, rules: Rules, mapping: ItemMapping | None) -> tuple[str, ...]:
    occurs = {*published.vocabulary.strings}
    sensitive = used(rules.consequents)
    doubts = []
    absent = [name for name in sensitive if name not in occurs]
    if absent:
        doubts.append(
            f"no published row has {_listed(absent, 'the sensitive item')}: suppressed, or "
            "misspelled?"
        )
    both = sorted({*sensitive} & {*used(rules.antecedents)})
    if both:
        doubts.append(
            f"{_listed(both, 'item')} on both sides of the arrow in different rules: they are "
            "taken as they are published"
        )
    if mapping is not None:
        absent = sorted({*mapping.published} - occurs)
        if absent:
            doubts.append(
                f"no published row has {_listed(absent, 'the set')} of the mapping: suppressed, or "
                "not the mapping of this data?"
            )
    return tuple(doubts)


def _listed(names: list[str], what: str) -> str:
    more = f" and {len(names) - SHOWN_NAMES:,} more" if len(names) > SHOWN_NAMES else ""
    shown = ", ".join(map(repr, names[:SHOWN_NAMES]))
    return f"{what}{'s' * (len(names) > 1)} {shown}{more}"
