"""New rows of tables in earlier groups: true, satisfying alone and together, none left out idly."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import SchemaError, ShoalError
from shoal.hierarchies.bands import with_bands
from shoal.kinds import KINDS
from shoal.kinds.applying import Applied

from ..data.band_labels import of_categories, of_codes, of_dates, of_numbers
from ..data.test_bands import KINDS as BANDED
from ..data.test_bands import random_table
from ..random_tables import VALUES, Case, covers_cells, random_case

TABLE = KINDS["table"]
MODELS = [
    "k={k}",
    "k={k},l=2",
    "k={k},l=entropy:1.5",
    "k={k},t=0.5",
    "k={k},delta=2",
    "k={k},beta=2",
]


def applied(
    old: pl.DataFrame, new: pl.DataFrame, model: str, roles: dict[str, Any]
) -> tuple[shoal.Table, shoal.Release, shoal.Table, Applied]:
    """Anonymize one file and apply the other."""
    table = shoal.Table.of(old, **roles)
    release = shoal.anonymize(table, model, keep_order=True, threads=1, certificate="none")
    before = with_bands(table, release.model.k)
    told = {name: one for name, one in roles.items() if name in ("sensitive", "person")}
    rows = TABLE.read_alike(before, new, told)
    return before, release, rows, TABLE.apply(before, release.data.frame, rows, release.model, {})


def more_rows(pick: Any, case: Case, rows: int) -> dict[str, list[str | None]]:
    """Draw rows of the columns of a case: its own values, and at times others of their kind."""
    columns: dict[str, list[str | None]] = {}
    for name, cells in case.columns.items():
        others = VALUES.get(name.split()[0], [*cells, "somebody"])
        known = [cells[pick(0, len(cells) - 1)] for _ in range(rows)]
        columns[name] = [
            others[pick(0, len(others) - 1)] if pick(0, 5) == 0 else one for one in known
        ]
        if not any((one or "").strip() not in ("", "?") for one in columns[name]):
            columns[name][0] = next(one for one in cells if (one or "").strip() not in ("", "?"))
    return columns


def holds(rows: list[Any], persons: Any, k: int) -> bool:
    members: dict[Any, set[Any]] = {}
    for at, row in enumerate(rows):
        members.setdefault(row, set()).add(at if persons is None else persons[at])
    return all(len(group) >= k for group in members.values())


@given(st.data())
def test_rows_are_covered_and_hidden_and_left_out_only_where_nothing_takes_them(data: Any) -> None:
    def pick(low: int, high: int) -> int:
        return int(data.draw(st.integers(low, high)))

    case = random_case(pick, most_rows=16)
    new = more_rows(pick, case, pick(1, 16))
    roles = {**case.roles, "qi": dict(case.roles["qi"])}
    try:
        before, release, rows, made = applied(
            pl.DataFrame(case.columns), pl.DataFrame(new), f"k={case.k}", roles
        )
    except SchemaError as refused:  # among others a value that is called as a label is
        if not any(word in str(refused) for word in ("rename", "same floating", "holds")):
            raise
        return
    names = [*release.data.quasi_identifiers]
    published = made.found.publish(made.data)
    assert len(published) + made.left_out == len(rows)
    for column in made.data.quasi_identifiers:
        values = [column.hierarchy.values[leaf] for leaf in column.codes]
        assert covers_cells(column, published[column.name], values)
    old = release.data.frame.select(names).rows()
    assert {*published.rows()} <= {*old}
    assert holds(published.rows(), made.data.persons, case.k)
    assert shoal.verify(pl.concat([release.data.frame.select(names), published]), f"k={case.k}",
                        qi=names).ok or before.persons is not None  # fmt: skip
    # Rows that are equal share their fate, so those left out are known by their content.
    kept = Counter(map(tuple, made.data.cells.tolist()))
    left = Counter(map(tuple, rows.cells.tolist())) - kept
    assert left.total() == made.left_out
    if rows.persons is not None:
        return
    used = {*published.rows()}
    for group in {*old}:
        fits = sum(
            count
            for cells, count in left.items()
            if all(
                covers_cells(column, [cell], [column.hierarchy.values[leaf]])
                for column, cell, leaf in zip(rows.quasi_identifiers, group, cells, strict=True)
            )
        )
        assert fits == 0 if group in used else fits < case.k


@pytest.mark.parametrize("model", MODELS)
@given(seeds=st.integers(0, 10**6))
def test_models_of_sensitive_values_hold_alone_and_together(model: str, seeds: int) -> None:
    rng = random.Random(seeds)
    asked = model.format(k=rng.choice([2, 3]))
    roles: dict[str, Any] = {"qi": ["age", "sex"], "sensitive": ["ill", "pay"]}
    roles["sensitive_together"] = rng.random() < 0.3
    if rng.random() < 0.5:
        roles["recoding"] = "range"

    def draw(rows: int) -> pl.DataFrame:
        return pl.DataFrame(
            {
                "age": [rng.randint(20, 40) for _ in range(rows)],
                "sex": [rng.choice("fm") for _ in range(rows)],
                "ill": [rng.choice(["a", "a", "b", "c", None]) for _ in range(rows)],
                "pay": [rng.choice([1, 2]) for _ in range(rows)],
            }
        )

    old, new = draw(rng.randint(8, 60)), draw(rng.randint(1, 60))
    try:
        _, release, _, made = applied(old, new, asked, roles)
    except shoal.errors.InfeasibleError:
        return
    out = TABLE.publish(made.data, made.found)
    told = {"qi": roles["qi"], "sensitive": roles["sensitive"]}
    told["sensitive_together"] = roles["sensitive_together"]
    both = pl.concat([release.data.frame, out.frame])
    assert len(out) + made.left_out == len(new)
    if len(out):
        assert shoal.verify(out.frame, asked, **told).ok
        assert shoal.verify(both, asked, **told).ok
    # What is published beside the cells is what was there.
    kept = out.frame.select("ill", "pay").rows()
    assert not Counter(kept) - Counter(new.select("ill", "pay").rows())


def test_new_values_lie_in_the_bands_that_say_so() -> None:
    """By the labels as a person reads them, for values that the original did not have."""
    names, fresh = [*BANDED], 0
    for seeds in range(40):
        old, k, _ = random_table(seeds)
        if len(old) < k:
            continue
        rng = random.Random(seeds)
        new = pl.DataFrame({name: draw(rng, 300) for name, draw in BANDED.items()})
        try:
            before, _, _, made = applied(old, new, f"k={k}", {"qi": names})
        except SchemaError as refused:  # other codes; a value called as pooled ones are
            if "other text here" not in str(refused) and "rename" not in str(refused):
                raise
            continue
        published = made.found.publish(made.data)
        for column in made.data.quasi_identifiers:
            known = {*before[column.name].hierarchy.values}
            for leaf, label in zip(column.codes, published[column.name], strict=True):
                value = column.hierarchy.values[leaf]
                if value not in known and label not in ("*", value):
                    assert says(column.name, label, value, known), (label, value)
                    fresh += 1
    assert fresh > 100


def says(name: str, label: str, value: str, known: set[str]) -> bool:
    if name == "n":
        return of_numbers(label)[0](value)
    if name in ("d", "t"):
        return of_dates(label)[0](value)
    if name == "zip":
        return of_codes(label)(value)
    pooled = "other values" if "other" in known else "other"
    return of_categories(label, {value}, pooled)[0](value)


def test_each_label_covers_the_new_values_it_says_and_no_others() -> None:
    """Where nothing is chosen: whichever label a tree has above a new value."""
    checked = 0
    for seeds in range(30):
        old, k, _ = random_table(seeds)
        rng = random.Random(seeds + 1000)
        new = pl.DataFrame({name: draw(rng, 60) for name, draw in BANDED.items()})
        for name in BANDED:
            before = with_bands(shoal.read(old, qi=[name]), k)
            try:
                (column,) = TABLE.read_alike(before, new.select(name), {}).quasi_identifiers
            except ShoalError:
                continue
            known, tree = {*before[name].hierarchy.values}, column.hierarchy
            labels = {*before[name].hierarchy.labels} - known - {"*"}
            for leaf, node in enumerate(tree.leaf_nodes.tolist()):
                value = tree.values[leaf]
                if value in known:
                    continue
                above = {*tree.path(node)[1:-1]}
                assert above == {one for one in labels if says(name, one, value, known)}
                checked += 1
    assert checked > 500
