"""The drawings of a report on a release by rules, in reading order."""

from __future__ import annotations

from shoal.release import Release
from shoal.report import charts
from shoal.report.html import figure


def drawings_of_sets(release: Release, error: str | None) -> list[str]:
    """Return the drawings; of sets only where there are any of two items or more.

    Parameters
    ----------
    release
        The release.
    error
        The error of counts that may be drawn for several models, by its name in a point.
    """
    drawn = _curves(release, error)
    if release.loss.generalized_items:
        drawn += [_tree(release), _sets(release)]
    return drawn


def _curves(release: Release, error: str | None) -> list[str]:
    if not release.curve:
        return []
    titles = {
        "are_of_nonempty": ("error of counts", "Error of counts above 0"),
        "are": ("error of counts", "Error of all counts"),
        "loss": ("share of the entries", "Entries published as a set"),
    }
    return [
        figure(
            f"curve-{which}",
            charts.rules_curve(release.curve, which=which, title=titles[which][0]),
            f"{titles[which][1]}, by k and c",
            "Only the release with the largest k and the smallest c is published.",
        )
        for which in (*([error] if error else []), "loss")
    ]


def _tree(release: Release) -> str:
    tree, rejected = release.facts["tree"], release.search["rejected_splits"]
    deepest = release.figures.deepest
    return figure(
        "tree",
        charts.split_tree(release.figures.tree),
        "How the sets were split",
        "All public items stand at the top; each split parts a set in two, below it. "
        f"{tree['leaves'] - 1:,} splits were kept and {rejected:,} rejected; the "
        f"drawing would be {tree['depth']:,} deep"
        + (f", of which {deepest} are shown." if tree["depth"] > deepest else "."),
    )


def _sets(release: Release) -> str:
    return figure(
        "sets",
        charts.amounts(
            release.figures.set_sizes, across="items in the set", up="public items", percent=False
        ),
        "Items by the size of their set",
        "An item in a set of one keeps its name; one in a large set tells little.",
    )
