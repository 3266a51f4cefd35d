"""What a report says about baskets."""

from __future__ import annotations

from shoal.privacy.publishable import bound_told, least_told, told_share
from shoal.release import Release
from shoal.report import words
from shoal.report.drawings_baskets import drawings_of_baskets
from shoal.report.html import Section, figures, paragraphs, points
from shoal.report.page import Judgement, Page


def page_of_baskets(release: Release) -> Page:
    """Return the page about a release of baskets."""
    return Page(
        title=f"{release.loss.rows:,} baskets under {release.model}",
        kind="baskets",
        k=release.model.k,
        verdict=Judgement(release.verdict.ok, str(release.model), words.held(release)),
        notices=words.notices(release),
        tiles=_tiles(release),
        sections=[
            Section("What was done", _done(release)),
            Section("What it costs", _cost(release)),
            Section("How good that is", _proof(release)),
            Section("What this protects, and what not", _limits(release)),
        ],
    )


def _tiles(release: Release) -> dict[str, str]:
    loss, k = release.loss, release.model.k
    facts = {
        "baskets": f"{loss.rows:,}",
        "of the items kept": told_share(loss.kept_items, loss.items, k),
    }
    if "groups" in release.verdict.figures:
        facts |= {"groups of equal baskets": f"{loss.groups:,}"}
    generalized = _generalized(release)
    if generalized is not None:
        facts |= {"of the items by a broader name": generalized}
    proved = release.certificate
    bound = 0.0 if proved is None else bound_told(proved.bound, loss.items, k)
    if bound:
        facts |= {"of the items kept at most, by any release": words.percent(1 - bound)}
    return facts


def _generalized(release: Release) -> str | None:
    """Return the share of items published as a node of a taxonomy; None if there is none."""
    count = release.loss.to_dict().get("generalized_items")
    return None if count is None else told_share(count, release.loss.items, release.model.k)


def _done(release: Release) -> str:
    change = (
        "An item is published as it is, by a broader name from a taxonomy (fruit for an apple), "
        "or not at all."
        if _generalized(release)
        else "An item of a basket is published as it is, or not at all; nothing is made up."
    )
    return paragraphs(
        "The data are baskets: each row is a set of items, such as what one person bought or "
        "clicked on.",
        release.model.meaning("baskets"),
        words.method(release),
        f"{change} {words.order(release)}",
        words.repeatable(release),
    )


def _cost(release: Release) -> str:
    loss, k = release.loss, release.model.k
    kept = told_share(loss.kept_items, loss.items, k)
    lines = [f"Of all items in all baskets, {kept} are published as they were."]
    lost = words.percent(least_told(loss.gcp, loss.items, k))
    generalized = _generalized(release)
    if generalized is None:
        lines.append(f"{lost} are lost; this share is also called GCP.")
    else:
        lines.append(
            f"{generalized} are published by a broader name. If such an item counts as lost in "
            f"part, the more the broader its name, {lost} of all items are lost; this share is "
            "also called GCP."
        )
    empty = words.empty_baskets(loss.empty_rows, loss.rows, k)
    return paragraphs(" ".join(lines), empty) + figures(drawings_of_baskets(release))


def _proof(release: Release) -> str:
    loss = release.loss
    if release.certificate is None and "groups" not in release.verdict.figures:
        return paragraphs("How little could be lost at best is not known for this model.")
    return paragraphs(
        *words.certificate(
            release.certificate,
            spell=lambda share: f"{words.percent(share)} of the items",
            whole=loss.items,
            k=release.model.k,
            loss=loss.gcp,
        )
    )


def _limits(release: Release) -> str:
    limits = release.model.limits("a basket")
    if "groups" in release.verdict.figures:
        mean = release.data.size / max(len(release.data), 1)
        limits.append(
            (
                "Not protected: what a group shares.",
                "An attacker who finds the group of a person learns every item of the published "
                f"basket, {mean:.1f} on average: all members have them. Items that nobody may be "
                "linked to must not be in the file at all.",
            )
        )
    return points([*limits, *words.ALWAYS, words.one_row_one_person(release.model.k)])
