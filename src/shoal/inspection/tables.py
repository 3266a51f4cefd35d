"""A table inspected: columns, roles, who is singled out, what to run next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data.table_notices import gives_away, is_nearly_unique
from shoal.data.words import speaks_of
from shoal.engines.local import Progress
from shoal.inspection.column_types import Column, look_at
from shoal.inspection.facts import ColumnFacts, Inspection, TableFacts
from shoal.inspection.next_step import can_be_named, for_baskets, for_table, named
from shoal.inspection.recognised import Recognised
from shoal.inspection.roles import (
    IDENTIFIER,
    OTHER,
    QUASI_IDENTIFIER,
    SENSITIVE,
    ids_and_items,
    person_of,
    role_of,
)
from shoal.inspection.uniqueness import KNOWN, by_all_columns, by_known_columns

#: Rows looked at to tell which column gives away which; more columns are not compared.
_ROWS, _COLUMNS = 20_000, 60

Words = tuple[str, ...]


def inspect_table(
    seen: Recognised,
    data: pl.DataFrame,
    path: Path | None,
    *,
    seed: int,
    progress: Progress | None,
) -> Inspection:
    """Return what there is to say about a table.

    An attacker is taken to know any columns but those that are identifiers already.
    """
    columns = [look_at(column) for column in data]
    facts = _facts(columns, seed)
    left_out = {*facts.of_role(IDENTIFIER)}
    tellable = {
        column.name: column.codes
        for column in columns
        if column.distinct and column.type != "list" and column.name not in left_out
    }
    unique = [
        by_known_columns(tellable, known, seed=seed, progress=progress)
        for known in KNOWN
        if known <= len(tellable)
    ]
    hidden = facts.of_role(QUASI_IDENTIFIER)
    if hidden:
        unique.append(by_all_columns(tellable, hidden))
    note = "no column looks like a quasi-identifier: name those that others may know with --qi"
    if hidden:
        note = "roles are suggestions: whoever publishes decides what others may know"
    notes: Words = (note,)
    reason = seen.reason
    arguments: Words = ()
    look_first: Words = ()
    if path is not None:
        usable = [column for column in columns if can_be_named(column.name)]
        pair = ids_and_items(usable)
        if pair is None:
            more, arguments = _as_table(path, facts, columns, person_of(usable), seen.flags)
            notes += more
        else:
            reason += "; but it looks like a long file, each row one item of a basket"
            id, item = pair
            notes = (
                f"column {id!r} repeats, so each row is taken for one item of a basket: --id says "
                f"whose basket (a person's is best), --item what is in it, here {item!r}; name "
                "quasi-identifiers with --qi instead if each row is about another person",
                *notes,
            )
            flags = ("--id", id, "--item", item, *seen.flags)
            baskets = next(column.distinct for column in columns if column.name == id)
            arguments = for_baskets(path, baskets, flags)
            look_first = ("inspect", named(path), *flags)
    notes = (*seen.notes, *notes)
    return Inspection(
        seen.kind, reason, len(data), facts, tuple(unique), notes, arguments, look_first
    )


def _facts(columns: Sequence[Column], seed: int) -> TableFacts:
    """Return the types and roles of columns, and which of them give away others."""
    facts = [
        ColumnFacts(column.name, column.type, column.distinct, column.missing, *role_of(column))
        for column in columns
    ]
    if sum(column.role == QUASI_IDENTIFIER for column in facts) < 2:
        # Where hardly anything else is known, others may know what nothing is known of.
        reason = "nothing tells what it is: others may know it"
        facts = [
            replace(column, role=QUASI_IDENTIFIER, reason=reason)
            if column.role == OTHER
            and column.type in ("number", "category")
            and column.distinct > 1
            else column
            for column in facts
        ]
    single = {column.name: column.codes for column in columns if column.type != "list"}
    alone = by_all_columns(single, single).share if single else 1.0
    rows = columns[0].rows
    roles = {column.name: column.role for column in facts}
    near = tuple(_near_identifiers(columns, roles, seed))
    return TableFacts(tuple(facts), rows - round(alone * rows), near)


def _near_identifiers(
    columns: Sequence[Column], roles: Mapping[str, str], seed: int
) -> Iterator[tuple[str, str]]:
    rows = columns[0].rows
    chosen = np.arange(rows)
    if rows > _ROWS:
        chosen = np.random.default_rng(seed).choice(rows, _ROWS, replace=False)
    some = {column.name: pl.Series(column.codes[chosen]) for column in columns}
    hidden = [name for name, role in roles.items() if role == QUASI_IDENTIFIER]
    for column in columns:
        if roles[column.name] == IDENTIFIER or column.distinct < 2:
            continue
        if is_nearly_unique(column.distinct, rows):
            share = column.distinct / rows
            yield column.name, f"nearly unique: {share:.0%} as many values as rows"
        elif len(columns) <= _COLUMNS:
            others = [name for name in hidden if name != column.name]
            given = [name for name in others if gives_away(some[column.name], some[name])]
            if given:
                yield column.name, f"gives away {', '.join(given)}"


def _as_table(
    path: Path, facts: TableFacts, columns: Sequence[Column], person: Column | None, flags: Words
) -> tuple[Words, Words]:
    """Return what to know of the command that publishes a table, and the command."""
    chosen: list[Column] = []
    left_out: dict[str, list[str]] = {}
    for column, fact in zip(columns, facts.columns, strict=True):
        if fact.role == IDENTIFIER and column is person:
            continue
        why = _why_left_out(column, fact, chosen)
        if why is not None:
            left_out.setdefault(why, []).append(column.name)
        elif fact.role == QUASI_IDENTIFIER:
            chosen.append(column)
    # A postcode is no amount: digits that are names stay as they are.
    codes = [
        column.name
        for column in chosen
        if column.type == "number" and column.holds("whole", 1) and speaks_of(column.name, "codes")
    ]
    roles = {
        "--qi": [column.name for column in chosen],
        "--sensitive": [*filter(can_be_named, facts.of_role(SENSITIVE))],
        "--person": [] if person is None else [person.name],
        "--categorical": [column.name for column in chosen if column.mixed or column.name in codes],
    }
    crowd = columns[0].rows if person is None else person.distinct
    arguments = for_table(path, crowd, roles, flags)
    notes = []
    if codes:
        holds = "hold" if len(codes) > 1 else "holds"
        notes.append(
            f"{', '.join(codes)} {holds} digits that are names: --categorical keeps them from "
            "being published as ranges of numbers"
        )
    if left_out:
        reasons = (f"{', '.join(names)} ({why})" for why, names in left_out.items())
        notes.append(f"the command leaves out {'; '.join(reasons)}")
    notes += [
        f"column {column.name!r} holds {column.mixed} and also other text: clean it, or it is "
        "published as --categorical says, in sets of values and not in ranges"
        for column in chosen
        if column.mixed is not None
    ]
    return tuple(notes) if arguments else (), arguments


def _why_left_out(column: Column, fact: ColumnFacts, chosen: Sequence[Column]) -> str | None:
    """Return why a command does not name a column; None if it can."""
    if fact.role in (IDENTIFIER, OTHER):
        return IDENTIFIER if fact.role == IDENTIFIER else fact.reason
    if fact.role != QUASI_IDENTIFIER:
        return None
    if not can_be_named(column.name):
        return "no flag can name it"
    if column.stars:
        return "some of its values read like published cells"
    for other in chosen:
        if column.distinct == other.distinct > 2:
            pairs = {*zip(column.codes.tolist(), other.codes.tolist(), strict=True)}
            if len(pairs) <= column.distinct + bool(column.missing):
                return f"it says the same as {other.name!r}"
    return None
