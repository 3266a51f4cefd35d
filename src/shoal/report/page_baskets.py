"""What a report says about baskets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.report import words
from shoal.report.drawings_baskets import drawings_of_baskets
from shoal.report.figures_baskets import BasketFigures
from shoal.report.html import Section, command, figures, paragraphs, points
from shoal.report.page import Page, Verdict
from shoal.privacy.publishable import bound_told, least_told, told_share
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.release import Release


def page_of_baskets(release: Release, shown: BasketFigures, file: str) -> Page:
    """Return the page about a release of baskets."""
    k, m, rows = release.model.k, getattr(release.model, "m", None), release.loss.rows
    if m is None:
        title = f"{rows:,} baskets, each one of at least {k:,} equal ones"
        least = getattr(release.verdict, "k_min", None) or 0
        held = f"The smallest group of equal baskets has {counted(least, 'row')}."
    else:
        title = f"{rows:,} baskets in which no {m} items single out fewer than {k:,}"
        rarest = getattr(release.verdict, "least_support", None)
        held = (
            "No item is left."
            if rarest is None
            else (f"The rarest combination of up to {counted(m, 'item')} is in {rarest:,} rows.")
        )
    return Page(
        title=title,
        kind="baskets",
        k=k,
        verdict=Verdict(release.verdict.ok, str(release.model), held),
        notices=words.notices(release),
        tiles=_tiles(release),
        sections=[
            Section("What was done", _done(release, m)),
            Section("What it costs", _cost(release, shown)),
            Section("How good that is", _proof(release)),
            Section("What this protects, and what not", _limits(release, m)),
            Section("Check it yourself", _check(release, file)),
        ],
    )


def _tiles(release: Release) -> dict[str, str]:
    loss, k = release.loss, release.model.k
    facts = {
        "baskets": f"{loss.rows:,}",
        "of the items kept": told_share(loss.kept_items, loss.items, k),
    }
    if hasattr(release.verdict, "k_min"):
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
    count = getattr(release.loss, "generalized_items", None)
    return None if count is None else told_share(count, release.loss.items, release.model.k)


def _done(release: Release, m: int | None) -> str:
    k = release.model.k
    if m is None:
        promise = (
            f"The promise is k-anonymity with k = {k:,}: every published basket is equal, item by "
            f"item, to at least {k - 1:,} others."
        )
    else:
        promise = (
            f"The promise is k^m-anonymity with k = {k:,} and m = {m}: every combination of up to "
            f"{counted(m, 'item')} that is in some basket is in at least {k:,} of them."
        )
    change = (
        "An item is published as it is, by a broader name from a taxonomy (fruit for an apple), "
        "or not at all."
        if _generalized(release)
        else "An item of a basket is published as it is, or not at all; nothing is made up."
    )
    return paragraphs(
        "The data are baskets: each row is a set of items, such as what one person bought or "
        "clicked on.",
        promise,
        words.method(release.method),
        f"{change} {words.order(release)}",
        words.repeatable(release),
    )


def _cost(release: Release, shown: BasketFigures) -> str:
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
    return paragraphs(" ".join(lines), empty) + figures(drawings_of_baskets(shown, k))


def _proof(release: Release) -> str:
    loss = release.loss
    if release.certificate is None and not hasattr(release.verdict, "k_min"):
        return paragraphs("How little could be lost at best is not known for this promise.")
    return paragraphs(
        *words.certificate(
            release.certificate,
            spell=lambda share: f"{words.percent(share)} of the items",
            whole=loss.items,
            k=release.model.k,
            loss=loss.gcp,
        )
    )


def _limits(release: Release, m: int | None) -> str:
    k = release.model.k
    if m is not None:
        return points(
            [
                (
                    "Protected:",
                    f"who knows up to {counted(m, 'item')} of a person's basket still faces at "
                    f"least {k:,} rows.",
                ),
                (
                    f"Not protected: who knows more than {counted(m, 'item')}.",
                    "A whole basket may be the only one of its kind.",
                ),
                ("Not protected: what is absent.", "To know what a person never bought helps."),
                (
                    "Not protected: what the rows share.",
                    "All of them, or nearly all, may have the same item.",
                ),
                words.PRESENCE,
                words.BACKGROUND,
                words.REPEATED,
            ]
        )
    mean = release.data.size / max(len(release.data), 1)
    return points(
        [
            (
                "Protected: which row is whose.",
                f"Who knows a person's basket, even all of it, finds at least {k:,} equal rows. A "
                f"guess is right with a chance of 1 in {k:,} at most, as far as the file goes.",
            ),
            (
                "Not protected: what a group shares.",
                "Who finds the group of a person learns every item of the published basket, "
                f"{mean:.1f} on average: all members have them. Items that nobody may be linked "
                "to must not be in the file at all.",
            ),
            words.PRESENCE,
            words.BACKGROUND,
            words.REPEATED,
            (
                "When not to trust it.",
                f"One row must be one person. Who has several rows may fill a group alone, and "
                f"{k:,} rows are then fewer than {k:,} persons.",
            ),
        ]
    )


def _check(release: Release, file: str) -> str:
    model = str(release.model)
    flag = f"-k {release.model.k}" if model.startswith("k=") else f"--model {model}"
    return paragraphs(
        "The promise can be checked from the published file alone, without trusting whoever made "
        "it. The check shares no code with the method." + words.placeholder(file)
    ) + command(f"shoal verify {file} {flag}")
