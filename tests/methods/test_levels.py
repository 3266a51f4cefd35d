"""Highest levels part a table, and rows of different parts never share a group."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import anonymize
from shoal._core import Constraint
from shoal.data import Table
from shoal.data.cells import STAR
from shoal.methods.levels import has_levels, within_levels
from shoal.methods.recode import recode

from .searches import mondrian

ZIPS = {f"{a}*": {f"{a}{b}*": [f"{a}{b}{c}" for c in range(3)] for b in range(3)} for a in range(3)}


def table(rows: int, seed: int, level: int, **roles: object) -> Table:
    draw = np.random.default_rng(seed)
    frame = pl.DataFrame(
        {
            "zip": ["".join(map(str, draw.integers(0, 3, 3))) for _ in range(rows)],
            "sex": draw.choice(["f", "m"], rows),
            "who": draw.integers(0, max(rows // 2, 1), rows),
        }
    )
    return Table.of(frame, {"zip": ZIPS, "sex": None}, max_level={"zip": level}, **roles)


@settings(max_examples=60)
@given(st.integers(2, 80), st.integers(0, 5), st.integers(0, 3), st.integers(2, 6), st.booleans())
def test_no_cell_is_above_its_level_unless_the_row_tells_nothing(rows, seed, level, k, persons):
    data = table(rows, seed, level, person="who" if persons else None)
    if k > (rows if data.persons is None else int(data.persons.max()) + 1):
        return
    release = anonymize(data, f"k={k}")
    assert release.verdict.ok
    column = data["zip"].hierarchy
    for cell, sex in release.data.frame.select("zip", "sex").iter_rows():
        node = column.labels.index(cell)
        assert column.levels()[node] <= level or (cell, sex) == (STAR, STAR)


def test_rows_that_could_share_an_allowed_node_are_not_suppressed():
    data = table(2000, 1, 1, recoding="hierarchy")
    for method in ("sweep", "mondrian", "gen-cover-cf"):
        release = anonymize(data, "k=5", method=method, suppression_limit=0)
        assert release.loss.suppressed_rows == 0
        assert release.certificate.bound <= release.loss.lm


def test_hidden_rows_are_none_or_at_least_k():
    # Two parts of enough rows, and one row alone.
    rows = ["000"] * 4 + ["111"] * 6 + ["222"]
    data = Table.of({"zip": rows}, {"zip": ZIPS}, max_level={"zip": 1})
    assert has_levels(data)
    found = within_levels(data, Constraint.rows(4), mondrian)
    assert sorted(found.sizes.tolist()) == [4, 7] or sorted(found.sizes.tolist()) == [5, 6]
    cells = recode(data, found.group_of_row)["zip"].to_list()
    assert min(cells.count(cell) for cell in set(cells)) >= 4


def test_a_level_needs_a_hierarchy_that_is_published():
    with pytest.raises(Exception, match="needs a hierarchy"):
        Table.of({"age": [1, 2]}, ["age"], max_level={"age": 1})
