"""What a report says in every case: methods, promises and their limits in plain words."""

from __future__ import annotations

from typing import Any

from shoal.report.publishable import least_told

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
        return (
            "The rows are in the order of the input. Whoever knows that order may know whom a "
            "row is about, whatever else is promised here."
        )
    return "The rows are sorted by what they hold, so their order tells nothing."


def repeatable(release: Any) -> str:
    """Return a sentence if the release depends on how fast the machine was."""
    search = getattr(release, "search", None)
    same = release.repeatable if hasattr(release, "repeatable") else not search or search.repeatable
    if same:
        return ""
    return (
        "A time limit cut the search short: the release is valid, but another run may give another."
    )


def certificate(proved: Any, *, measure: str, whole: int, k: int, loss: float) -> tuple[str, ...]:
    """Return what is proved about the loss, in sentences.

    Parameters
    ----------
    proved
        The certificate; None when there is none.
    measure
        What the loss is measured in.
    whole, k
        Entries in all, and the least of them that is told of.
    loss
        The loss of the release.
    """
    if proved is None:
        return ("Nothing was proved about how good this release is.",)
    lost = least_told(loss, whole, k)
    lines = [
        f"It is proved that no release of the same data, of the same kind and with the same "
        f"promise, has a {measure} below {proved.bound:.4f}. This one has {lost:.4f}."
    ]
    if proved.gap is None:
        lines.append("The bound is 0, so it says nothing about this release.")
    elif proved.gap <= 1e-9:
        lines.append("The two are equal: this release is the best there is.")
    else:
        lines.append(
            f"The gap between them is {percent(lost / proved.bound - 1)} of the bound. The best "
            "possible release lies somewhere in the gap: either this one can be improved by at "
            "most as much, or the proof can. Which of the two is not known."
        )
    if proved.kind == "quick":
        lines.append(
            "This is the quick bound. It takes each row by itself, and is often far too low; "
            "`--certificate tight` proves more, and often loses less."
        )
    if not proved.complete:
        lines.append("There was too much to search, so a weaker bound had to do.")
    return tuple(lines)
