"""What a report says about a release by rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.report import charts, words
from shoal.report.figures_rules import DEEPEST, RulesFigures
from shoal.report.html import Section, command, figure, figures, paragraphs, points, table
from shoal.report.page import Page, Verdict
from shoal.report.publishable import told_share
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.release.rules_release import RulesRelease

UNPROVED = "There is no certificate for rules: how little could be lost at best is not known."


def page_of_rules(release: RulesRelease, shown: RulesFigures, file: str) -> Page:
    """Return the page about a release that protects rules."""
    model, verdict = release.model, release.verdict
    rules = counted(verdict.rules, "rule")
    confidence = verdict.largest_confidence
    return Page(
        title=f"{len(release.data):,} baskets that protect {rules}",
        kind="baskets with rules",
        k=model.k,
        verdict=Verdict(
            verdict.ok,
            f"k={model.k},c={model.c:g}",
            f"The antecedent of every rule is in at least {verdict.least_support:,} rows"
            + (f", its confidence at most {confidence:.4g}." if confidence is not None else "."),
        ),
        tiles={
            "baskets": f"{len(release.data):,}",
            "rules protected": f"{verdict.rules:,}",
            "public items": f"{len(release.mapping):,}",
            "published sets": f"{release.loss.sets:,}",
            "error of counts (ARE)": f"{release.utility.are.are:.3g}",
        },
        sections=[
            Section("What was done", _done(release)),
            Section("What it costs", _cost(release, shown)),
            Section("How good that is", paragraphs(UNPROVED)),
            Section("What this protects, and what not", _limits(release)),
            Section("Check it yourself", _check(release, file)),
        ],
    )


def _done(release: RulesRelease) -> str:
    model = release.model
    return paragraphs(
        "The data are baskets. Some items are sensitive, such as a diagnosis; the others are "
        "public: somebody may know that a person has them.",
        f"A rule says what must not be inferred: from public items, its antecedent, to a "
        f"sensitive one. The promise: for each of {counted(len(model.rules), 'rule')}, at least "
        f"{model.k:,} rows hold the antecedent as it is published (k = {model.k:,}), and at most "
        f"{words.percent(model.c)} of these rows hold the sensitive item (c = {model.c:g}).",
        words.method(release.method),
        "A public item is published as the set that it is in, for the whole file alike; a file "
        "beside the release, its mapping, says which. Sensitive items are published as they are. "
        + words.order(release),
        words.repeatable(release),
    )


def _cost(release: RulesRelease, shown: RulesFigures) -> str:
    loss, are, pairs = release.loss, release.utility.are, release.utility.pairs
    k = release.model.k
    lost = "none" if loss.log2 is None else f"2^{loss.log2:.1f}"
    rows = [
        ("published sets", f"{loss.sets:,}"),
        ("items that keep their name", f"{loss.intact_items:,}"),
        ("items in the largest set", f"{loss.largest_set:,}"),
        (
            "entries published as a set",
            told_share(loss.generalized_entries, loss.entries, k),
        ),
        ("utility loss (UL)", lost),
        ("error of counts (ARE), mean", f"{are.are:.4f}"),
        ("the same, median", f"{are.median:.4f}"),
        ("frequent pairs kept", f"{pairs.kept:,} of {pairs.pairs:,}"),
    ]
    return (
        paragraphs(
            f"Whoever counts rows in the release, for instance those with two public items and a "
            f"sensitive one, is wrong by {are.are:.3g} times the true number in the mean (ARE), "
            f"over {are.queries:,} such questions. The smaller, the better.",
        )
        + table(("measure", "value"), rows)
        + figures(_drawn(release, shown))
    )


def _drawn(release: RulesRelease, shown: RulesFigures) -> list[str]:
    drawn = []
    if shown.curve:
        for which, measure in (
            ("are", "Error of counts (ARE)"),
            ("log2_loss", "Utility loss (UL), log2"),
        ):
            drawn.append(
                figure(
                    f"curve-{which}",
                    charts.rules_curve(shown.curve, which=which, title=measure),
                    f"{measure} at several k and c",
                    "Only the release with the largest k and the smallest c is published.",
                )
            )
    if shown.tree:
        drawn.append(
            figure(
                "tree",
                charts.split_tree(shown.tree),
                "The split tree",
                "All public items stand at the top; each split parts a set in two, below it. "
                f"{release.tree.leaves - 1:,} splits were kept and {release.rejected_splits:,} "
                f"rejected; the tree is {release.tree.depth:,} deep"
                + (f", of which {DEEPEST} are drawn." if release.tree.depth > DEEPEST else "."),
            )
        )
    drawn.append(
        figure(
            "sets",
            charts.amounts(
                shown.set_sizes,
                across="items in the set",
                up="public items",
                percent=False,
            ),
            "Items by the size of their set",
            "An item in a set of one keeps its name; one in a large set tells little.",
        )
    )
    return drawn


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
                "item with more certainty. Whether the rules are all that matters is for the "
                "publisher to judge.",
            ),
            (
                "Not protected: sensitive items as knowledge.",
                "Who knows one sensitive item of a person may recognise the row by it.",
            ),
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
        "rules in the place of `RULES`."
    ) + command(f"shoal verify {file} --model {asked}")
