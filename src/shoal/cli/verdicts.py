"""Verdicts in words: what a person wants to know about each kind, in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoal.cli.show import folded
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.data.rules import Rules
    from shoal.privacy import Model, Verdict
    from shoal.privacy.rules_verdict import RulesVerdict

#: Rules named one by one; the others are counted.
NAMED_RULES = 10


def facts(verdict: Any, model: Model) -> dict[str, str]:
    """Return a verdict as names and values to show."""
    from shoal.privacy import KAnonymity, PSRules

    shown = {"verdict": f"{verdict.model} {'holds' if verdict.ok else 'FAILS'}"}
    if isinstance(model, KAnonymity):
        return shown | _of_groups(verdict)
    if isinstance(model, PSRules):
        return shown | _of_rules(verdict, model.rules)
    return shown | _of_combinations(verdict.to_dict())


def numbered(rules: Rules, numbers: Sequence[int], count: int) -> str:
    """Return the first of some rules, by their number and their line in the file.

    Examples
    --------
    >>> from shoal.data.rules import Rules
    >>> numbered(Rules.of([(["a"], ["h"])], source="rules.txt", lines=[7]), [1], 3)
    '1 (line 7) and 2 others'
    """
    lines = rules.lines
    named = [
        f"{n:,}" if lines is None else f"{n:,} (line {lines[n - 1]:,})"
        for n in numbers[:NAMED_RULES]
    ]
    others = count - len(named)
    text = ", ".join(named)
    return f"{text} and {counted(others, 'other')}" if others else text


def _of_groups(verdict: Verdict) -> dict[str, str]:
    smallest = "none" if verdict.k_min is None else f"{verdict.k_min:,}"
    if verdict.persons is not None and verdict.k_min is not None:
        smallest = counted(verdict.k_min, "person")
    shown = {
        "rows": f"{verdict.rows:,} in {counted(verdict.groups, 'group')}",
        "smallest group": smallest,
    }
    if verdict.persons is not None:
        shown["persons"] = f"{verdict.persons:,}"
    if verdict.ok:
        return shown
    return shown | _rows_at_fault(verdict.offending_rows, verdict.first_offenders)


def _of_rules(verdict: RulesVerdict, rules: Rules) -> dict[str, str]:
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
        "their numbers": folded(
            numbered(rules, verdict.first_offenders, verdict.unprotected_rules)
        ),
    }


def _of_combinations(verdict: dict[str, Any]) -> dict[str, str]:
    counts = [
        f"{count:,} of {counted(size, 'item')}"
        for size, count in enumerate(verdict["combinations"], 1)
    ]
    least = verdict["least_support"]
    shown = {
        "rows": f"{verdict['rows']:,}",
        "combinations": ", ".join(counts) or "none",
        "least support": "none" if least is None else f"{least:,}",
    }
    if verdict["ok"]:
        return shown
    shown["too rare"] = counted(verdict["offending_combinations"], "combination")
    return shown | _rows_at_fault(verdict["offending_rows"], verdict["first_offenders"])


def _rows_at_fault(count: int, first: Sequence[int]) -> dict[str, str]:
    more = ", ..." if count > len(first) else ""
    return {"rows at fault": f"{count:,}", "their numbers": ", ".join(map(str, first)) + more}
