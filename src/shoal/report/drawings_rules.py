"""The drawings of a report on a release by rules, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.report import charts
from shoal.report.figures_rules import DEEPEST, RulesFigures
from shoal.report.html import figure

if TYPE_CHECKING:
    from shoal.release.rules_release import RulesRelease


def drawings_of_rules(release: RulesRelease, shown: RulesFigures, error: str | None) -> list[str]:
    """Return the drawings; of sets only where there are any of two items or more.

    Parameters
    ----------
    release
        The release.
    shown
        Its figures.
    error
        The error of counts that may be drawn for several promises, by its name in a point.
    """
    drawn = _curves(shown, error)
    if release.loss.generalized_items:
        drawn += [_tree(release, shown), _sets(shown)]
    return drawn


def _curves(shown: RulesFigures, error: str | None) -> list[str]:
    if not shown.curve:
        return []
    titles = {
        "are_of_nonempty": ("error of counts", "Error of counts above 0"),
        "are": ("error of counts", "Error of all counts"),
        "loss": ("share of the entries", "Entries published as a set"),
    }
    return [
        figure(
            f"curve-{which}",
            charts.rules_curve(shown.curve, which=which, title=titles[which][0]),
            f"{titles[which][1]}, by k and c",
            "Only the release with the largest k and the smallest c is published.",
        )
        for which in (*([error] if error else []), "loss")
    ]


def _tree(release: RulesRelease, shown: RulesFigures) -> str:
    tree = release.tree
    return figure(
        "tree",
        charts.split_tree(shown.tree),
        "How the sets were split",
        "All public items stand at the top; each split parts a set in two, below it. "
        f"{tree.leaves - 1:,} splits were kept and {release.rejected_splits:,} rejected; the "
        f"drawing would be {tree.depth:,} deep"
        + (f", of which {DEEPEST} are shown." if tree.depth > DEEPEST else "."),
    )


def _sets(shown: RulesFigures) -> str:
    return figure(
        "sets",
        charts.amounts(
            shown.set_sizes, across="items in the set", up="public items", percent=False
        ),
        "Items by the size of their set",
        "An item in a set of one keeps its name; one in a large set tells little.",
    )
