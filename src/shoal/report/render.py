"""A release in, a page out."""

from __future__ import annotations

from collections.abc import Callable

from shoal.release import Release
from shoal.release.writing import UNNAMED
from shoal.report.page import Page
from shoal.report.page_baskets import page_of_baskets
from shoal.report.page_plain import plain_page
from shoal.report.page_sets import page_of_sets
from shoal.report.page_table import page_of_table

#: What draws figures, by the name of the page that they ask for.
PAGES: dict[str, Callable[[Release], Page]] = {
    "baskets": page_of_baskets,
    "sets": page_of_sets,
    "table": page_of_table,
}


def render(release: Release, *, command: str, name: str = UNNAMED) -> str:
    """Return the report on a release as one file of HTML, which can be given away.

    Parameters
    ----------
    release
        Of any kind; one whose figures ask for no page gets a plain one.
    command
        What checks the published file.
    name
        What that file is called.

    Examples
    --------
    >>> import shoal
    >>> release = shoal.anonymize([["tea", "rum"], ["tea"]], "k=2")
    >>> "shoal verify out.dat -k 2" in render(release, command="shoal verify out.dat -k 2")
    True
    """
    draw = PAGES.get(getattr(release.figures, "page", ""), plain_page)
    return draw(release).html(command, named=name != UNNAMED)
