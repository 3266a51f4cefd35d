"""What a report says about a release by rules, and its drawings."""

from __future__ import annotations

from shoal.privacy.publishable import shown_share
from shoal.release import Release
from shoal.report import charts, words
from shoal.report.errors_of_counts import ShownErrors, shown_errors
from shoal.report.html import figure, figures, paragraphs, points, table
from shoal.report.page import Page
from shoal.wording import counted

#: What a curve may show, by its name in a point: the axis, and the title.
CURVES = {
    "are_of_nonempty": ("error of counts", "Error of counts above 0"),
    "are": ("error of counts", "Error of all counts"),
    "loss": ("share of the entries", "Entries published as a set"),
}


def page_of_sets(release: Release) -> Page:
    """Return the page about a release that protects rules."""
    model, rules = release.model, release.verdict.rules
    errors = shown_errors(release.utility.are, model.k)
    changed = bool(release.loss.generalized_items)
    unchanged = (
        "All rules held already, so nothing was changed: the published rows are the original ones. "
        "This model does not limit how unique a row is: it may be the only one of its kind."
    )
    return Page(
        release,
        title=f"{len(release.data):,} baskets that protect {counted(rules, 'rule')}",
        kind="baskets with rules",
        notices=[*([] if changed else [unchanged]), *words.notices(release)],
        tiles=_tiles(release, errors) if changed else _facts(release) | {"items changed": "0"},
        done=_done(release, changed),
        cost=_cost(release, errors, changed),
        proof=paragraphs(words.UNPROVED if changed else words.UNBEATEN),
        limits=points([*model.limits("a basket"), *words.ALWAYS]),
        model=f"k={model.k},c={model.to_dict()['c']:g}",
        checked_from=(
            "The model can be checked from the published file, its mapping and the rules, without "
            "trusting whoever made them. Put the file of the rules in the place of `RULES`."
        ),
    )


def _facts(release: Release) -> dict[str, str]:
    return {"baskets": f"{len(release.data):,}", "rules protected": f"{release.verdict.rules:,}"}


def _tiles(release: Release, errors: ShownErrors) -> dict[str, str]:
    public = counted(release.facts["public_items"], "public item")
    sets = {f"published sets, of {public}": f"{release.loss.sets:,}"}
    return _facts(release) | sets | {over: f"{error:.3g}" for over, error in errors.by_name.items()}


def _done(release: Release, changed: bool) -> str:
    change = (
        words.method(release),
        "A public item is published as the set that it is in, for the whole file alike; a file "
        "beside the release, its mapping, says which. Sensitive items are published as they are. "
        + words.order(release),
    )
    return paragraphs(
        "The data are baskets. Some items are sensitive, such as a diagnosis; the others are "
        "public: somebody may know that a person has them.",
        release.model.meaning("every published basket is equal, item by item, to"),
        *(change if changed else (f"No item was changed. {words.order(release)}",)),
        words.repeatable(release),
    )


def _cost(release: Release, errors: ShownErrors, changed: bool) -> str:
    empty = words.empty_baskets(release.loss.empty_rows, len(release.data), release.model.k)
    drawn = _curves(release, errors.drawn)
    if not changed:
        return paragraphs("Nothing: every row is published as it was.", empty) + figures(drawn)
    return (
        paragraphs(
            errors.sentence,
            "The loss about doubles with each further item in a set. It is given as a share of "
            "what it would be if all public items were one set.",
            empty,
        )
        + table(("measure", "value"), _measures(release, errors).items())
        + figures(drawn + _sets(release))
    )


def _measures(release: Release, errors: ShownErrors) -> dict[str, str]:
    loss, pairs, k = release.loss, release.utility.pairs, release.model.k
    small = 0 < loss.relative < 0.001
    measures = {
        "published sets": f"{loss.sets:,}",
        "items that keep their name": f"{loss.intact_items:,}",
        "items in the largest set": f"{loss.largest_set:,}",
        "entries published as a set": shown_share(loss.generalized_entries, loss.entries, k),
        "loss, of that of one set": "under 0.1 %" if small else words.percent(loss.relative),
        **{over: f"{error:.4f}" for over, error in errors.by_name.items()},
    }
    # Where pairs in fewer than k rows count as frequent, their number would be about these rows.
    if pairs.min_support >= k:
        measures["frequent pairs kept"] = f"{pairs.kept:,} of {pairs.pairs:,}"
    return measures


def _curves(release: Release, error: str | None) -> str:
    """Return what several models cost, with the error of counts that may be drawn."""
    return "".join(
        figure(
            f"curve-{which}",
            charts.rules_curve(release.curve, which=which, title=CURVES[which][0]),
            f"{CURVES[which][1]}, by k and c",
            "Only the release with the largest k and the smallest c is published.",
        )
        for which in (error, "loss")
        if which and release.curve
    )


def _sets(release: Release) -> str:
    tree, rejected = release.facts["tree"], release.search["rejected_splits"]
    shown = release.figures
    return figure(
        "tree",
        charts.split_tree(shown.tree),
        "How the sets were split",
        "All public items stand at the top; each split parts a set in two, below it. "
        f"{tree['leaves'] - 1:,} splits were kept and {rejected:,} rejected; the "
        f"drawing would be {tree['depth']:,} deep"
        + (f", of which {shown.deepest} are shown." if tree["depth"] > shown.deepest else "."),
    ) + figure(
        "sets",
        charts.amounts(shown.set_sizes, across="items in the set", up="public items"),
        "Items by the size of their set",
        "An item in a set of one keeps its name; one in a large set tells little.",
    )
