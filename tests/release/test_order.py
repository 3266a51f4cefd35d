"""Published rows are sorted by all they hold, so that their order tells nothing."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets, PublishedTable

rows_of_few_items = st.lists(st.sets(st.integers(-3, 3)).map(sorted), max_size=30)
cells = st.sampled_from(["*", "20-29", "a", "", "é", None])


@given(rows_of_few_items, st.randoms())
def test_baskets_come_out_sorted_whatever_their_order(rows, random):
    expected = sorted(rows)
    assert list(Baskets.of(rows).sorted_rows()) == expected
    shuffled = random.sample(rows, len(rows))
    assert list(Baskets.of(shuffled).sorted_rows()) == expected


@given(st.lists(st.tuples(cells, cells, st.integers(0, 3)), max_size=30), st.randoms())
def test_tables_come_out_sorted_whatever_their_order(rows, random):
    def table(rows):
        schema = {"age": pl.String, "job": pl.String, "person": pl.Int64}
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        persons = frame["person"].to_numpy().astype(np.int32)
        return PublishedTable(frame.drop("person"), ("age", "job"), persons=persons)

    one, other = table(rows).sorted_rows(), table(random.sample(rows, len(rows))).sorted_rows()
    assert one.rows() == other.rows()
    assert sorted(zip(one.rows(), one.persons, strict=True), key=str) == sorted(
        zip(((age, job) for age, job, _ in rows), (who for *_, who in rows), strict=True), key=str
    )
