"""What several models cost, as a drawing."""

from __future__ import annotations

from shoal.release import Release
from shoal.report import charts
from shoal.report.html import figure


def curve_of(release: Release, *, title: str, form: str) -> list[str]:
    """Return the drawing of what several models cost, if there were several."""
    if not release.curve:
        return []
    return [
        figure(
            "curve",
            charts.curve(release.curve, title=title, form=form),
            "The loss at several k",
            f"Only the release of the largest k, {release.model.k:,}, is published: releases of "
            "the same rows can be compared with each other.",
        )
    ]
