"""What a report says about a release by rules."""

from __future__ import annotations

from shoal.privacy.publishable import told_share
from shoal.release import Release
from shoal.report import words
from shoal.report.drawings_sets import drawings_of_sets
from shoal.report.errors_of_counts import told_errors
from shoal.report.html import Section, figures, paragraphs, points, table
from shoal.report.page import Judgement, Page
from shoal.wording import counted

UNPROVED = "How little could be lost at best is not known for this model."
UNBEATEN = "Nothing is lost, so no release is better than this one."


def page_of_sets(release: Release) -> Page:
    """Return the page about a release that protects rules."""
    model, verdict = release.model, release.verdict
    numbers = model.to_dict()
    return Page(
        title=f"{len(release.data):,} baskets that protect {counted(verdict.rules, 'rule')}",
        kind="baskets with rules",
        k=model.k,
        verdict=Judgement(verdict.ok, f"k={model.k},c={numbers['c']:g}", words.held(release)),
        notices=[*_notices(release), *words.notices(release)],
        tiles=_tiles(release),
        sections=[
            Section("What was done", _done(release)),
            Section("What it costs", _cost(release)),
            Section("How good that is", paragraphs(UNPROVED if _changed(release) else UNBEATEN)),
            Section(
                "What this protects, and what not",
                points([*model.limits("a basket"), *words.ALWAYS]),
            ),
        ],
        checked_from=(
            "The model can be checked from the published file, its mapping and the rules, without "
            "trusting whoever made them. Put the file of the rules in the place of `RULES`."
        ),
    )


def _tiles(release: Release) -> dict[str, str]:
    facts = {"baskets": f"{len(release.data):,}", "rules protected": f"{release.verdict.rules:,}"}
    if not _changed(release):
        return facts | {"items changed": "0"}
    errors = told_errors(release.utility.are, release.model.k).by_name
    public = counted(release.facts["public_items"], "public item")
    sets = {f"published sets, of {public}": f"{release.loss.sets:,}"}
    return facts | sets | {over: f"{error:.3g}" for over, error in errors.items()}


def _notices(release: Release) -> list[str]:
    if _changed(release):
        return []
    return [
        "All rules held already, so nothing was changed: the published rows are the original ones. "
        "This model does not limit how unique a row is: it may be the only one of its kind."
    ]


def _changed(release: Release) -> bool:
    return bool(release.loss.generalized_items)


def _done(release: Release) -> str:
    change = (
        words.method(release),
        "A public item is published as the set that it is in, for the whole file alike; a file "
        "beside the release, its mapping, says which. Sensitive items are published as they are. "
        + words.order(release),
    )
    return paragraphs(
        "The data are baskets. Some items are sensitive, such as a diagnosis; the others are "
        "public: somebody may know that a person has them.",
        release.model.meaning("baskets"),
        *(change if _changed(release) else (f"No item was changed. {words.order(release)}",)),
        words.repeatable(release),
    )


def _cost(release: Release) -> str:
    k = release.model.k
    errors = told_errors(release.utility.are, k)
    empty = words.empty_baskets(release.loss.empty_rows, len(release.data), k)
    drawn = figures(drawings_of_sets(release, errors.drawn))
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


def _measures(release: Release, errors: dict[str, float]) -> list[tuple[str, str]]:
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


def _pairs(release: Release) -> list[tuple[str, str]]:
    """Return how many frequent pairs are kept; nothing where pairs in fewer than k rows count."""
    pairs = release.utility.pairs
    if pairs.min_support < release.model.k:
        return []
    return [("frequent pairs kept", f"{pairs.kept:,} of {pairs.pairs:,}")]


def _small_percent(share: float) -> str:
    return words.percent(share) if share >= 0.001 or not share else "under 0.1 %"
