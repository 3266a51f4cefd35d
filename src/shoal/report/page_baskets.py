"""What a report says about baskets, and its drawings."""

from __future__ import annotations

from shoal.release import Release
from shoal.report import charts, words
from shoal.report.html import figure, figures, paragraphs, points
from shoal.report.page import Page
from shoal.utility.basket_use import MOST_ITEMS

#: With a smaller share of the baskets holding two items, nothing goes together.
FEW = 0.01

COUNTS = "error of counts of common items"


def page_of_baskets(release: Release) -> Page:
    """Return the page about a release of baskets."""
    return Page(
        release,
        title=f"{len(release.data):,} baskets{release.model.headline()}",
        notices=_notices(release),
        tiles=_tiles(release),
        use=_use(release),
        done=_done(release),
        cost=_cost(release),
        limits=_limits(release),
    )


def _tiles(release: Release) -> dict[str, str]:
    shown = release.figures
    facts = {
        "baskets": f"{len(release.data):,}",
        "hold two items or more": words.percent(shown.together),
        **({} if shown.are is None else {COUNTS: words.about(shown.are)}),
        "of the items kept": words.kept(shown.lost),
    }
    if "groups" in release.verdict.figures:
        facts |= {"groups of equal baskets": f"{release.groups:,}"}
    if _is_generalized(release):
        facts |= {"of the published items are broader names": words.percent(shown.broader)}
    return facts | words.gap_tile(release)


def _notices(release: Release) -> list[str]:
    shown, said = release.figures, []
    if shown.together < FEW and len(release.data):
        said.append(
            f"Only {words.percent(shown.together)} of the baskets hold two items or more, so the "
            "release does not show which items go together. One with `--taxonomy FILE`, alone or "
            f"with `--model km={release.model.k},2`, or with a smaller k may."
        )
    if shown.broader > 1 - FEW:
        said.append(
            f"{words.percent(shown.broader)} of the published items are broader names, so the "
            "release says next to nothing about single items. Losses with and without a taxonomy "
            "are not comparable."
        )
    return said


def _use(release: Release) -> str:
    shown = release.figures
    drawn = figure(
        "items",
        charts.items(shown.items),
        "The most frequent items",
        "The items that most published baskets have, and how many baskets had them before, "
        "rounded; for a broader name, those with an item below it.",
    )
    return paragraphs(
        f"Two items or more are in {words.percent(shown.together)} of the published baskets; "
        f"before, in {words.about(shown.together_before)}.",
        ""
        if shown.are is None
        else f"Counts of one item, of the {MOST_ITEMS} that most baskets had, are off by "
        f"{words.about(shown.are)} of the true count on average. Suppressed items are among them.",
    ) + figures(drawn if shown.items else "")


def _is_generalized(release: Release) -> bool:
    return "generalized_items" in release.loss.to_dict()


def _done(release: Release) -> str:
    change = (
        "An item is published as it is, by a broader name from a taxonomy (fruit for an apple), "
        "or not at all."
        if _is_generalized(release)
        else "An item of a basket is published as it is, or not at all; nothing is made up."
    )
    return paragraphs(
        "The data are baskets: each row is a set of items, such as what one person bought or "
        "clicked on.",
        *words.done(release, "every published basket is equal, item by item, to", change),
    )


def _cost(release: Release) -> str:
    shown, k = release.figures, release.model.k
    said = f"{words.about(shown.lost)} are lost; this share is also called GCP."
    if _is_generalized(release):
        said = (
            f"The other {words.about(shown.lost)} are published by a broader name or not at all. "
            f"Of the published items, {words.percent(shown.broader)} are such names."
        )
    return paragraphs(
        f"Of all items in all baskets, {words.kept(shown.lost)} are published as they were. {said}",
        words.empty_baskets(release.loss.empty_rows, len(release.data), k),
    ) + figures(_drawings(release))


def _drawings(release: Release) -> str:
    """Return a drawing of each figure that there is, in reading order."""
    shown, k, drawn = release.figures, release.model.k, ""
    if shown.group_sizes:
        drawn += figure(
            "groups",
            charts.amounts(shown.group_sizes, across="baskets in a group", up="groups"),
            "Group sizes",
            f"Every group has at least {k:,} equal baskets. Groups much larger than that hold "
            "short baskets, which many share.",
        )
    if shown.published_lengths:
        drawn += figure(
            "lengths",
            charts.amounts(
                shown.published_lengths, across="items in the published basket", up="baskets"
            ),
            "Length of the published baskets",
            "How many items a published basket has.",
        )
    return drawn


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
