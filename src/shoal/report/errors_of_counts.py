"""The error of counts as a report shows it: first over the questions with an answer above 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shoal.privacy.publishable import shown_count, shown_mean
from shoal.report.words import percent
from shoal.utility.are import SANITY_BOUND
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.utility import ARE

ASKED = "such questions were"


class ShownErrors(NamedTuple):
    """What may be shown of the error of counts: in words, and each error by what it is over.

    ``drawn`` is the first of them, by its name in a point of a curve; None if there is none.
    """

    sentence: str
    by_name: dict[str, float]
    drawn: str | None


def shown_errors(are: ARE, k: int) -> ShownErrors:
    """Return the errors of counts; none that is over fewer than k questions.

    Most random questions have a true count of 0, and mostly an estimate of 0, too: over all of them
    the error looks small.
    """
    some = are.queries - are.empty_queries
    others = f"{are.empty_queries:,}" if shown_count(some, k) == f"{some:,}" else "the others"
    lines = [
        "Whoever counts rows in the release, for instance those with two public items and a "
        f"sensitive one, gets an estimate. {counted(are.queries, 'such question was', ASKED)} "
        f"asked: {shown_count(some, k)} with a true count above 0, {others} with a true count of 0."
    ]
    by_name, drawn = {}, None
    above_0, of_all = shown_mean(are.are_of_nonempty, some, k), shown_mean(are.are, are.queries, k)
    if above_0 is not None:
        by_name["error of counts above 0 (ARE)"] = above_0
        drawn = "are_of_nonempty"
        lines.append(
            f"Where it is above 0, the estimate is off by {above_0:.3g} times the true "
            f"count on average, or times {percent(SANITY_BOUND)} of the rows where that is more."
        )
    if of_all is not None and are.empty_queries:
        by_name["error of all counts (ARE)"] = of_all
        drawn = drawn or "are"
        lines.append(
            "Over all questions, those with a true count of 0 among them, the error is "
            f"{of_all:.3g}."
        )
    return ShownErrors(" ".join(lines), by_name, drawn)
