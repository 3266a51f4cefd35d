"""What a report says about a release by rules, and its drawings."""

from __future__ import annotations

from shoal.release import Release
from shoal.report import charts, words
from shoal.report.html import figure, figures, paragraphs, points, table
from shoal.report.page import Page
from shoal.utility.are import SANITY_BOUND
from shoal.wording import counted


def page_of_sets(release: Release) -> Page:
    """Return the page about a release that protects rules."""
    model, rules = release.model, release.verdict.rules
    public = counted(release.facts["public_items"], "public item")
    unchanged = (
        "All rules held already, so nothing was changed: the published rows are the original ones. "
        "This model does not limit how unique a row is: it may be the only one of its kind."
    )
    return Page(
        release,
        title=f"{len(release.data):,} baskets that protect {counted(rules, 'rule')}",
        notices=[] if release.loss.generalized_items else [unchanged],
        tiles={
            "baskets": f"{len(release.data):,}",
            "rules protected": f"{rules:,}",
            **_errors(release),
            f"published sets, of {public}": f"{release.loss.sets:,}",
        },
        use=_use(release),
        done=_done(release),
        cost=_cost(release),
        limits=points([*model.limits("a basket"), *words.ALWAYS]),
        model=f"k={model.k},c={model.to_dict()['c']:g}",
        checked_from=(
            "The model can be checked from the published file, its mapping and the rules, without "
            "trusting whoever made them. Put the file of the rules in the place of `RULES`."
        ),
    )


def _errors(release: Release) -> dict[str, str]:
    shown = release.figures
    errors = {
        "error of counts above 0 (ARE)": shown.are_of_nonempty,
        "error of all counts (ARE)": shown.are,
    }
    return {
        over: f"{error:.10g}" if error else f"under {error.step:.10g}"
        for over, error in errors.items()
        if error is not None
    }


def _done(release: Release) -> str:
    return paragraphs(
        "The data are baskets. Some items are sensitive, such as a diagnosis; the others are "
        "public: somebody may know that a person has them.",
        *words.done(
            release,
            "every published basket is equal, item by item, to",
            "A public item is published as the set that it is in, for the whole file alike; a file "
            "beside the release, its mapping, says which. Sensitive items are published as they "
            "are.",
        ),
    )


def _use(release: Release) -> str:
    if not _errors(release):
        return paragraphs("How far off counts are is not shown: few rows would decide it.")
    return paragraphs(
        "Whoever counts rows in the release, for instance those with two public items and a "
        "sensitive one, gets an estimate. Its error is relative to the true count, or to "
        f"{words.percent(SANITY_BOUND)} of the rows where that is more."
    )


def _cost(release: Release) -> str:
    return (
        paragraphs(
            "The loss about doubles with each further item in a set. It is given as a share of "
            "what it would be if all public items were one set.",
            words.empty_baskets(release.loss.empty_rows, len(release.data), release.model.k),
        )
        + table(("measure", "value"), _measures(release).items())
        + figures(
            figure(
                "sets",
                charts.amounts(
                    release.figures.set_sizes, across="items in the set", up="public items"
                ),
                "Items by the size of their set",
                "An item in a set of one keeps its name; one in a large set tells little.",
            )
        )
    )


def _measures(release: Release) -> dict[str, str]:
    loss = release.loss
    return {
        "published sets": f"{loss.sets:,}",
        "items that keep their name": f"{loss.intact_items:,}",
        "items in the largest set": f"{loss.largest_set:,}",
        "entries published as a set": words.about(release.figures.generalized),
        "loss, of that of one set": words.percent(loss.relative),
        **_errors(release),
    }
