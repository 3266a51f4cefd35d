"""The report on a release whose kind has no page of its own: verdict, loss and proof in words."""

from __future__ import annotations

from shoal.release import Release
from shoal.report import words
from shoal.report.html import Section, paragraphs, points, table
from shoal.report.page import Judgement, Page


def plain_page(release: Release) -> Page:
    """Return the page about a release of any kind."""
    k, called = release.model.k, release.kind.called
    loss, whole = release.kind.loss_of(release.loss)
    return Page(
        title=f"{len(release.data):,} rows under {release.model}",
        kind=called,
        k=k,
        verdict=Judgement(release.verdict.ok, str(release.model), words.held(release)),
        notices=words.notices(release),
        tiles={"rows": f"{len(release.data):,}", "loss": words.percent(loss)},
        sections=[
            Section(
                "What was done",
                paragraphs(
                    release.model.meaning(called),
                    words.method(release),
                    words.order(release),
                    words.repeatable(release),
                ),
            ),
            Section(
                "What it costs",
                table(("measure", "value"), list(release.kind.loss_summary(release.loss).items())),
            ),
            Section(
                "How good that is",
                paragraphs(
                    *words.certificate(
                        release.certificate, spell=words.percent, whole=whole, k=k, loss=loss
                    )
                ),
            ),
            Section(
                "What this protects, and what not",
                points([*release.model.limits(called), *words.ALWAYS]),
            ),
        ],
    )
