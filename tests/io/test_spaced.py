"""Tables with a blank behind each separator."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError
from shoal.io.spaced import without_blanks
from shoal.io.tables import read_columns, write_table

SPACED = 'zip, age, note\n02139, 68, "needs help, carrying"\n94110 , , " a "\r\n  \n10001,7,b\n'
ROWS = [("02139", "68", "needs help, carrying"), ("94110", None, " a "), ("10001", "7", "b")]

#: Texts that are made of nothing but what is awkward in a CSV file.
awkward = st.text(st.sampled_from(' ,"a\n'), max_size=4)


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_blanks_around_cells_are_dropped(tmp_path, mark):
    path = tmp_path / "people.csv"
    text = SPACED.replace(",", mark).replace(f"help{mark}", "help,")
    path.write_text(text, newline="")
    frame = read_columns(path)
    assert frame.columns == ["zip", "age", "note"]
    assert frame.rows() == ROWS
    assert shoal.read_table(path, qi=["age", "zip"]).columns == ("zip", "age")


@pytest.mark.parametrize("header", ["zip,age,note", "zip, age,note", 'zip, age," note"'])
def test_blanks_stay_where_not_all_names_have_them(tmp_path, header):
    path = tmp_path / "people.csv"
    path.write_text(f"{header}\n02139, 68, a \n")
    assert read_columns(path).rows() == [("02139", " 68", " a ")]


def test_a_blank_that_separates_is_not_dropped(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("a  b\n1  2\n")
    assert read_columns(path, separator=" ").rows() == [("1", None, "2")]


def test_lines_are_those_of_the_file(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text('age, note\n31, "a\nb"\n  \n32, c\n33, d\n34, e\nold, f\n')
    with pytest.raises(FormatError) as caught:
        shoal.read_table(path, qi=["age"])
    assert caught.value.line == 8
    path.write_text('age, note\n31, "a"\n32, b "c"\n')
    with pytest.raises(FormatError, match="line 3: a quote within a cell"):
        read_columns(path)


def test_items_of_baskets(tmp_path):
    path = tmp_path / "orders.csv"
    path.write_text('order_id, product\n7, tea\n7, "rum, dark"\n9, tea\n')
    for options in ({}, {"id": "order_id", "item": "product"}):
        assert list(shoal.read(path, **options)) == [["rum, dark", "tea"], ["tea"]]


def test_inspect_names_the_columns(tmp_path):
    path = tmp_path / "people.csv"
    rows = "".join(f"{row % 5 + 10000}, {row % 60 + 20}, f\n" for row in range(40))
    path.write_text("zip, age, gender\n" + rows)
    assert [column.name for column in shoal.inspect(path).facts.columns] == ["zip", "age", "gender"]


@given(st.data())
def test_names_and_cells_with_blanks_come_back(data):
    columns = data.draw(st.lists(awkward, min_size=2, max_size=3, unique=True))
    rows = data.draw(st.lists(st.tuples(*[st.none() | awkward] * len(columns)), min_size=1))
    frame = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")
    with tempfile.TemporaryDirectory() as folder:
        write_table(frame, path := Path(folder, "t.csv"))
        assert read_columns(path).equals(frame)


@pytest.mark.parametrize("columns", [("id", " item"), (" id", " item")])
def test_columns_of_the_long_format_come_back(tmp_path, columns):
    path = tmp_path / "orders.csv"
    named = dict(zip(("id", "item"), columns, strict=True))
    shoal.write([[" tea", "rum"]], path, **named)
    assert list(shoal.read(path, **named)) == [[" tea", "rum"]]


@given(st.lists(st.lists(awkward.map(str.strip), min_size=2, max_size=2), min_size=1), st.data())
def test_any_blanks_between_quoted_cells(rows, data):
    blanks = st.sampled_from(["", " ", "   "])
    text = '"p", "q"\n'
    for row in rows:
        cells = ['"' + cell.replace('"', '""') + '"' for cell in row]
        text += ",".join(data.draw(blanks) + cell + data.draw(blanks) for cell in cells) + "\n"
    bare = without_blanks(text.encode(), ",").decode()
    assert list(csv.reader(bare.splitlines(keepends=True)))[1:] == rows


def test_many_blanks_take_no_time():
    text = b"p, q\n1, a" + b" " * 200_000 + b"b\n"
    assert without_blanks(text, ",") == b"p,q\n1,a" + b" " * 200_000 + b"b\n"
