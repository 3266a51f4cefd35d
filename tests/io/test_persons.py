"""Baskets of which one person has several: joined where asked for, and always reported."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal import io
from shoal.errors import SchemaError
from shoal.io.tables import read_table
from shoal.wording import speaking_of

ITEMS = st.lists(st.none() | st.sampled_from("abc"), max_size=3)


@given(st.lists(st.tuples(st.integers(0, 3), st.none() | ITEMS), min_size=1, max_size=8))
def test_lists_of_an_id_are_joined(rows):
    """Against plain Python; a list that is missing is empty, an item that is missing is none."""
    joined = {}
    for id, items in rows:
        joined.setdefault(id, set()).update(item for item in items or [] if item is not None)
    missing = sum((items or []).count(None) for _, items in rows)
    ids, lists = (list(cells) for cells in zip(*rows, strict=True))
    frame = pl.DataFrame({"who": ids, "what": pl.Series(lists, dtype=pl.List(pl.String))})
    data = io.read(frame, id="who", item="what")
    assert list(data) == [sorted(items) for items in joined.values()]
    assert any("missing item" in note for note in data.notes) == bool(missing)


ORDERS = {"customer_id": [7, 8, 7], "items": [["tea"], [], ["rum", "tea"]], "day": [1, 2, 2]}
TOLD = (
    "column 'customer_id' has 2 values in 3 rows: k counts rows, not persons; id='customer_id' and "
    "item='items' make one basket for each person"
)


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame])
def test_lists_of_frames(frame):
    assert io.read(frame(ORDERS)).notes == (TOLD,)
    assert [note.code for note in io.read(frame(ORDERS)).notes] == ["rows-not-persons"]
    assert list(io.read(frame(ORDERS), id="customer_id", item="items")) == [["rum", "tea"], []]


@pytest.mark.parametrize("name", ["orders.parquet", "orders.arrow"])
def test_lists_of_files(tmp_path, name):
    frame, path = pl.DataFrame(ORDERS), tmp_path / name
    (frame.write_parquet if name.endswith("t") else frame.write_ipc)(path)
    data = io.read(path)
    assert (data.notes, data.other_columns) == ((TOLD,), ("customer_id", "day"))
    joined = io.read(path, id="customer_id", item="items")
    assert (list(joined), joined.notes) == ([["rum", "tea"], []], ())


@pytest.mark.parametrize(
    "column",
    [
        {"customer_id": [7, 8, 9]},
        {"customer_id": [[7], [7], [7]]},
        {"customer_age": [7, 7, 7]},
        {"order_id": [7, 7, 7]},
    ],
    ids=["unique", "lists", "age", "orders"],
)
def test_nothing_is_told_of_other_columns(tmp_path, column):
    frame = pl.DataFrame(column | {"items": [["tea"], [], ["rum"]]})
    assert io.read(frame, column="items").notes == ()
    frame.write_parquet(tmp_path / "a.parquet")
    assert io.read(tmp_path / "a.parquet", column="items").notes == ()


def test_a_table_in_parquet(tmp_path):
    path = tmp_path / "visits.parquet"
    pl.DataFrame({"patient_id": [1, 1, 2], "age": [31, 31, 33]}).write_parquet(path)
    (said,) = read_table(path, qi=["age"]).doubts
    assert said.startswith("column 'patient_id' has 2 values in 3 rows: k counts rows, not persons")
    assert read_table(path, qi=["age"], person="patient_id").doubts == ()


def test_a_column_alone_has_no_ids():
    with pytest.raises(SchemaError, match="there is no column 'id'"):
        io.read(pd.Series([["tea"]], name="items"), id="id", item="items")


def test_names_are_quoted_for_a_shell():
    frame = pl.DataFrame({"Customer ID": [7, 7], "bought items": [["tea"], ["rum"]]})
    with speaking_of("flags"):
        note = io.read(frame).notes[0]
    assert "--id 'Customer ID' and --item 'bought items'" in note


LINES = {"order_id": [1, 1, 2, 3], "customer": ["x", "x", "x", "y"], "product": list("abab")}


@pytest.mark.parametrize("name", ["orders.csv", "orders.parquet"])
def test_orders_of_persons(tmp_path, name):
    frame, path = pl.DataFrame(LINES), tmp_path / name
    (frame.write_csv if name.endswith("csv") else frame.write_parquet)(path)
    (told,) = io.read(path, id="order_id", item="product").notes
    assert told == (
        "column 'customer' has 2 values in 3 baskets: k counts baskets, not persons; "
        "id='customer' makes one basket for each person"
    )
    assert io.read(frame, id="order_id", item="product").notes == (told,)
    assert io.read(path, id="customer", item="product").notes == ()
