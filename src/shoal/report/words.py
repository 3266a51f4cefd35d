"""What a report says in every case: the method, the proof and the limits in plain words."""

from __future__ import annotations

from shoal.loss.rounding import Rounded, rounded, shown_gap
from shoal.release import Release
from shoal.wording import published_empty

#: What no model here protects.
ALWAYS = (
    (
        "Not protected: being in the data.",
        "Whether somebody is among these people is not hidden. If only people of some kind are, to "
        "be one of them tells something already.",
    ),
    (
        "Background knowledge.",
        "What is known about the members of a group can rule some of them out, and then fewer are "
        "left to choose from.",
    ),
    (
        "Several releases.",
        "If the same rows are published again, under another model or a little later, the two "
        "files can be compared. The model holds for each file alone.",
    ),
)

#: A gap up to which a proof says more about the release than about itself.
TIGHT = 0.2


def held(release: Release) -> str:
    """Return by how much the model holds, as a sentence; whose rows they are is not published."""
    clause = release.model.held(release.verdict)
    if "persons" in release.verdict.figures:
        clause = f"every group has rows of at least {release.model.k:,} persons"
    return f"{clause[0].upper()}{clause[1:]}."


def percent(share: float) -> str:
    """Return a share in percent, as in 12.3 %."""
    return f"{100 * share:.1f} %"


def about(share: float) -> str:
    """Return a rounded share in percent, with no digit more than it has: 12 %, 1.3 %."""
    if isinstance(share, Rounded) and not share:
        return f"under {100 * share.step:.10g} %"
    return f"{100 * share:.10g} %"


def kept(lost: Rounded) -> str:
    """Return what is left beside a loss, in percent."""
    return about(round(1 - lost, 10)) if lost else f"over {100 * (1 - lost.step):.10g} %"


def done(release: Release, alike: str, change: str) -> tuple[str, ...]:
    """Return what was done: the model, whose sentence ``alike`` begins, method, change, order."""
    order = "The rows are sorted by what they hold, so their order tells nothing."
    if release.provenance.keeps_order:
        order = "The rows are in the order of the input."
    cut = "A time limit cut the search short: the release is valid, but another run may differ."
    return (
        release.model.meaning(alike),
        f"{release.sentence} (Method `{release.method}`.)".lstrip(),
        f"{change} {order}".lstrip(),
        "" if release.repeatable else cut,
    )


def notices(release: Release) -> list[str]:
    """Return what a reader of any release must know before anything else."""
    # Warnings are for the publisher, and may name files, values or small numbers: not repeated.
    said = []
    if release.provenance.keeps_order:
        said.append(
            "The rows are in the order of the input. Whoever knows that order may know whom a "
            "row is about, whatever else holds here."
        )
    if release.warned_of("order-dropped"):
        said.append(
            "The input held sequences. Each was taken for the set of its items: order and repeats "
            "are not in the release."
        )
    return said


def empty_baskets(empty: int, rows: int, k: int) -> str:
    """Return how many baskets are published empty; nothing if there are fewer than k, or none."""
    if empty < max(k, 1):
        return ""
    return (
        f"{published_empty(empty, rows)}. In a text file they are blank lines: these are baskets, "
        "and belong to the file."
    )


def loss(release: Release) -> Rounded:
    """Return the loss as one share, rounded."""
    share, whole = release.kind.loss_of(release.loss, release.figures)
    whole = max(whole, 1)
    return rounded(share, 1 / whole, shown_from=min(release.model.k / whole, 1.0))


def gap(release: Release) -> float | None:
    """Return a round number that the release is at most above the best possible one, if proved."""
    proved = release.certificate
    if proved is None or not proved.scope.is_usual or not loss(release):
        return None
    _, whole = release.kind.loss_of(release.loss, release.figures)
    return shown_gap(proved.gap, proved.bound * whole, release.model.k)


def gap_tile(release: Release) -> dict[str, str]:
    """Return a gap that is worth to be seen at once."""
    shown = gap(release)
    return {} if shown is None or shown > TIGHT else {"above the best, at most": about(shown)}


def proof(release: Release) -> tuple[str, ...]:
    """Return what is proved about the loss of a release, in sentences."""
    proved, most = release.certificate, gap(release)
    if proved is None:
        return ("Nothing was proved about how good this release is.",)
    if not proved.scope.is_usual:
        return (
            f"The search minimized another measure, the {proved.scope.measure}. What was proved is "
            "about that measure, and known to the publisher.",
        )
    if most is None:
        few = "Too little is lost or was proved, or about too few entries, to say how good "
        return (f"{few}this release is.",)
    lines = [
        f"It is proved that this release loses at most {about(most)} more than the best release of "
        f"the same rows {proved.scope.statement}. Either it can be improved by at most as much, or "
        "the proof can; which of the two is not known."
    ]
    if proved.kind == "quick":
        lines.append(
            "The proof is a quick one. It takes each row by itself, and what it proves is often "
            "far too little: the best release of this kind may be much nearer to this one."
        )
    if not proved.complete:
        lines.append("There was too much to search, so a weaker proof had to do.")
    lines.append("Nothing is proved about other ways to publish these rows.")
    return tuple(lines)
