"""What a report says about a table."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from shoal.report import words
from shoal.report.drawings_tables import drawings_of_table, not_drawn
from shoal.report.figures_tables import TableFigures
from shoal.report.html import Section, command, figures, paragraphs, points, table
from shoal.report.page import Page, Verdict
from shoal.privacy.publishable import bound_told, least_told, told_share
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.release.table_release import TableRelease


def page_of_table(release: TableRelease, shown: TableFigures, file: str) -> Page:
    """Return the page about a released table."""
    k = release.model.k
    return Page(
        title=f"A table of {release.loss.rows:,} rows, each one of at least {k:,} alike",
        kind="a table",
        k=k,
        verdict=_verdict(release),
        notices=[*words.notices(release), *_notices(shown)],
        tiles=_tiles(release),
        sections=[
            Section("What was done", _done(release)),
            Section("What it costs", _cost(release, shown)),
            Section("How good that is", _proof(release)),
            Section("What this protects, and what not", _limits(release, shown)),
            Section("Check it yourself", _check(release, file)),
        ],
    )


def _verdict(release: TableRelease) -> Verdict:
    found, model = release.verdict, str(release.model)
    if found.persons is None:
        held = f"The smallest group has {counted(found.k_min or 0, 'row')}."
        return Verdict(found.ok, model, held)
    return Verdict(
        found.ok,
        model,
        f"The smallest group has {counted(found.k_min or 0, 'person')}.",
        "Persons were counted when the release was made, by a column that is not published; from "
        "the published file, rows can be checked.",
    )


def _notices(shown: TableFigures) -> list[str]:
    labels = [
        f"Some labels of column {name!r} read like a range that does not hold all their values: "
        "take them for names."
        for name in shown.doubtful_labels
    ]
    return [*(f"{said[0].upper()}{said[1:]}." for said in shown.doubtful_columns), *labels]


def _tiles(release: TableRelease) -> dict[str, str]:
    facts = {
        "rows": f"{release.loss.rows:,}",
        "groups of rows alike": f"{release.groups:,}",
        "loss (LM), from 0 to 1": f"{_loss(release):.4f}",
    }
    proved = release.certificate
    bound = 0.0 if proved is None else bound_told(proved.bound, _cells(release), release.model.k)
    return facts | ({"loss at least, of any release": f"{bound:.4f}"} if bound else {})


def _cells(release: TableRelease) -> int:
    return release.loss.rows * len(release.loss.columns)


def _loss(release: TableRelease) -> float:
    return least_told(release.loss.lm, _cells(release), release.model.k)


def _done(release: TableRelease) -> str:
    k, qi = release.model.k, release.quasi_identifiers
    others = [name for name in release.data.columns if name not in qi]
    return paragraphs(
        f"The data are a table. Somebody may be recognised by these columns together, the "
        f"quasi-identifiers: {', '.join(qi)}. Their values were made coarser.",
        f"Published as they are: {', '.join(others)}." if others else "",
        # Not by name: what was collected besides is the publisher's business.
        f"{counted(len(release.dropped), 'other column is', 'other columns are')} left out."
        if release.dropped
        else "",
        f"The promise is k-anonymity with k = {k:,}: every row agrees in all quasi-identifiers "
        f"with at least {k - 1:,} others"
        + (", of other persons." if release.verdict.persons is not None else "."),
        words.method(release.method),
        "Each published cell covers the original value: it is the value itself, a wider label, a "
        "range, a set, or `*` for any value. " + words.order(release),
        words.repeatable(release),
    )


def _cost(release: TableRelease, shown: TableFigures) -> str:
    loss, k = release.loss, release.model.k
    worst = max(loss.columns, key=lambda column: column.lm)
    raised = any(0 < column.lm * loss.rows < k for column in loss.columns)
    rows = [
        (
            column.name,
            f"{least_told(column.lm, loss.rows, k):.4f}",
            told_share(column.unchanged, loss.rows, k),
            told_share(column.suppressed, loss.rows, k),
        )
        for column in loss.columns
    ]
    return (
        paragraphs(
            f"The loss metric (LM) is 0 where a value is published as it was and 1 where it is "
            f"`*`. Over all cells it is {_loss(release):.4f}; {worst.name} loses most. "
            f"{_all_stars(release)} with nothing but `*`.",
            f"A loss of fewer than {k:,} cells is told as one of {k:,}." if raised else "",
        )
        + table(("column", "loss (LM)", "as it was", "suppressed"), rows)
        + figures(drawings_of_table(release, shown))
        + _without_spread(release, shown)
    )


def _all_stars(release: TableRelease) -> str:
    rows = release.loss.suppressed_rows
    if not rows:
        return "No row is published"
    return f"{told_share(rows, release.loss.rows, release.model.k)} of the rows are published"


def _without_spread(release: TableRelease, shown: TableFigures) -> str:
    if release.verdict.persons is None:
        left = ", ".join(not_drawn(shown))
        return paragraphs(
            f"Not drawn before and after: {left}. With values in fewer than {release.model.k:,} "
            "rows merged, a single bar would be left, which tells nothing."
            if left
            else ""
        )
    return paragraphs(
        "How the values are spread is not shown: k counts persons here, and a bar of so many rows "
        "could be about fewer of them."
    )


def _proof(release: TableRelease) -> str:
    if release.certificate is None:
        return paragraphs(
            "Nothing was proved about how good this release is. There is a proof when all "
            "columns are published by labels of hierarchies."
        )
    return paragraphs(
        *words.certificate(
            release.certificate,
            spell=lambda loss: f"{loss:.4f} (LM)",
            whole=_cells(release),
            k=release.model.k,
            loss=release.loss.lm,
        )
    )


def _limits(release: TableRelease, shown: TableFigures) -> str:
    k = release.model.k
    agreeing = [
        f"In {counted(column.groups, 'group')} of {release.groups:,}, all rows have the same "
        f"{column.name}."
        for column in shown.agreements
    ]
    return points(
        [
            (
                "Protected: which row is whose.",
                f"Who knows all quasi-identifiers of a person finds at least {k:,} rows that fit. "
                f"A guess is right with a chance of 1 in {k:,} at most, as far as the file goes.",
            ),
            (
                "Not protected: values that a whole group shares.",
                "The other columns are published as they are. Where all rows of a group agree, "
                "who finds the group of a person learns the value. Where nearly all agree, it is "
                "nearly sure. " + " ".join(agreeing),
            ),
            words.PRESENCE,
            words.BACKGROUND,
            words.REPEATED,
            (
                "When not to trust it.",
                "If others know a column that is not a quasi-identifier here, it tells the rows "
                "of a group apart."
                + (
                    ""
                    if release.verdict.persons is not None
                    else f" And one row must be one person: {k:,} rows of one person are no crowd."
                ),
            ),
        ]
    )


def _check(release: TableRelease, file: str) -> str:
    qi = shlex.quote(",".join(release.quasi_identifiers))
    line = f"shoal verify {file} -k {release.model.k} --qi {qi}"
    alone = "from the published file alone, without trusting whoever made it."
    if release.verdict.persons is None:
        told = f"The promise can be checked {alone}"
    else:
        told = (
            f"That every group has at least {release.model.k:,} rows can be checked {alone} That "
            "they are of as many persons cannot: whose they are is not published."
        )
    return paragraphs(
        f"{told} The check shares no code with the method." + words.placeholder(file)
    ) + command(line)
