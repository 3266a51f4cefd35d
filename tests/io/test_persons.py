"""Baskets of which one person has several: joined where asked for, and always told."""

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
    "customer_id has 2 values in 3 rows: rows are not persons; id='customer_id' and item='items' "
    "make one basket for each"
)


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame])
def test_lists_of_frames(frame):
    assert io.read(frame(ORDERS)).notes == (TOLD,)
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
        {"customer_id": [7, None, 7]},
        {"customer_id": [[7], [7], [7]]},
        {"customer_age": [7, 7, 7]},
        {"order_id": [7, 7, 7]},
    ],
    ids=["unique", "missing", "lists", "age", "orders"],
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
    assert said.startswith("column 'patient_id' has 2 values in 3 rows: rows are not persons")
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
        "customer has 2 values for 3 baskets: k counts values of order_id, not persons; "
        "id='customer' makes one basket for each person"
    )
    assert io.read(frame, id="order_id", item="product").notes == (told,)
    assert io.read(path, id="customer", item="product").notes == ()


def coded(codes: int, separator: str) -> str:
    rows = ((f"C{line % codes}", "tea", ("rum", "gin")[line % 2]) for line in range(300))
    return "".join(separator.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("codes", [30, 300], ids=["repeated", "unique"])
@pytest.mark.parametrize(("name", "separator"), [("a.csv", ","), ("a.dat", " "), ("a.csv", ";")])
def test_codes_in_front_of_baskets(tmp_path, codes, name, separator):
    path = tmp_path / name
    path.write_text("gin" + separator + "tea\n" + coded(codes, separator))
    assert not any("first item" in note for note in io.read(path).notes)
    path.write_text(f"C0{separator}tea{separator}rum{separator}gin\n" + coded(codes, separator))
    (told,) = [note for note in io.read(path).notes if "first item" in note]
    assert told.startswith("the first item of each line looks like a number of the person or order")


@pytest.mark.parametrize("codes", [1, 5, 20])
def test_few_first_items_are_a_class(tmp_path, codes):
    path = tmp_path / "a.dat"
    path.write_text(coded(codes, " "))
    assert io.read(path).notes == ()


def test_row_numbers_in_front_of_baskets(tmp_path):
    path = tmp_path / "a.dat"
    path.write_text("".join(f"{line} {line % 7} {line % 29}\n" for line in range(1, 300)))
    assert any("first item" in note for note in io.read(path).notes)
    path.write_text("".join(f"{line // 2} {line % 7} {line % 29}\n" for line in range(1, 300)))
    assert not any("first item" in note for note in io.read(path).notes)
    path.write_text("".join(f"{'9' * 5000}{line} 1\n" for line in range(30)))
    io.read(path)


def test_names_in_front_of_baskets_may_be_items(tmp_path):
    path = tmp_path / "a.csv"
    films = ["".join(chr(97 + int(digit)) for digit in str(number)) for number in range(100, 180)]
    path.write_text("".join(f"film {film},popcorn,cola\n" for film in films * 3))
    assert io.read(path).notes == ()
