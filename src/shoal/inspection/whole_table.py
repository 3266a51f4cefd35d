"""A table inspected: columns, roles, who is singled out, what to run next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

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

#: Columns that a note names at most.
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
    notes, reason = [*seen.notes], seen.reason
    arguments: tuple[str, ...] = ()
    look_first: tuple[str, ...] = ()
    items = ids_and_items(columns) if path is not None and seen.named else None
    if is_padded(seen.data, columns):
        notes += [_PADDED, *_notes(facts)]
    elif path is not None and items is not None:
        baskets = next(one.distinct for one in columns if one.name == items[0])
        arguments = for_items(path, *items, baskets, seen.flags)
        look_first = look_at_items(path, *items, seen.flags)
        reason += "; but it looks like a long file, each row one item of a basket"
        notes += [_as_baskets(*items), *_notes(facts)]
    else:
        chosen, skipped = quasi_identifiers(facts, columns)
        notes += [*_notes(facts)]
        if path is not None and seen.named:
            arguments = for_table(path, facts, columns, chosen, seen.flags)
            notes += _about_command(chosen, skipped) if arguments else ()
    return Inspection(
        seen.kind,
        reason,
        len(seen.data),
        facts,
        tuple(unique),
        tuple(notes),
        arguments,
        look_first,
    )


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
    if skipped:
        said = [f"{name!r} ({why})" for name, why in skipped.items()]
        more = f" and {len(said) - _NAMED:,} more" if len(said) > _NAMED else ""
        yield f"the command leaves out {', '.join(said[:_NAMED])}{more}"


def _notes(facts: TableFacts) -> Iterable[str]:
    if not facts.of_role(QUASI_IDENTIFIER):
        yield "no column looks like a quasi-identifier: name those that others may know with --qi"
    else:
        yield "roles are suggestions: whoever publishes decides what others may know"
