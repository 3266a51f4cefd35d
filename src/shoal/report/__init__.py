"""Draws what a release holds: one page of HTML. Imports no method and no kind."""

from __future__ import annotations

from collections.abc import Callable

from shoal.release import Release
from shoal.release.writing import UNNAMED
from shoal.report import words
from shoal.report.html import paragraphs, points
from shoal.report.page import Page
from shoal.report.page_baskets import page_of_baskets
from shoal.report.page_sets import page_of_sets
from shoal.report.page_table import page_of_table

__all__ = ["PAGES", "render"]

#: What draws figures, by the name of the page that they ask for.
PAGES: dict[str, Callable[[Release], Page]] = {
    "baskets": page_of_baskets,
    "sets": page_of_sets,
    "table": page_of_table,
}


def render(release: Release, *, command: str, name: str = UNNAMED) -> str:
    """Return the report as one file of HTML; the command checks the published file of this name."""
    draw = PAGES.get(getattr(release.figures, "page", ""), _plain_page)
    return draw(release).html(command, named=name != UNNAMED)


def _plain_page(release: Release) -> Page:
    """Return the page about a release whose kind has no page of its own."""
    called, lost = release.kind.called, words.about(words.loss(release))
    return Page(
        release,
        title=f"{len(release.data):,} rows under {release.model}",
        tiles={"rows": f"{len(release.data):,}", "loss": lost},
        done=paragraphs(*words.done(release, "every published row is equal to", "")),
        cost=paragraphs(f"{lost} of it is lost."),
        limits=points([*release.model.limits(called), *words.ALWAYS]),
    )
