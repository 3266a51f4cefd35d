"""What a report says about a table, and its drawings."""

from __future__ import annotations

from shoal.release import Release
from shoal.report import charts, words
from shoal.report.html import figure, figures, paragraphs, points, table
from shoal.report.page import Page
from shoal.wording import counted

#: A column with this share of its cells `*` is as good as gone; pairs of columns that are listed.
GONE, MOST_PAIRS = 0.95, 10

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
        title=f"A table of {len(release.data):,} rows{release.model.headline()}",
        notices=_notices(release),
        tiles=_tiles(release),
        use=_use(release),
        done=_done(release),
        cost=_cost(release),
        limits=_limits(release),
        **({"judged": JUDGED, "checked_from": rows_can} if _counts_persons(release) else {}),
    )


def _counts_persons(release: Release) -> bool:
    return "persons" in release.verdict.figures


def _notices(release: Release) -> list[str]:
    shown, alone = release.figures, release.warned_of("rows-singled-out")
    labels = [
        f"Some labels of column {name!r} read like a range that does not hold all their values: "
        "take them for names."
        for name in shown.doubtful_labels
    ]
    lost = [column.name for column in shown.columns if column.suppressed >= GONE]
    told = f"Next to nothing is left of {', '.join(lost)}: nearly all cells are `*`."
    return [
        *([told] if lost else []),
        *(f"{said[0].upper()}{said[1:]}." for said in (*alone, *shown.doubtful_columns)),
        *labels,
    ]


def _tiles(release: Release) -> dict[str, str]:
    shown = release.figures
    return {
        "rows": f"{len(release.data):,}",
        "groups of rows alike": f"{release.groups:,}",
        "loss (LM), from 0 to 1": f"{shown.lm:.4f}",
        **words.gap_tile(release),
    }


def _use(release: Release) -> str:
    if _counts_persons(release):
        return paragraphs(
            "The charts show what the release tells. What was before is not shown: k counts "
            "persons here, and what is about many rows could be about few of them."
        ) + _spread(release)
    pairs = release.figures.associations
    real = sorted(filter(lambda one: one.is_one, pairs), key=lambda one: -one.before)
    rows = [
        (" and ".join(one.columns), f"{one.before:.10g}", f"{one.after:.2f}")
        for one in real[:MOST_PAIRS]
    ]
    strength = (
        "How strongly two columns depend on each other, by the values in the charts: 0 is not at "
        "all, 1 is that one column tells the other; for two values each it is their correlation."
    )
    return (
        paragraphs(
            "The charts show how many rows have which value, of columns that lost most, at the "
            "level of detail that is published. A cell that may be several values counts evenly "
            "for each, values in too few rows are merged, and what was before is rounded.",
            strength if rows else "",
        )
        + (table(("columns", "association before", "after"), rows, "associations") if rows else "")
        + _spread(release)
    )


def _spread(release: Release) -> str:
    """Return a drawing of each column's values that tells something, in reading order."""
    return figures(
        "".join(
            figure(
                f"column{number}",
                charts.distribution(column.bars),
                column.name if _counts_persons(release) else f"{column.name}, before and after",
                "",
            )
            for number, column in enumerate(release.figures.columns)
            if len(column.bars) > 1
        )
    )


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
        *words.done(
            release,
            "every row agrees in all quasi-identifiers with",
            f"{_sensitive_value(release)}Each published cell covers the original value: it is the "
            "value itself, a wider label, a range, a set, or `*` for any value.",
        ),
    )


def _sensitive_value(release: Release) -> str:
    """Return what the model takes for a sensitive value, if there are several columns of them."""
    names = release.data.sensitive
    if not release.model.needs_sensitive or len(names) < 2:
        return ""
    if release.data.together:
        listed = ", ".join(names)
        return (
            f"A sensitive value is the combination of {listed}: none of them alone is protected. "
        )
    return f"Each sensitive column satisfies the model alone: {', '.join(names)}. "


def _cost(release: Release) -> str:
    columns, suppressed = release.figures.columns, release.loss.suppressed_rows
    worst = max(columns, key=lambda column: column.lm)
    stars = "No row is published"
    if suppressed:
        stars = f"{words.percent(suppressed / len(release.data))} of the rows are published"
    hidden = release.verdict.figures.get("suppressed_rows", 0)
    values = f" {counted(hidden, 'row lacks its', 'rows lack their')} sensitive values, too."
    rows = [
        (
            column.name,
            f"{column.lm:.4f}",
            words.percent(column.suppressed),
        )
        for column in columns
    ]
    return (
        paragraphs(
            f"The loss metric (LM) is 0 where a single value is published and 1 where it is "
            f"`*`. Over all cells it is {release.figures.lm:.4f}; {worst.name} loses most. "
            f"{stars} with nothing but `*`.{values if hidden else ''}",
            "It is computed from what anybody can see: a label costs what its hierarchy says, a "
            "range its width among all published ones. The publisher's own figure is measured "
            "against the original, and may differ.",
        )
        + table(("column", "loss (LM)", "suppressed"), rows)
        + figures(
            figure(
                "groups",
                charts.amounts(release.figures.group_sizes, across="rows in a group", up="groups"),
                "Group sizes",
                "Rows that agree in all quasi-identifiers. Every group has at least "
                f"{release.model.k:,} rows.",
            )
        )
    )


def _limits(release: Release) -> str:
    agreeing = [
        f"In {counted(groups, 'group')} of {release.groups:,}, all rows have the same {name}."
        for name, groups in release.figures.agreements.items()
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
