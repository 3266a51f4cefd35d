"""A release in, a page out."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.io import Staged

#: What the published file is called where its name is not known.
UNNAMED = "RELEASE"


def render(release: Any, *, name: str = UNNAMED, flags: Sequence[str] = ()) -> str:
    """Return the report on a release as one file of HTML, which can be given away.

    Parameters
    ----------
    release
        A release of baskets, of a table or by rules.
    name
        What the published file is called, for the command that checks it.
    flags
        What that command must be told to read the file.

    Examples
    --------
    >>> import shoal
    >>> release = shoal.anonymize(shoal.Transactions.of([["tea", "rum"], ["tea"]]), "k=2")
    >>> "shoal verify out.dat -k 2" in render(release, name="out.dat")
    True
    """
    from shoal.report.figures_baskets import BasketFigures
    from shoal.report.figures_rules import RulesFigures

    file = shlex.join([name, *flags])
    figures = release.figures
    if figures is None:
        raise ParameterError("this release was made without figures, so there is nothing to report")
    if isinstance(figures, BasketFigures):
        from shoal.report.page_baskets import page_of_baskets

        return page_of_baskets(release, figures, file).html()
    if isinstance(figures, RulesFigures):
        from shoal.report.page_rules import page_of_rules

        return page_of_rules(release, figures, file).html()
    from shoal.report.page_tables import page_of_table

    return page_of_table(release, figures, file).html()


def check_name(path: str | PathLike[str]) -> None:
    """Raise if the name of a report does not say that it holds HTML.

    Examples
    --------
    >>> check_name("report.pdf")
    Traceback (most recent call last):
    shoal.errors.ParameterError: 'report.pdf' cannot be a report: it is HTML, so end it with .html
    """
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise ParameterError(
            f"{fspath(path)!r} cannot be a report: it is HTML, so end it with .html"
        )


def write_report(
    release: Any, staged: Staged, *, name: str = UNNAMED, flags: Sequence[str] = ()
) -> None:
    """Write the report on a release to a staged file, which is committed by whoever staged it."""
    from shoal.io.failures import writing

    page = render(release, name=name, flags=flags)
    with writing(staged.target):
        staged.temporary.write_text(page, encoding="utf-8")


def report_to(release: Any, path: str | PathLike[str]) -> None:
    """Write the report on a release to a file; an old one is replaced in one step."""
    from shoal.io import Staged

    check_name(path)
    with Staged(path) as staged:
        write_report(release, staged)
        staged.commit()
