"""PS-rules: whether those who know some public items of a row learn its sensitive ones."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from shoal.data.baskets import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.data.rules import Rules
from shoal.engines import local
from shoal.errors import Notice, ParameterError
from shoal.options import whole_number
from shoal.privacy.model import Model, register
from shoal.privacy.published import PublishedBaskets
from shoal.privacy.rule_supports import count_rules, refuse, used
from shoal.privacy.verdict import SHOWN_OFFENDERS, Verdict
from shoal.wording import cell, cells, counted, values_are_shown

#: Names that a warning lists, and rules that are named; the rest is only counted.
SHOWN_NAMES = 5
SHOWN_RULES = 10


@register
@dataclass(frozen=True, eq=False)
class PSRules(Model):
    """Each rule's antecedent is in ``k`` rows, its consequent in a share ``c`` of them at most.

    Rules lead from public to sensitive items; they are given, or the file that holds them. Rows
    count as they are published.

    Examples
    --------
    >>> str(PSRules(Rules.of([(["a", "c"], ["h"])]), k=3, c=0.6))
    '1 rule,k=3,c=0.6'
    """

    name: ClassVar[str] = "rules"
    example: ClassVar[str] = "rules=FILE,k=5,c=0.9"
    kinds: ClassVar[tuple[str, ...] | None] = ("baskets",)
    own: ClassVar[tuple[str, ...] | None] = None

    rules: Rules
    k: int
    c: float

    if TYPE_CHECKING:  # a path is taken, but never kept

        def __init__(self, rules: Rules | str | os.PathLike[str], k: int, c: float) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", local.whole_number("k", self.k, 2))
        number = isinstance(self.c, (int, float)) and not isinstance(self.c, bool)
        if not number or not math.isfinite(self.c) or not 0 <= self.c <= 1:
            raise ParameterError(
                f"c must be a number from 0 to 1, not {self.c!r}", parameter="model"
            )
        object.__setattr__(self, "c", float(self.c))
        if isinstance(self.rules, (str, os.PathLike)):
            from shoal.io.rules import read_rules

            object.__setattr__(self, "rules", read_rules(self.rules))
        if not isinstance(self.rules, Rules):
            raise ParameterError("the rules must be shoal.Rules, or the file that holds them")
        if not len(self.rules):
            raise ParameterError("there are no rules to protect", parameter="model")

    def __str__(self) -> str:
        source = self.rules.source
        named = f"rules={source}" if source else counted(len(self.rules), "rule")
        return f"{named},k={self.k},c={str(self.c).removesuffix('.0')}"

    @classmethod
    def parse(cls, text: str) -> PSRules:
        """Return the model of a file and its two numbers, which come in any order."""
        file, numbers = split_rules(text)
        return cls(file, whole_number(numbers["k"]), float(numbers["c"]))

    @classmethod
    def relocate(cls, text: str, change: Callable[[str], str]) -> str:
        """Return the text with the path of the rules changed."""
        try:
            file, _ = split_rules(text)
        except ValueError:  # reported when the model is parsed
            return text
        return text.replace(file, change(file), 1)

    def check(self, published: PublishedBaskets) -> Verdict:  # type: ignore[override]
        """Judge whether published data protects all rules, by counting rows.

        Without a mapping, items are taken to be published intact.

        Examples
        --------
        >>> rows = Baskets.of([["{a,b}", "h"], ["{a,b}"], ["{a,b}", "g"]])
        >>> mapping = ItemMapping.of_sets([["a", "b"]])
        >>> model = PSRules(Rules.of([(["a"], ["h"])]), k=3, c=0.5)
        >>> verdict = model.check(PublishedBaskets(rows, mapping))
        >>> verdict.ok, verdict.least_support, round(verdict.largest_confidence, 2)
        (True, 3, 0.33)
        """
        rows, mapping = published.baskets.trimmed(), published.mapping
        names = _published_names(rows, self.rules, mapping)
        counts = count_rules(rows, self.rules, names)
        rare = counts.supports < self.k
        confident = counts.confidences > self.c
        offenders = np.flatnonzero(rare | confident)
        occurs = counts.supports > 0
        return Verdict(
            ok=len(offenders) == 0,
            model=str(self),
            rows=len(rows),
            figures={
                "rules": len(self.rules),
                "unprotected_rules": len(offenders),
                "least_support": int(counts.supports.min()),
                "largest_confidence": float(counts.confidences[occurs].max())
                if occurs.any()
                else None,
                "rare_rules": int(rare.sum()),
                "confident_rules": int(confident.sum()),
            },
            first_offenders=tuple((offenders[:SHOWN_OFFENDERS] + 1).tolist()),
            warnings=(*_doubts(rows, self.rules, mapping), *published.warnings),
        )

    def strictness(self) -> tuple[float, ...]:
        """Return k and how small c is."""
        return (self.k, -self.c)

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers, and how many rules there are."""
        return {"k": self.k, "c": self.c, "rules": len(self.rules)}

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        return (
            "A rule says what must not be inferred: from public items that an attacker knows, a "
            f"sensitive one. The model, for {counted(len(self.rules), 'rule')}: at least "
            f"{self.k:,} rows hold the public items of a rule as they are published "
            f"(k = {self.k:,}), and at most {100 * self.c:.1f} % of these rows hold its sensitive "
            f"item (c = {self.c:g})."
        )

    def held(self, verdict: Verdict) -> str:
        """Return the least support and the largest confidence."""
        largest = verdict.largest_confidence
        return (
            f"{counted(verdict.rules, 'rule')}, least support {verdict.least_support:,}, largest "
            "confidence " + ("none" if largest is None else f"{largest:.4g}")
        )

    def violated(self, verdict: Verdict) -> str:
        """Return how many rules are not protected."""
        count = verdict.unprotected_rules
        return f"{counted(count, 'rule is', 'rules are')} unprotected"

    def facts(self, verdict: Verdict) -> dict[str, str]:
        """Return supports and confidences, and which rules are not protected."""
        largest = verdict.largest_confidence
        shown = {
            "rows": f"{verdict.rows:,}",
            "rules": f"{verdict.rules:,}",
            "least support": f"{verdict.least_support:,}",
            "largest confidence": "none" if largest is None else f"{largest:.4g}",
        }
        if verdict.ok:
            return shown
        return shown | {
            "rules at fault": f"{verdict.unprotected_rules:,}",
            "support too small": f"{verdict.rare_rules:,}",
            "confidence too large": f"{verdict.confident_rules:,}",
            "their numbers": self.numbered(verdict.first_offenders, verdict.unprotected_rules),
        }

    def numbered(self, numbers: tuple[int, ...], count: int) -> str:
        """Return the first of some rules, by their number and their line in the file."""
        lines = self.rules.lines
        named = [
            f"{n:,}" if lines is None else f"{n:,} (line {lines[n - 1]:,})"
            for n in numbers[:SHOWN_RULES]
        ]
        others = count - len(named)
        return ", ".join(named) + (f" and {counted(others, 'other')}" if others else "")

    def limits(self, rows: str) -> list[tuple[str, str]]:
        """Return what rules protect, and what they do not."""
        return [
            (
                "Protected: the rules that were given.",
                "An attacker who knows the public items of a rule about a person finds at least "
                f"{self.k:,} rows, and of these at most {100 * self.c:.1f} % hold the sensitive "
                "item.",
            ),
            (
                "Not protected: anything else.",
                "Other public items, or more of them, may lead to fewer rows, or to a sensitive "
                "item with more certainty. A row may be the only one of its kind. "
                "Whether the rules are all that matters is for the publisher to judge.",
            ),
            (
                "Not protected: sensitive items as knowledge.",
                "An attacker who knows one sensitive item of a person may recognise the row by it.",
            ),
        ]

    def flags(self) -> str:
        """Return the model without the path of the rules: where they lie is private."""
        return f"--model rules=RULES,k={self.k},c={self.c:g}"


def split_rules(text: str) -> tuple[str, dict[str, str]]:
    """Return the file and the numbers of a model's text, such as ``rules.txt,k=5,c=0.9``."""
    given: dict[str, str] = {}
    # A file's name may hold a comma, so the numbers are looked for at the end.
    while match := re.fullmatch(r"(.*),\s*([kc])\s*=([^,]*)", text, re.DOTALL):
        if match[2] in given:
            break
        text, given[match[2]] = match[1], match[3].strip()
    if len(given) < 2 or not text.strip():
        raise ValueError(text)
    return text.strip(), given


def _published_names(
    published: Baskets, rules: Rules, mapping: ItemMapping | None
) -> dict[str, str]:
    """Return what each item is published as; raise where the files cannot belong together."""
    names = {} if mapping is None else dict(mapping.by_item)
    occurs = {*published.vocabulary.strings}
    unexplained = occurs - {*names.values()}  # an item may be called as a set of others is
    left_over = [item for item, name in names.items() if name != item and item in unexplained]
    if left_over:
        item = left_over[0]
        raise ParameterError(
            f"the mapping does not belong to the published data: it publishes "
            f"{cell(item, 'an item')} as {cell(names[item], 'a set')}, but the data still holds "
            f"{cell(item, 'it')} itself"
        )
    refuse(
        rules,
        rules.consequents,
        lambda name: names.get(name, name) != name,
        lambda name: (
            f"is published as {cell(names[name], 'a set')}, but sensitive items are published "
            "intact"
        ),
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


def _doubts(published: Baskets, rules: Rules, mapping: ItemMapping | None) -> tuple[str, ...]:
    occurs = {*published.vocabulary.strings}
    sensitive = used(rules.consequents)
    doubts = {
        "no published row has {}: suppressed, or misspelled?": (
            [name for name in sensitive if name not in occurs],
            "sensitive item",
        ),
        "{} on both sides of the arrow in different rules: they are taken as they are published": (
            sorted({*sensitive} & {*used(rules.antecedents)}),
            "item",
        ),
        "no published row has {} of the mapping: suppressed, or not the mapping of this data?": (
            [] if mapping is None else sorted({*mapping.published} - occurs),
            "set",
        ),
    }
    return tuple(
        Notice(text.format(_listed(*names)), code="rules-and-data")
        for text, names in doubts.items()
        if names[0]
    )


def _listed(names: list[str], what: str) -> str:
    shown = f" {cells(names, SHOWN_NAMES)}" if values_are_shown() else ""
    return f"{counted(len(names), what)}{shown}"
