"""What a report says about baskets, and its drawings."""

from __future__ import annotations

from shoal.privacy.publishable import shown_share
from shoal.release import Release
from shoal.report import charts, words
from shoal.report.html import figure, figures, paragraphs, points
from shoal.report.page import Page, curve_of


def page_of_baskets(release: Release) -> Page:
    """Return the page about a release of baskets."""
    return Page(
        release,
        title=f"{release.loss.rows:,} baskets{release.model.headline()}",
        kind="baskets",
        notices=words.notices(release),
        tiles=_tiles(release),
        done=_done(release),
        cost=_cost(release),
        proof=_proof(release),
        limits=_limits(release),
    )


def _tiles(release: Release) -> dict[str, str]:
    loss, k = release.loss, release.model.k
    facts = {
        "baskets": f"{loss.rows:,}",
        "of the items kept": shown_share(loss.kept_items, loss.items, k),
    }
    if "groups" in release.verdict.figures:
        facts |= {"groups of equal baskets": f"{loss.groups:,}"}
    generalized = _generalized(release)
    if generalized is not None:
        facts |= {"of the items by a broader name": generalized}
    bound = words.bound(release)
    if bound:
        facts |= {"of the items kept at most, by suppression alone": words.percent(1 - bound)}
    return facts


def _generalized(release: Release) -> str | None:
    """Return the share of items published as a node of a taxonomy; None if there is none."""
    count = release.loss.to_dict().get("generalized_items")
    return None if count is None else shown_share(count, release.loss.items, release.model.k)


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
        release.model.meaning("every published basket is equal, item by item, to"),
        words.method(release),
        f"{change} {words.order(release)}",
        words.repeatable(release),
    )


def _cost(release: Release) -> str:
    loss, k = release.loss, release.model.k
    kept = shown_share(loss.kept_items, loss.items, k)
    lost = words.percent(words.loss(release))
    generalized = _generalized(release)
    if generalized is None:
        said = f"{lost} are lost; this share is also called GCP."
    else:
        said = (
            f"{generalized} are published by a broader name. If such an item counts as lost in "
            f"part, the more the broader its name, {lost} of all items are lost; this share is "
            "also called GCP."
        )
    return paragraphs(
        f"Of all items in all baskets, {kept} are published as they were. {said}",
        words.empty_baskets(loss.empty_rows, loss.rows, k),
    ) + figures(_drawings(release))


def _drawings(release: Release) -> str:
    """Return a drawing of each figure that there is, in reading order."""
    shown, k = release.figures, release.model.k
    drawn = curve_of(release, title="share of the items lost", form="%")
    if shown.kept_by_length:
        across, up = "items in the original basket", "share of its items kept"
        drawn += figure(
            "kept",
            charts.amounts(shown.kept_by_length, across=across, up=up, percent=True),
            "Kept items, by basket length",
            "How much of its items a basket keeps, on average. Long baskets have fewer like them, "
            "and lose more.",
        )
    if shown.group_sizes:
        drawn += figure(
            "groups",
            charts.amounts(shown.group_sizes, across="baskets in a group", up="groups"),
            "Group sizes",
            f"Every group has at least {k:,} equal baskets. Groups much larger than that hold "
            "short baskets, which many share.",
        )
    if shown.published_lengths:
        across, up = "items in the published basket", "baskets"
        drawn += figure(
            "lengths",
            charts.amounts(shown.published_lengths, across=across, up=up),
            "Length of the published baskets",
            "The items that all baskets of a group have in common."
            if shown.group_sizes
            else "How many items a published basket has.",
        )
    if shown.affected:
        drawn += figure(
            "items",
            charts.items(shown.affected),
            "Items most affected",
            f"The items that most baskets lost, most of all first. An item is named only if at "
            f"least {k:,} baskets had it and at least {k:,} lost it.",
        )
    return drawn


def _proof(release: Release) -> str:
    if release.certificate is None and "groups" not in release.verdict.figures:
        return paragraphs(words.UNPROVED)
    return paragraphs(*words.proof(release, lambda share: f"{words.percent(share)} of the items"))


def _limits(release: Release) -> str:
    k, limits = release.model.k, release.model.limits("a basket")
    if "groups" in release.verdict.figures:
        mean = release.data.size / max(len(release.data), 1)
        shared = (
            "An attacker who finds the group of a person learns every item of the published "
            f"basket, {mean:.1f} on average: all members have them. Items that nobody may be "
            "linked to must not be in the file at all."
        )
        limits.append(("Not protected: what a group shares.", shared))
    one_person = (
        f"One row must be one person. A person with several rows may fill a group alone, and {k:,} "
        f"rows are then fewer than {k:,} persons."
    )
    return points([*limits, *words.ALWAYS, ("When not to trust it.", one_person)])
