"""Park and Shim's method: the case of Gen-Cover-CF in which values are kept or suppressed."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from shoal._core import Constraint
from shoal.data.table import Table

from .searches import exact, gen_cover_cf, park_shim
from .test_tables import lm, made, recodings, rows


def flat(table: Table) -> Table:
    """Return a table as if read with values alone, whatever its hierarchies are."""
    columns = {
        column.name: [column.hierarchy.values[leaf] for leaf in column.codes]
        for column in table.quasi_identifiers
    }
    trees = {c.name: [v for v in c.hierarchy.values if v != "?"] for c in table.quasi_identifiers}
    found = Table.of(columns, trees, recoding="hierarchy")
    return replace(
        found, quasi_identifiers=tuple(replace(c, positions=None) for c in found.quasi_identifiers)
    )


@settings(max_examples=100)
@given(rows, recodings, st.integers(1, 4))
def test_hierarchies_are_not_seen(found: list[tuple[str, str]], recoding: str, k: int) -> None:
    table = made(found, recoding)
    constraint = Constraint.rows(min(k, len(table)))
    by_values = gen_cover_cf(flat(table), constraint)
    assert park_shim(table, constraint).group_of_row.tolist() == by_values.group_of_row.tolist()


@settings(max_examples=100)
@given(rows, st.integers(1, 4))
def test_suppression_keeps_its_guarantee(found: list[tuple[str, str]], k: int) -> None:
    table = flat(made(found, "hierarchy"))
    k = min(k, len(table))
    grouping = park_shim(table, Constraint.rows(k))
    assert k <= grouping.sizes.min() <= grouping.sizes.max() < 2 * k
    best = lm(table, exact(table, Constraint.rows(k)))
    assert best - 1e-3 <= lm(table, grouping) <= 2 * (1 + math.log(2 * k)) * best + 1e-3


def test_what_the_guarantee_is_about() -> None:
    found = [("20", "a"), ("25", "b"), ("40", "c")]
    flat_columns = Table.of({"x": list("abc")}, {"x": [*"abc"]}, recoding="hierarchy")
    assert park_shim(flat_columns, Constraint.rows(2)).notes == ()
    (note,) = park_shim(made(found, "hierarchy"), Constraint.rows(2)).notes
    assert note.code == "guarantee-about-suppression"
    assert note.endswith("age, city")
