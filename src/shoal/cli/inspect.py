"""``shoal inspect``: what a file is, who is singled out in it, and what to run next."""

from __future__ import annotations

import shlex
import textwrap
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import extended_by, reading_options
from shoal.cli.options import argument
from shoal.cli.progress import progress_bar
from shoal.cli.show import WIDTH, folded, print_answer, print_table, printing, shows_tables
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.inspection import Inspection, Uniqueness


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
        if found.arguments:
            print("Next:")
        for arguments in filter(None, (found.look_first, found.arguments)):
            print(_in_lines(arguments))


def _in_lines(arguments: tuple[str, ...]) -> str:
    """Return a command in lines that a shell reads as one, broken in front of flags."""
    parts = ["shoal"]
    for word in arguments:
        spelled = "tab" if word == "\t" else shlex.quote(word)
        if word.startswith("-"):
            parts.append(spelled)
        else:
            parts[-1] += f" {spelled}"
    lines = parts[:1]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) > WIDTH - 7:
            lines.append(part)
        else:
            lines[-1] += f" {part}"
    return "  " + " \\\n    ".join(lines)


def _show_columns(facts: Any) -> None:
    rows = [
        (_cut(one.name), one.type, f"{one.distinct:,}", f"{one.missing:,}", one.role)
        for one in facts.columns
    ]
    titles = ("column", "type", "values", "missing", "suggested role")
    print_table("Columns", [titles, *rows])
    print_table("Why", _reasons(facts).items())
    if facts.near_identifiers:
        near = {_cut(name): folded(reason) for name, reason in facts.near_identifiers}
        print_table("Would give people away if published as they are", near.items())
    if facts.bands:
        from shoal.inspection.next_step import K

        shown = {_cut(name): folded(labels) for name, labels in facts.bands}
        print_table(f"Would be published, at k={K}, as narrow as", shown.items())


def _reasons(facts: Any) -> dict[str, str]:
    """Return for each role why columns have it, and which; columns of one reason together."""
    shared: dict[tuple[str, str], list[str]] = {}
    for one in facts.columns:
        shared.setdefault((one.role, one.reason), []).append(_cut(one.name))
    text: dict[str, list[str]] = {}
    for (role, reason), names in shared.items():
        text.setdefault(role, []).append(folded(f"{', '.join(names)}: {reason}"))
    return {role: "\n".join(parts) for role, parts in sorted(text.items())}


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
        text += f" ({_number(one.share, rows)} of {rows:,})" if round(one.share * rows) else ""
    else:
        low, high = _share(one.low), _share(one.high)
        text += f" ({low} to {high} with 95% confidence, from {one.looked_at:,} {drawn})"
    if one.known is not None and one.worst and one.worst_share:
        text += f"; most of all by {', '.join(one.worst)}: {_share(one.worst_share)}"
    return text


def _number(share: float, rows: int) -> str:
    """Return how many rows a share is; where that is an average, about how many."""
    number = share * rows
    about = "" if isclose(number, round(number)) else "about "
    return f"{about}{round(number):,}"


def _share(share: float) -> str:
    return "under 0.1%" if 0 < share < 0.001 else f"{share:.1%}"


def _cut(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:21]}..."
