"""What a report says in every case: methods, promises and their limits in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoal.io.spmf import ORDER_DROPPED
from shoal.privacy.publishable import bound_told, least_told
from shoal.report.render import UNNAMED
from shoal.wording import published_empty

_METHODS = {
    "sweep": "Rows that have a frequent pattern in common were put into groups; then a search "
    "improved the groups for as long as that lost less.",
    "patternka": "Groups were formed one after the other, each by the longest pattern that enough "
    "of the remaining rows share.",
    "top-down": "All rows began as one group, which was split for as long as every part had "
    "enough rows.",
    "km-apriori": "Items were replaced by nodes above them in a taxonomy, for the whole file "
    "alike, until no combination was too rare.",
    "rbat": "All public items began as one set, which was split in two, again and again, for as "
    "long as every rule stayed protected.",
    "gen-cover-cf": "Rows were covered by frequent generalized patterns, the cheapest first.",
    "mondrian": "The table was cut in two along one column, again and again, for as long as both "
    "parts had enough rows.",
    "mondrian-relaxed": "The table was cut in two halves along one column, again and again, for "
    "as long as both had enough rows.",
    "exact": "All ways to group the rows were searched for the best one.",
}

BACKGROUND = (
    "Background knowledge.",
    "What is known about the members of a group can rule some of them out, and then fewer are "
    "left to choose from.",
)
REPEATED = (
    "Several releases.",
    "If the same rows are published again, with another promise or a little later, the two files "
    "can be compared. The promise holds for each file alone.",
)
PRESENCE = (
    "Not protected: being in the data.",
    "Whether somebody is among these people is not hidden. If only people of some kind are, to be "
    "one of them tells something already.",
)


def method(name: str) -> str:
    """Return what a method did, in a sentence."""
    return f"{_METHODS.get(name, '')} (Method `{name}`.)".lstrip()


def percent(share: float) -> str:
    """Return a share in percent.

    Examples
    --------
    >>> percent(0.1234)
    '12.3 %'
    """
    return f"{100 * share:.1f} %"


def order(release: Any) -> str:
    """Return what the order of the rows tells."""
    if release.provenance.options.get("keep_order"):
        return "The rows are in the order of the input."
    return "The rows are sorted by what they hold, so their order tells nothing."


def notices(release: Any) -> list[str]:
    """Return what a reader of any release must know before anything else.

    Warnings are for the publisher: they may name files, values or small numbers. What a reader
    needs of them is said anew, here and on the page of each kind.
    """
    said = []
    if release.provenance.options.get("keep_order"):
        said.append(
            "The rows are in the order of the input. Whoever knows that order may know whom a "
            "row is about, whatever else is promised here."
        )
    if ORDER_DROPPED in release.warnings:
        said.append(
            "The input held sequences. Each was taken for the set of its items: order and repeats "
            "are not in the release."
        )
    return said


def empty_baskets(empty: int, rows: int, k: int) -> str:
    """Return how many baskets are published empty; nothing if there are none, or too few to tell.

    Examples
    --------
    >>> empty_baskets(12, 100, 10)[:39], empty_baskets(9, 100, 10)
    ('12 of 100 baskets are published empty. ', '')
    """
    if empty < max(k, 1):
        return ""
    return (
        f"{published_empty(empty, rows)}. In a text file they are blank lines: these are baskets, "
        "and belong to the file."
    )


def placeholder(file: str) -> str:
    """Return what to put in the place of a file whose name is not known; nothing if it is."""
    return "" if file != UNNAMED else f" Put the published file in the place of `{UNNAMED}`."


def repeatable(release: Any) -> str:
    """Return a sentence if the release depends on how fast the machine was."""
    search = getattr(release, "search", None)
    same = release.repeatable if hasattr(release, "repeatable") else not search or search.repeatable
    if same:
        return ""
    return (
        "A time limit cut the search short: the release is valid, but another run may give another."
    )


def certificate(
    proved: Any, *, spell: Callable[[float], str], whole: int, k: int, loss: float
) -> tuple[str, ...]:
    """Return what is proved about the loss, in sentences.

    Parameters
    ----------
    proved
        The certificate; None when there is none.
    spell
        Writes a loss with what it is measured in.
    whole, k
        Entries in all, and the least of them that is told of.
    loss
        The loss of the release.
    """
    if proved is None:
        return ("Nothing was proved about how good this release is.",)
    if not loss:
        return ("Nothing is lost, so no release is better than this one.",)
    bound = bound_told(proved.bound, whole, k)
    best = proved.gap is not None and proved.gap <= 1e-9
    if best and not bound:
        return ("It is proved that no release of the same kind, with the same promise, is better.",)
    if not bound:
        return ("What was proved is too little to say how good this release is.",)
    lost = least_told(loss, whole, k)
    lines = [
        f"It is proved that every release of the same data, of the same kind and with the same "
        f"promise, loses at least {spell(bound)}. This one loses {spell(lost)}."
    ]
    if best:
        lines.append("The two are equal: this release is the best there is.")
    else:
        lines.append(
            f"The gap between them is {percent(lost / bound - 1)} of the lower number. The best "
            "possible release lies somewhere in the gap: either this one can be improved by at "
            "most as much, or the proof can. Which of the two is not known."
        )
    if proved.kind == "quick":
        lines.append(
            "The proof is a quick one. It takes each row by itself, and what it proves is often "
            "far too little: the best possible release may be much nearer to this one."
        )
    if not proved.complete:
        lines.append("There was too much to search, so a weaker proof had to do.")
    return tuple(lines)


def only_largest(k: int) -> str:
    """Return why of several k only one is published."""
    return (
        f"Only the release of the largest k, {k:,}, is published: releases of the same rows can be "
        "compared with each other."
    )
