"""What a report says about a release by rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.report import words
from shoal.report.drawings_rules import drawings_of_rules
from shoal.report.errors_of_counts import told_errors
from shoal.report.figures_rules import RulesFigures
from shoal.report.html import Section, command, figures, paragraphs, points, table
from shoal.report.page import Page, Verdict
from shoal.privacy.publishable import told_share
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.release.rules_release import RulesRelease

UNPROVED = "How little could be lost at best is not known for this promise."
UNBEATEN = "Nothing is lost, so no release is better than this one."


def page_of_rules(release: RulesRelease, shown: RulesFigures, file: str) -> Page:
    """Return the page about a release that protects rules."""
    model, verdict = release.model, release.verdict
    confidence = verdict.largest_confidence
    sensitive = (
        ""
        if confidence is None
        else f" At most {words.percent(confidence)} of these hold its sensitive item."
    )
    return Page(
        title=f"{len(release.data):,} baskets that protect {counted(verdict.rules, 'rule')}",
        kind="baskets with rules",
        k=model.k,
        verdict=Verdict(
            verdict.ok,
            f"k={model.k},c={model.c:g}",
            f"The public items of every rule are in at least {verdict.least_support:,} rows."
            + sensitive,
        ),
        notices=[*_notices(release), *words.notices(release)],
        tiles=_tiles(release),
        sections=[
            Section("What was done", _done(release)),
            Section("What it costs", _cost(release, shown)),
            Section("How good that is", paragraphs(UNPROVED if _changed(release) else UNBEATEN)),
            Section("What this protects, and what not", _limits(release)),
            Section("Check it yourself", _check(release, file)),
        ],
    )


def _tiles(release: RulesRelease) -> dict[str, str]:
    facts = {"baskets": f"{len(release.data):,}", "rules protected": f"{release.verdict.rules:,}"}
    if not _changed(release):
        return facts | {"items changed": "0"}
    errors = told_errors(release.utility.are, release.model.k).by_name
    public = counted(len(release.mapping), "public item")
    sets = {f"published sets, of {public}": f"{release.loss.sets:,}"}
    return facts | sets | {over: f"{error:.3g}" for over, error in errors.items()}


def _notices(release: RulesRelease) -> list[str]:
    if _changed(release):
        return []
    return [
        "All rules held already, so nothing was changed: the published rows are the original ones. "
        "This promise does not limit how unique a row is: it may be the only one of its kind."
    ]


def _changed(release: RulesRelease) -> bool:
    return release.loss.generalized_items > 0


def _done(release: RulesRelease) -> str:
    model = release.model
    change = (
        words.method(release.method),
        "A public item is published as the set that it is in, for the whole file alike; a file "
        "beside the release, its mapping, says which. Sensitive items are published as they are. "
        + words.order(release),
    )
    return paragraphs(
        "The data are baskets. Some items are sensitive, such as a diagnosis; the others are "
        "public: somebody may know that a person has them.",
        f"A rule says what must not be inferred: from public items that somebody knows, a "
        f"sensitive one. The promise, here of {counted(len(model.rules), 'rule')}: at least "
        f"{model.k:,} rows hold the public items of a rule as they are published "
        f"(k = {model.k:,}), and at most {words.percent(model.c)} of these rows hold its sensitive "
        f"item (c = {model.c:g}).",
        *(change if _changed(release) else (f"No item was changed. {words.order(release)}",)),
        words.repeatable(release),
    )


def _cost(release: RulesRelease, shown: RulesFigures) -> str:
    k = release.model.k
    errors = told_errors(release.utility.are, k)
    empty = words.empty_baskets(release.loss.empty_rows, len(release.data), k)
    drawn = figures(drawings_of_rules(release, shown, errors.drawn))
    if not _changed(release):
        return paragraphs("Nothing: every row is published as it was.", empty) + drawn
    return (
        paragraphs(
            errors.sentence,
            "The loss about doubles with each further item in a set. It is given as a share of "
            "what it would be if all public items were one set.",
            empty,
        )
        + table(("measure", "value"), _measures(release, errors.by_name))
        + drawn
    )


def _measures(release: RulesRelease, errors: dict[str, float]) -> list[tuple[str, str]]:
    loss = release.loss
    hidden = told_share(loss.generalized_entries, loss.entries, release.model.k)
    return [
        ("published sets", f"{loss.sets:,}"),
        ("items that keep their name", f"{loss.intact_items:,}"),
        ("items in the largest set", f"{loss.largest_set:,}"),
        ("entries published as a set", hidden),
        ("loss, of that of one set", _small_percent(loss.relative)),
        *((over, f"{error:.4f}") for over, error in errors.items()),
        *_pairs(release),
    ]


def _pairs(release: RulesRelease) -> list[tuple[str, str]]:
    """Return how many frequent pairs are kept; nothing where pairs in fewer than k rows count."""
    pairs = release.utility.pairs
    if pairs.min_support < release.model.k:
        return []
    return [("frequent pairs kept", f"{pairs.kept:,} of {pairs.pairs:,}")]


def _small_percent(share: float) -> str:
    return words.percent(share) if share >= 0.001 or not share else "under 0.1 %"


def _limits(release: RulesRelease) -> str:
    k, c = release.model.k, release.model.c
    return points(
        [
            (
                "Protected: the rules that were given.",
                f"Who knows the public items of a rule about a person finds at least {k:,} rows, "
                f"and of these at most {words.percent(c)} hold the sensitive item.",
            ),
            (
                "Not protected: anything else.",
                "Other public items, or more of them, may lead to fewer rows, or to a sensitive "
                "item with more certainty. A row may be the only one of its kind. "
                "Whether the rules are all that matters is for the publisher to judge.",
            ),
            (
                "Not protected: sensitive items as knowledge.",
                "Who knows one sensitive item of a person may recognise the row by it.",
            ),
            words.PRESENCE,
            words.BACKGROUND,
            words.REPEATED,
        ]
    )


def _check(release: RulesRelease, file: str) -> str:
    model = release.model
    # Where the rules lie on the publisher's machine is nobody's business.
    asked = f"rules=RULES,k={model.k},c={model.c:g}"
    return paragraphs(
        "The promise can be checked from the published file, its mapping and the rules, without "
        "trusting whoever made them. The check shares no code with the method. Put the file of the "
        "rules in the place of `RULES`." + words.placeholder(file)
    ) + command(f"shoal verify {file} --model {asked}")
