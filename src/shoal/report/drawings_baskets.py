"""The drawings of a report on baskets, in reading order."""

from __future__ import annotations

from typing import Any

from shoal.release import Release
from shoal.report import charts
from shoal.report.curves import curve_of
from shoal.report.html import figure


def drawings_of_baskets(release: Release) -> list[str]:
    """Return a drawing of each figure that there is."""
    shown, k = release.figures, release.model.k
    drawn = {
        _kept: shown.kept_by_length,
        _groups: shown.group_sizes,
        _lengths: shown.published_lengths,
        _affected: shown.affected,
    }
    curve = curve_of(release, title="share of the items lost", form="%")
    return [*curve, *(draw(shown, k) for draw, figures in drawn.items() if figures)]


def _kept(shown: Any, _k: int) -> str:
    return figure(
        "kept",
        charts.amounts(
            shown.kept_by_length,
            across="items in the original basket",
            up="share of its items kept",
            percent=True,
        ),
        "Kept items, by basket length",
        "How much of its items a basket keeps, on average. Long baskets have fewer like them, and "
        "lose more.",
    )


def _groups(shown: Any, k: int) -> str:
    return figure(
        "groups",
        charts.amounts(shown.group_sizes, across="baskets in a group", up="groups", percent=False),
        "Group sizes",
        f"Every group has at least {k:,} equal baskets. Groups much larger than that hold short "
        "baskets, which many share.",
    )


def _lengths(shown: Any, _k: int) -> str:
    return figure(
        "lengths",
        charts.amounts(
            shown.published_lengths,
            across="items in the published basket",
            up="baskets",
            percent=False,
        ),
        "Length of the published baskets",
        "The items that all baskets of a group have in common."
        if shown.group_sizes
        else "How many items a published basket has.",
    )


def _affected(shown: Any, k: int) -> str:
    return figure(
        "items",
        charts.items(shown.affected),
        "Items most affected",
        f"The items that most baskets lost, most of all first. An item is named only if at least "
        f"{k:,} baskets had it and at least {k:,} lost it.",
    )
