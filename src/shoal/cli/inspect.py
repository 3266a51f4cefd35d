"""``shoal inspect``: what a file is, who is singled out in it, and what to run next."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import extended_by, reading_options
from shoal.cli.options import argument
from shoal.cli.progress import progress_bar
from shoal.cli.show import WIDTH, folded, print_answer, print_table, printing, shows_tables
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.inspection.facts import Inspection, Uniqueness


@extended_by(reading_options)
def command(
    source: Annotated[Path, argument("The file to look at.", "INPUT")],
    given: dict[str, str | bool],
    seed: Annotated[int, options.seed("Seed of the rows drawn from a large file.")] = 0,
    threads: options.Threads = None,
    memory_limit: options.MemoryLimit = None,
) -> None:
    """Show what a file holds, who is singled out in it, and what to run next.

    No value is shown that fewer than 10 rows share.

    `shoal inspect people.csv`
    """
    from shoal.inspection import inspect

    with progress_bar("Inspecting", "sets") as shown:
        found = inspect(
            source,
            **values_of(given, reading_options()),
            seed=seed,
            threads=threads,
            progress=shown,
            memory_limit=memory_limit,
        )
    document = {"schema": "shoal.inspect/1", "file": str(source), **found.to_dict()}
    facts = {"kind": found.kind, "because": folded(found.reason), "rows": f"{found.rows:,}"}
    summary = found.facts.summary().items()
    facts |= {fact: text if "\n" in text else folded(text) for fact, text in summary}
    print_answer(document, str(source), facts)
    if shows_tables():
        _show(found)


def _show(found: Inspection) -> None:
    if found.facts.columns:
        _show_columns(found.facts)
    if found.uniqueness:
        _show_uniqueness(found, found.facts.unit)
    with printing():
        for note in found.notes:
            print(textwrap.fill(f"Note: {note}.", WIDTH, break_long_words=False))
        if found.command is not None:
            print(f"Next:\n  {found.command}")


def _show_columns(facts: Any) -> None:
    rows = [
        (_cut(one.name), one.type, f"{one.distinct:,}", f"{one.missing:,}", one.role)
        for one in facts.columns
    ]
    titles = ("column", "type", "values", "missing", "suggested role")
    print_table("Columns", [titles, *rows])
    print_table("Why", ((_cut(one.name), folded(one.reason)) for one in facts.columns))
    if facts.near_identifiers:
        near = {_cut(name): folded(reason) for name, reason in facts.near_identifiers}
        print_table("Would give people away if published as they are", near.items())
    if facts.bands:
        from shoal.inspection.next_step import K

        shown = {_cut(name): folded(labels) for name, labels in facts.bands}
        print_table(f"Would be published, at k={K}, as narrow as", shown.items())


def _show_uniqueness(found: Inspection, what: str) -> None:
    drawn = "sets of columns" if what == "columns" else "draws"
    facts = {
        _known(one, what): folded(_singled_out(one, found.rows, drawn)) for one in found.uniqueness
    }
    print_table("Rows singled out, on average, by somebody who knows of them", facts.items())


def _known(one: Uniqueness, what: str) -> str:
    if one.known is None:
        return "all quasi-identifiers" if what == "columns" else "all items"
    return f"1 {what.removesuffix('s')}" if one.known == 1 else f"{one.known} {what}"


def _singled_out(one: Uniqueness, rows: int, drawn: str) -> str:
    text = f"{_share(one.share)} of rows"
    if one.exact:
        about = "" if one.known is None else "about "  # an average over what may be known
        text += f" ({about}{one.share * rows:,.0f} of {rows:,})" if round(one.share * rows) else ""
    else:
        low, high = _share(one.low), _share(one.high)
        text += f" ({low} to {high} with 95% confidence, from {one.looked_at:,} {drawn})"
    if one.known is not None and one.worst and one.worst_share:
        text += f"; most of all by {', '.join(one.worst)}: {_share(one.worst_share)}"
    return text


def _share(share: float) -> str:
    return "under 0.1%" if 0 < share < 0.001 else f"{share:.1%}"


def _cut(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:21]}..."
