"""A table inspected: columns, roles, who is singled out, what to run next."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import polars as pl

from shoal.engines.local import Progress
from shoal.inspection.column_types import look_at
from shoal.inspection.facts import Inspection, TableFacts
from shoal.inspection.item_rows import ids_and_items
from shoal.inspection.known_columns import by_all_columns, by_known_columns
from shoal.inspection.next_step import for_items, for_table
from shoal.inspection.roles import IDENTIFIER, QUASI_IDENTIFIER
from shoal.inspection.seen import Seen
from shoal.inspection.tables import facts_of_table


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
    notes = [*seen.notes, *_notes(facts)]
    arguments: tuple[str, ...] = ()
    if path is not None and seen.named:
        arguments = for_table(path, facts, columns, seen.flags)
        items = ids_and_items(columns)
        if items is not None:
            notes.append(_as_baskets(*items))
            baskets = next(one.distinct for one in columns if one.name == items[0])
            arguments = for_items(path, *items, baskets, seen.flags) or arguments
    return Inspection(
        seen.kind,
        seen.reason,
        len(seen.data),
        facts,
        tuple(unique),
        tuple(notes),
        arguments,
    )


def _as_baskets(id: str, item: str) -> str:
    return (
        f"column {id!r} repeats, so each row is taken for one item of a basket: --id says whose "
        f"basket (a person's is best), --item what is in it, here {item!r}; name "
        "quasi-identifiers with --qi instead if each row is about another person"
    )


def _notes(facts: TableFacts) -> Iterable[str]:
    if not facts.of_role(QUASI_IDENTIFIER):
        yield "no column looks like a quasi-identifier: name those that others may know with --qi"
    else:
        yield "roles are suggestions: whoever publishes decides what others may know"
