"""A table inspected: columns, roles, who is singled out, what to run next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data.kept_columns import gives_away, is_nearly_unique
from shoal.engines.local import Progress
from shoal.inspection.column_types import Column, look_at
from shoal.inspection.facts import ColumnFacts, Inspection, TableFacts
from shoal.inspection.known_columns import by_all_columns, by_known_columns
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
from shoal.inspection.words import speaks_of

#: Rows looked at to tell which column gives away which; more columns are not compared.
_ROWS, _COLUMNS = 20_000, 60


def inspect_table(
    seen: Recognised,
    path: Path | None,
    *,
    known: Iterable[int],
    seed: int,
    progress: Progress | None,
) -> Inspection:
    """Return what there is to say about a table.

    An attacker is taken to know any columns but those that are identifiers already.
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
    notes, arguments, look_first = _advise(seen, path, facts, columns)
    long = "; but it looks like a long file, each row one item of a basket" if look_first else ""
    return Inspection(
        seen.kind,
        seen.reason + long,
        len(seen.data),
        facts,
        tuple(unique),
        (*seen.notes, *notes),
        arguments,
        look_first,
    )


def facts_of_table(columns: Sequence[Column], *, seed: int = 0) -> TableFacts:
    """Return the types and roles of columns, and which of them give away others."""
    said = [
        ColumnFacts(column.name, column.type, column.distinct, column.missing, *role_of(column))
        for column in columns
    ]
    if sum(column.role == QUASI_IDENTIFIER for column in said) < 2:
        said = [_in_doubt(column) for column in said]
    single = {column.name: column.codes for column in columns if column.type != "list"}
    alone = by_all_columns(single, single).share if single else 1.0
    rows = columns[0].rows
    roles = {column.name: column.role for column in said}
    return TableFacts(
        tuple(said), rows - round(alone * rows), tuple(_near_identifiers(columns, roles, seed))
    )


def _in_doubt(column: ColumnFacts) -> ColumnFacts:
    """Take what nothing is known of for what others may know, where hardly anything else is."""
    if column.role != OTHER or column.type not in ("number", "category") or column.distinct < 2:
        return column
    reason = "nothing tells what it is: others may know it"
    return replace(column, role=QUASI_IDENTIFIER, reason=reason)


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


def _advise(
    seen: Recognised, path: Path | None, facts: TableFacts, columns: list[Column]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return sentences to read, a command to run next, and one to run before it.

    They treat rows as items of baskets if they look like that, else as a table.
    """
    on_roles = "roles are suggestions: whoever publishes decides what others may know"
    if not facts.of_role(QUASI_IDENTIFIER):
        on_roles = (
            "no column looks like a quasi-identifier: name those that others may know with --qi"
        )
    if path is None or not seen.named:
        return (on_roles,), (), ()
    usable = [column for column in columns if can_be_named(column.name)]
    if (pair := ids_and_items(usable)) is not None:
        id, item = pair
        note = (
            f"column {id!r} repeats, so each row is taken for one item of a basket: --id says "
            f"whose basket (a person's is best), --item what is in it, here {item!r}; name "
            "quasi-identifiers with --qi instead if each row is about another person"
        )
        flags = ("--id", id, "--item", item, *seen.flags)
        baskets = next(column.distinct for column in columns if column.name == id)
        look_first = ("inspect", named(path), *flags)
        return (note, on_roles), for_baskets(path, baskets, flags), look_first
    person = person_of(usable)
    chosen, skipped = _quasi_identifiers(facts, columns, person)
    roles = {
        "--qi": [column.name for column in chosen],
        "--sensitive": [*filter(can_be_named, facts.of_role(SENSITIVE))],
        "--person": [] if person is None else [person.name],
        "--categorical": [column.name for column in chosen if column.mixed or _is_code(column)],
    }
    crowd = columns[0].rows if person is None else person.distinct
    arguments = for_table(path, crowd, roles, seen.flags)
    said = tuple(_about_command(chosen, skipped)) if arguments else ()
    return (on_roles, *said), arguments, ()


def _quasi_identifiers(
    facts: TableFacts, columns: Sequence[Column], person: Column | None
) -> tuple[list[Column], dict[str, str]]:
    """Return the quasi-identifiers that a command can name, and why it leaves out other columns."""
    chosen: list[Column] = []
    left_out: dict[str, str] = {}
    for column, said in zip(columns, facts.columns, strict=True):
        if said.role == IDENTIFIER and column is not person:
            left_out[column.name] = IDENTIFIER
        if said.role == OTHER:
            left_out[column.name] = said.reason
        if said.role != QUASI_IDENTIFIER:
            continue
        if not can_be_named(column.name):
            left_out[column.name] = "no flag can name it"
        elif column.stars:
            left_out[column.name] = "some of its values read like published cells"
        elif (same := _same(column, chosen)) is not None:
            left_out[column.name] = f"it says the same as {same!r}"
        else:
            chosen.append(column)
    return chosen, left_out


def _is_code(column: Column) -> bool:
    """Tell whether a column holds digits that are names: a postcode is no amount."""
    whole = column.type == "number" and column.holds("whole", 1)
    return whole and bool(speaks_of(column.name, "codes"))


def _same(column: Column, others: Sequence[Column]) -> str | None:
    """Return which of the others says the same as a column, in other words."""
    for other in others:
        if column.distinct != other.distinct or column.distinct <= 2:
            continue
        pairs = {*zip(column.codes.tolist(), other.codes.tolist(), strict=True)}
        if len(pairs) <= column.distinct + bool(column.missing):
            return other.name
    return None


def _about_command(chosen: Iterable[Column], skipped: Mapping[str, str]) -> Iterator[str]:
    codes = [column.name for column in chosen if _is_code(column)]
    if codes:
        holds = "hold" if len(codes) > 1 else "holds"
        yield (
            f"{', '.join(codes)} {holds} digits that are names: --categorical keeps them from "
            "being published as ranges of numbers"
        )
    reasons = {why: [name for name in skipped if skipped[name] == why] for why in skipped.values()}
    if reasons:
        said = (f"{', '.join(names)} ({why})" for why, names in reasons.items())
        yield f"the command leaves out {'; '.join(said)}"
    for column in chosen:
        if column.mixed is not None:
            yield (
                f"column {column.name!r} holds {column.mixed} and also other text: clean it, or it "
                "is published as --categorical says, in sets of values and not in ranges"
            )
