"""What a report says about a table, and its drawings."""

from __future__ import annotations

from shoal.privacy.publishable import Amount, shown_loss, shown_share
from shoal.release import Release
from shoal.report import charts, words
from shoal.report.html import figure, figures, paragraphs, points, table
from shoal.report.page import Page, curve_of
from shoal.wording import counted

JUDGED = (
    "Persons were counted when the release was made, by a column that is not published; from the "
    "published file, rows can be checked."
)


def page_of_table(release: Release) -> Page:
    """Return the page about a released table."""
    rows_can = (
        f"That every group has at least {release.model.k:,} rows can be checked from the published "
        "file alone, without trusting whoever made it. That they are of as many persons cannot: "
        "whose they are is not published."
    )
    return Page(
        release,
        title=f"A table of {release.loss.rows:,} rows{release.model.headline()}",
        kind="a table",
        notices=[*words.notices(release), *_notices(release)],
        tiles=_tiles(release),
        done=_done(release),
        cost=_cost(release),
        proof=_proof(release),
        limits=_limits(release),
        **({"judged": JUDGED, "checked_from": rows_can} if _counts_persons(release) else {}),
    )


def _counts_persons(release: Release) -> bool:
    return "persons" in release.verdict.figures


def _notices(release: Release) -> list[str]:
    shown = release.figures
    labels = [
        f"Some labels of column {name!r} read like a range that does not hold all their values: "
        "take them for names."
        for name in shown.doubtful_labels
    ]
    return [*(f"{said[0].upper()}{said[1:]}." for said in shown.doubtful_columns), *labels]


def _tiles(release: Release) -> dict[str, str]:
    facts = {
        "rows": f"{release.loss.rows:,}",
        "groups of rows alike": f"{release.groups:,}",
        "loss (LM), from 0 to 1": f"{words.loss(release):.4f}",
    }
    bound = words.bound(release)
    return facts | ({"loss at least, by these hierarchies": f"{bound:.4f}"} if bound else {})


def _done(release: Release) -> str:
    qi, dropped = release.facts["quasi_identifiers"], release.facts["dropped"]
    others = [name for name in release.data.columns if name not in qi]
    return paragraphs(
        f"The data are a table. Somebody may be recognised by these columns together, the "
        f"quasi-identifiers: {', '.join(qi)}. Their values were made coarser.",
        f"Published as they are: {', '.join(others)}." if others else "",
        # Not by name: what was collected besides is the publisher's business.
        f"{counted(len(dropped), 'other column is', 'other columns are')} left out."
        if dropped
        else "",
        release.model.meaning("every row agrees in all quasi-identifiers with"),
        words.method(release),
        "Each published cell covers the original value: it is the value itself, a wider label, a "
        "range, a set, or `*` for any value. " + words.order(release),
        words.repeatable(release),
    )


def _cost(release: Release) -> str:
    loss, k = release.loss, release.model.k
    worst = max(loss.columns, key=lambda column: column.lm)
    raised = any(0 < column.lm * loss.rows < k for column in loss.columns)
    stars = "No row is published"
    if loss.suppressed_rows:
        stars = f"{shown_share(loss.suppressed_rows, loss.rows, k)} of the rows are published"
    losses = [Amount(column.name, shown_loss(column.lm, loss.rows, k)) for column in loss.columns]
    rows = [
        (
            column.name,
            f"{lost.amount:.4f}",
            shown_share(column.unchanged, loss.rows, k),
            shown_share(column.suppressed, loss.rows, k),
        )
        for column, lost in zip(loss.columns, losses, strict=True)
    ]
    return (
        paragraphs(
            f"The loss metric (LM) is 0 where a value is published as it was and 1 where it is "
            f"`*`. Over all cells it is {words.loss(release):.4f}; {worst.name} loses most. "
            f"{stars} with nothing but `*`.",
            f"A loss of fewer than {k:,} cells is shown as one of {k:,}." if raised else "",
        )
        + table(("column", "loss (LM)", "as it was", "suppressed"), rows)
        + figures(_drawings(release, losses))
        + paragraphs(_not_drawn(release))
    )


def _drawings(release: Release, losses: list[Amount]) -> str:
    """Return a drawing of each figure that tells something, in reading order."""
    shown = release.figures
    drawn = [
        curve_of(release, title="loss (LM)", form="~g"),
        figure(
            "columns",
            charts.columns(losses),
            "Loss by column",
            "How coarse each column has become, on average.",
        ),
        figure(
            "groups",
            charts.amounts(shown.group_sizes, across="rows in a group", up="groups"),
            "Group sizes",
            "Rows that agree in all quasi-identifiers. Every group has at least "
            f"{release.model.k:,} rows.",
        ),
    ]
    note = (
        "A published cell that may be several values counts evenly for each. Values in too few "
        "rows are merged. The same holds for the other columns."
    )
    spread = [column for column in shown.distributions if len(column.bars) > 1]
    for number, column in enumerate(spread):
        chart, title = charts.distribution(column.bars), f"{column.name}, before and after"
        drawn.append(figure(f"column{number}", chart, title, "" if number else note))
    return "".join(drawn)


def _not_drawn(release: Release) -> str:
    """Return why the values of some columns are not drawn."""
    if _counts_persons(release):
        return (
            "How the values are spread is not shown: k counts persons here, and a bar of so many "
            "rows could be about fewer of them."
        )
    alone = [column.name for column in release.figures.distributions if len(column.bars) < 2]
    if not alone:
        return ""
    return (
        f"Not drawn before and after: {', '.join(alone)}. With values in fewer than "
        f"{release.model.k:,} rows merged, a single bar would be left, which tells nothing."
    )


def _proof(release: Release) -> str:
    if release.certificate is None:
        return paragraphs(
            "Nothing was proved about how good this release is. There is a proof when all "
            "columns are published by labels of hierarchies."
        )
    return paragraphs(*words.proof(release, lambda loss: f"{loss:.4f} (LM)"))


def _limits(release: Release) -> str:
    agreeing = [
        f"In {counted(column.groups, 'group')} of {release.groups:,}, all rows have the same "
        f"{column.name}."
        for column in release.figures.agreements
    ]
    known = (
        "If others know a column that is not a quasi-identifier here, it tells the rows of a group "
        "apart."
    )
    if not _counts_persons(release):
        k = release.model.k
        known += f" And one row must be one person: {k:,} rows of one person are no crowd."
    shared = (
        "The other columns are published as they are. Where all rows of a group agree, an attacker "
        "who finds the group of a person learns the value. Where nearly all agree, it is nearly "
        "sure. " + " ".join(agreeing)
    )
    return points(
        [
            *release.model.limits("the quasi-identifiers"),
            ("Not protected: values that a whole group shares.", shared),
            *words.ALWAYS,
            ("When not to trust it.", known),
        ]
    )
