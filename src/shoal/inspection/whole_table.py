"""A table inspected: columns, roles, who is singled out, what to run next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from shoal.engines.local import Progress
from shoal.inspection.column_types import Column, look_at
from shoal.inspection.facts import Inspection, TableFacts
from shoal.inspection.item_rows import ids_and_items
from shoal.inspection.known_columns import by_all_columns, by_known_columns
from shoal.inspection.next_step import for_items, for_table, look_at_items
from shoal.inspection.padded import is_padded
from shoal.inspection.quasi_identifiers import is_code, quasi_identifiers
from shoal.inspection.roles import IDENTIFIER, QUASI_IDENTIFIER
from shoal.inspection.seen import Seen
from shoal.inspection.tables import facts_of_table
from shoal.wording import counted

#: What the reason says more of a table whose rows are items.
_LONG = "; but it looks like a long file, each row one item of a basket"

#: Columns that a note names at most, of each reason.
_NAMED = 10

#: A note on baskets that only look like a table.
_PADDED = (
    "this looks like baskets in columns, padded with empty cells, not like a table: delete the "
    "line of names and insist on --format csv, which reads each line as a basket; of a Parquet or "
    "Arrow file, join the columns into one of lists"
)


def inspect_table(
    seen: Seen,
    path: Path | None,
    *,
    known: Iterable[int],
    seed: int,
    progress: Progress | None,
) -> Inspection:
    """Return what there is to say about a table.

    Somebody is taken to know any columns but those that are identifiers already.

    Parameters
    ----------
    seen
        The columns, and why they are a table.
    path
        The file; None if there is none.
    known
        How many columns somebody may know.
    seed
        Of what is drawn.
    progress
        Called while sets of columns are counted.
    """
    assert isinstance(seen.data, pl.DataFrame)
    columns = [look_at(column) for column in seen.data]
    facts = facts_of_table(columns, seed=seed)
    left_out = {*facts.of_role(IDENTIFIER)}
    tellable = {
        column.name: column.codes
        for column in columns
        if column.distinct and column.type != "list" and column.name not in left_out
    }
    unique = [
        by_known_columns(tellable, number, seed=seed, progress=progress)
        for number in known
        if number <= len(tellable)
    ]
    hidden = facts.of_role(QUASI_IDENTIFIER)
    if hidden:
        unique.append(by_all_columns(tellable, hidden))
    advice = _advise(seen, path, facts, columns)
    return Inspection(
        seen.kind,
        seen.reason + (_LONG if advice.look_first else ""),
        len(seen.data),
        facts,
        tuple(unique),
        (*seen.notes, *advice.notes),
        advice.arguments,
        advice.look_first,
    )


class _Advice(NamedTuple):
    """Sentences to read, a command to run next, and one to run before it."""

    notes: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    look_first: tuple[str, ...] = ()


def _advise(seen: Seen, path: Path | None, facts: TableFacts, columns: list[Column]) -> _Advice:
    """Tell what to do: as baskets if the rows are rather items of some, else as a table."""
    assert isinstance(seen.data, pl.DataFrame)
    if is_padded(seen.data, columns):
        return _Advice((_PADDED, _on_roles(facts)))
    if path is None or not seen.named:
        return _Advice((_on_roles(facts),))
    items = ids_and_items(columns)
    if items is not None:
        baskets = next(one.distinct for one in columns if one.name == items[0])
        return _Advice(
            (_as_baskets(*items), _on_roles(facts)),
            for_items(path, *items, baskets, seen.flags),
            look_at_items(path, *items, seen.flags),
        )
    chosen, skipped = quasi_identifiers(facts, columns)
    arguments = for_table(path, facts, columns, chosen, seen.flags)
    said = (*_about_command(chosen, skipped), *_about_mixed(chosen, seen)) if arguments else ()
    return _Advice((_on_roles(facts), *said), arguments)


def _as_baskets(id: str, item: str) -> str:
    return (
        f"column {id!r} repeats, so each row is taken for one item of a basket: --id says whose "
        f"basket (a person's is best), --item what is in it, here {item!r}; name "
        "quasi-identifiers with --qi instead if each row is about another person"
    )


def _about_command(chosen: Iterable[Column], skipped: Mapping[str, str]) -> Iterable[str]:
    codes = [column.name for column in chosen if is_code(column)]
    if codes:
        holds = "hold" if len(codes) > 1 else "holds"
        yield (
            f"{', '.join(codes)} {holds} digits that are names: --categorical keeps them from "
            "being published as ranges of numbers"
        )
    reasons = {why: [name for name in skipped if skipped[name] == why] for why in skipped.values()}
    said = [f"{_listed(names)} ({why})" for why, names in reasons.items()]
    if said:
        yield f"the command leaves out {'; '.join(said)}"


def _about_mixed(chosen: Iterable[Column], seen: Seen) -> Iterable[str]:
    """Say which columns are categorical only because some of their values are spelled otherwise."""
    for column in chosen:
        if column.mixed is None:
            continue
        what, rows = column.mixed
        place = (
            f"row {rows[0] + 1:,}" if seen.line_of is None else f"line {seen.line_of(rows[0]):,}"
        )
        others = f"{len(rows):,} of {counted(column.known, 'value')}"
        no, it = (
            (f"is no {what} (", "it") if len(rows) == 1 else (f"are no {what}s (first in ", "them")
        )
        yield (
            f"column {column.name!r}: {others} {no}{place}): clean {it}, or the column is "
            "published as --categorical says, in sets of values and not in ranges"
        )


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _on_roles(facts: TableFacts) -> str:
    if not facts.of_role(QUASI_IDENTIFIER):
        return "no column looks like a quasi-identifier: name those that others may know with --qi"
    return "roles are suggestions: whoever publishes decides what others may know"
