"""A table inspected: columns, roles, who is singled out, what to run next."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data import Table
from shoal.data.table_notices import gives_away, is_nearly_unique
from shoal.engines.local import Progress
from shoal.errors import ShoalError
from shoal.hierarchies.bands import in_words, with_bands
from shoal.inspection.column_types import Column, look_at
from shoal.inspection.facts import ColumnFacts, Inspection, Recognised, TableFacts
from shoal.inspection.next_step import K, for_baskets, for_table
from shoal.inspection.roles import (
    IDENTIFIER,
    QUASI_IDENTIFIER,
    SENSITIVE,
    ids_and_items,
    person_of,
    role_of,
)
from shoal.inspection.uniqueness import KNOWN, by_all_columns, by_known_columns
from shoal.wording import counted

#: Rows looked at to tell which column gives away which; more columns are not compared.
_ROWS, _COLUMNS = 20_000, 60

#: Quasi-identifiers that are suggested at most.
MOST = 12

Words = tuple[str, ...]


def inspect_table(
    seen: Recognised,
    data: pl.DataFrame,
    path: Path | None,
    *,
    seed: int,
    progress: Progress | None,
) -> Inspection:
    """Return what there is to say about a table, of which others may know all but identifiers."""
    columns = [look_at(column) for column in data]
    facts = _facts(columns, seed)
    roles = {column.name: column.role for column in facts.columns}
    tellable = {
        column.name: column.codes
        for column in columns
        if column.distinct and column.type != "list" and roles[column.name] != IDENTIFIER
    }
    unique = [
        by_known_columns(tellable, known, seed=seed, progress=progress)
        for known in KNOWN
        if known <= len(tellable)
    ]
    if hidden := facts.of_role(QUASI_IDENTIFIER):
        unique.append(by_all_columns(tellable, hidden))
    notes: Words = (_about_roles(facts),)
    arguments: Words = ()
    reason = seen.reason
    if path is not None and (pair := ids_and_items(columns)):
        reason += "; but it looks like a long file, each row one item of a basket"
        id, item = pair
        flags = ("--id", id, "--item", item, *seen.flags)
        ids = next(column for column in columns if column.name == id)
        lack = f"fill or drop {counted(ids.missing, 'row')} without {id!r}, and say "
        notes = (
            f"column {id!r} repeats, so each row is taken for one item of a basket: --id says "
            f"whose basket (a person's is best), --item what is in it, here {item!r}; name "
            "quasi-identifiers with --qi instead if each row is about another person",
            *([lack + shlex.join(flags)] if ids.missing else []),
            *notes,
        )
        if not ids.missing:
            arguments = for_baskets(path, ids.distinct, flags)
    elif path is not None:
        more, arguments, used = _as_table(path, facts, columns, person_of(columns), seen.flags)
        notes += more
        facts = replace(facts, bands=_bands(data, used))
    return Inspection(
        seen.kind,
        reason,
        len(data),
        facts,
        tuple(unique),
        (*seen.notes, *notes),
        arguments,
    )


def _facts(columns: Sequence[Column], seed: int) -> TableFacts:
    """Return the types and roles of columns, and which of them give away others."""
    facts = tuple(
        ColumnFacts(column.name, column.type, column.distinct, column.missing, *role_of(column))
        for column in columns
    )
    single = {column.name: column.codes for column in columns if column.type != "list"}
    alone = by_all_columns(single, single).share if single else 1.0
    rows = columns[0].rows
    near = _near_identifiers(columns, {column.name: column.role for column in facts}, seed)
    return TableFacts(facts, rows - round(alone * rows), tuple(near))


def _near_identifiers(
    columns: Sequence[Column], roles: Mapping[str, str], seed: int
) -> Iterator[tuple[str, str]]:
    rows = columns[0].rows
    chosen = np.random.default_rng(seed).permutation(rows)[:_ROWS]
    some = {column.name: pl.Series(column.codes[chosen]) for column in columns}
    hidden = [name for name, role in roles.items() if role == QUASI_IDENTIFIER]
    for name, column in zip(roles, columns, strict=True):
        if roles[name] == IDENTIFIER or column.distinct < 2:
            continue
        if is_nearly_unique(column.distinct, rows):
            yield name, f"nearly unique: {column.distinct / rows:.0%} as many values as rows"
        elif len(columns) <= _COLUMNS:
            others = (other for other in hidden if other != name)
            if given := [other for other in others if gives_away(some[name], some[other])]:
                yield name, f"gives away {', '.join(given)}"


def _about_roles(facts: TableFacts) -> str:
    """Return who decides on roles; where no quasi-identifier is recognised, how to name some."""
    if facts.of_role(QUASI_IDENTIFIER):
        return "roles are suggestions: whoever publishes decides what others may know"
    return "no column is recognised as a quasi-identifier: name those that others know with --qi"


def _as_table(
    path: Path, facts: TableFacts, columns: Sequence[Column], person: Column | None, flags: Words
) -> tuple[Words, Words, Mapping[str, Sequence[str]]]:
    """Return what to know of the command that publishes a table, the command and its roles."""
    chosen: list[Column] = []
    left_out: dict[str, list[str]] = {}
    for column, fact in zip(columns, facts.columns, strict=True):
        if fact.role == SENSITIVE or (fact.role == IDENTIFIER and column is person):
            continue
        why = _why_left_out(column, fact, chosen)
        if why is None:
            chosen.append(column)
        else:
            left_out.setdefault(why, []).append(column.name)
    roles: dict[str, Sequence[str]] = {
        "--qi": [column.name for column in chosen],
        "--sensitive": facts.of_role(SENSITIVE),
        "--person": [] if person is None else [person.name],
        "--categorical": [column.name for column in chosen if column.mixed],
    }
    arguments = for_table(
        path, columns[0].rows if person is None else person.distinct, roles, flags
    )
    notes = [
        f"the command leaves out {', '.join(names)} ({why})" for why, names in left_out.items()
    ]
    return tuple(notes) if facts.of_role(QUASI_IDENTIFIER) else (), arguments, roles


def _bands(data: pl.DataFrame, roles: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Return how the quasi-identifiers of a command would be published."""
    names, person = roles["--qi"], roles["--person"]
    if not names or len(data) < K:
        return ()
    try:
        some = data.select([*names, *person])
        table = Table.of(some, names, categorical=roles["--categorical"], person=(*person, None)[0])
    except ShoalError:  # the command will say so
        return ()
    return tuple((one.name, in_words(one)) for one in with_bands(table, K).quasi_identifiers)


def _why_left_out(column: Column, fact: ColumnFacts, chosen: Sequence[Column]) -> str | None:
    """Return why a command does not name a column; None if it can."""
    if fact.role != QUASI_IDENTIFIER:
        return IDENTIFIER if fact.role == IDENTIFIER else fact.reason
    if column.mixed and not column.few:
        return (
            f"it holds {column.mixed} and also other text: leave cells without a value empty, "
            "correct the others, and add it to --qi"
        )
    if column.stars:
        return "some of its values read like published cells"
    if column.unclear:
        return f"say --dates {column.name}=dmy or mdy, whichever comes first, and add it to --qi"
    for other in chosen:
        if column.distinct == other.distinct > 2:
            pairs = {*zip(column.codes.tolist(), other.codes.tolist(), strict=True)}
            if len(pairs) <= column.distinct + bool(column.missing):
                return f"it says the same as {other.name!r}"
    if len(chosen) == MOST:
        return f"with more than {MOST} quasi-identifiers little is left of each: choose"
    return None
