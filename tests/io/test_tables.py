"""Tables in files and frames."""

from __future__ import annotations

import datetime
import gzip
import tempfile
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data.cells import NUMBER
from shoal.errors import FormatError, OutputError, ParameterError, SchemaError, ShoalError
from shoal.io.tables import read_columns, read_table, write_table

pytestmark = pytest.mark.usefixtures("values_shown")

PEOPLE = "age,city,note\n31,Rome,x\n035,,y\n"
FRAME = pl.DataFrame({"age": ["31", "035"], "city": ["Rome", None], "note": ["x", "y"]})


def texts(table, name):
    return [table[name].hierarchy.values[code] for code in table[name].codes]


cells = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=4)
names = cells.filter(lambda text: NUMBER.fullmatch(text.strip()) is None)


@given(st.data(), st.sampled_from(["t.csv", "t.csv.gz", "t.tsv", "t.parquet", "t.arrow"]))
def test_what_is_written_is_read_back(data, name):
    columns = data.draw(st.lists(names, min_size=2, max_size=4, unique=True))
    rows = data.draw(st.lists(st.tuples(*[cells] * len(columns)), min_size=1, max_size=5))
    if columns[0].startswith("\ufeff"):  # a file may begin with a mark of its own
        return
    frame = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        write_table(frame, path)
        assert read_columns(path).equals(frame)


LAYOUTS = {
    "plain": ("people.csv", PEOPLE.encode()),
    "gzip": ("people.csv.gz", gzip.compress(PEOPLE.encode())),
    "tabs": ("people.tsv", PEOPLE.replace(",", "\t").encode()),
    "unknown name": ("people.data", PEOPLE.encode()),
    "Windows": ("people.csv", ("\ufeff" + PEOPLE.replace("\n", "\r\n")).encode()),
    "blank end": ("people.csv", PEOPLE.encode() + b"\n\r\n\n"),
    "no end": ("people.csv", PEOPLE.strip().encode()),
    "quotes": ("people.csv", b'"age","city",note\n31,"Rome",x\n035,,"y"\n'),
}


@pytest.mark.parametrize(("name", "content"), LAYOUTS.values(), ids=LAYOUTS)
def test_layouts(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    assert read_columns(tmp_path / name).equals(FRAME)
    table = read_table(tmp_path / name, qi=["age", "city"])
    assert texts(table, "age") == ["31", "035"]
    assert texts(table, "city") == ["Rome", "?"]
    assert table.dropped == ("note",)


def test_cells_may_hold_anything(tmp_path):
    (tmp_path / "t.csv").write_text('a,b\n"x,\n""y""",1\n , z \n')
    assert read_columns(tmp_path / "t.csv").rows() == [('x,\n"y"', "1"), (" ", " z ")]


ENDS = {
    "a comma": "age,city,\n31,Rome,\n32,,\n",
    "no end of the last line": "age,city,\n31,Rome,\n32,,",
    "Windows": "age,city,\r\n31,Rome,\r\n\r\n32,,\r\n",
    "several commas": "age,city,,,\n31,Rome,,,\n\n32,,,,\n",
    "a blank before it": "age, city, \n31, Rome,\n32, , \n",
}


@pytest.mark.parametrize("text", ENDS.values(), ids=ENDS)
def test_unnamed_empty_columns_at_the_end_are_left_out(tmp_path, text):
    path = tmp_path / "people.csv"
    path.write_text(text, newline="")
    expected = pl.DataFrame({"age": ["31", "32"], "city": ["Rome", None]})
    assert read_columns(path).equals(expected)
    assert read_table(path, qi=["age"]).dropped == ("city",)
    assert [column.name for column in shoal.inspect(path).facts.columns] == ["age", "city"]


def test_a_single_column_with_commas_behind_it(tmp_path):
    (tmp_path / "t.csv").write_text("age,\n31,\n\n,\n,")
    assert read_columns(tmp_path / "t.csv").rows() == [("31",), (None,), (None,)]


@pytest.mark.parametrize("text", ["a,\n1,\n2,x\n", 'a,\n1,""\n', "a,b\n1,\n"])
def test_columns_with_a_name_or_a_value_stay(tmp_path, text):
    (tmp_path / "t.csv").write_text(text)
    assert read_columns(tmp_path / "t.csv").width == 2


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_columns_without_a_role_are_not_read(tmp_path, suffix):
    path = tmp_path / f"people.{suffix}"
    write_table(FRAME.with_columns(lists=pl.Series([[1], [2]])), path)
    table = read_table(path, qi=["age"], keep=["note"])
    assert table.columns == ("age", "note")
    assert table.dropped == ("city", "lists")


def frames():
    columns = {"age": [31, None, 40], "city": ["Rome", "Oslo", None], "on": [True, False, True]}
    day = [datetime.date(2020, 1, 2)] * 3
    yield "polars", pl.DataFrame({**columns, "day": day})
    yield "lazy", pl.DataFrame({**columns, "day": day}).lazy()
    yield "pandas", pd.DataFrame({**columns, "day": day})
    yield "pandas dates", pd.DataFrame({**columns, "day": pd.to_datetime(day).astype("str")})
    yield "pandas nullable", pd.DataFrame({**columns, "day": day}).convert_dtypes()
    yield "pandas categories", pd.DataFrame({**columns, "day": day}).astype({"city": "category"})
    yield "arrow", pa.table({**columns, "day": day})
    yield (
        "arrow dictionary",
        pa.table({**columns, "day": day, "city": pa.array(columns["city"]).dictionary_encode()}),
    )
    yield "mapping", {**columns, "day": day}

    class Relation:
        """What DuckDB and others hand out: nothing but the Arrow C interface."""

        def __arrow_c_stream__(self, requested_schema=None):
            return pa.table({**columns, "day": day}).__arrow_c_stream__(requested_schema)

    yield "Arrow C interface", Relation()


@pytest.mark.parametrize("frame", [pytest.param(frame, id=name) for name, frame in frames()])
def test_any_frame(frame):
    table = read_table(frame, qi=["age", "city", "day"], keep=["on"])
    assert texts(table, "age") == ["31", "?", "40"]
    assert texts(table, "city") == ["Rome", "Oslo", "?"]
    assert texts(table, "day") == ["2020-01-02"] * 3
    assert table["age"].kind == "numeric"
    assert table["day"].kind == "date"


def test_a_frame_of_duckdb():
    table = read_table(duckdb.sql("select 31 as age, 'Rome' as city"), qi=["age", "city"])
    assert texts(table, "city") == ["Rome"]


BAD = {
    "empty": (b"", "t.csv, line 1: the file is empty"),
    "blank": (b"\n \n", "t.csv, line 1: the file is empty"),
    "header alone": (b"a,b\n", "t.csv, line 1: the file names columns, but holds no rows"),
    "not UTF-8": (b"a,b\n1,2\n3,\xff\n", "t.csv, line 3: is not valid UTF-8"),
    "binary": (b"a,b\n1,\0\n", "t.csv, line 2: holds a NUL byte"),
    "too few": (b"a,b\n1,2\nSECRET\n", "t.csv, line 3: 1 cell where line 1 names 2 columns"),
    "too many": (b"a,b\n1,2,SECRET\n", "t.csv, line 2: 3 cells where line 1 names 2 columns"),
    "behind a long cell": (b'a,b\n"1\n\n1",2\n3\n', "t.csv, line 5: 1 cell"),
    "short after a blank": (b"a,b\n1,2\n\n3\n", "t.csv, line 4: 1 cell"),
    "twice": (b"a,b,a\n1,2,3\n", "t.csv, line 1: two columns are named 'a'"),
    "open quote": (b'a,b\n1,2\n"SECRET,4\n', "t.csv, line 3: a quote that is never closed"),
    "quote inside": (b'a,b\n1,5" SECRET\n', "t.csv, line 2: a quote within a cell"),
    "broken gzip": (b"\x1f\x8b\x08SECRET", "gzip"),
    "broken Parquet": (b"PAR1SECRET", "Parquet"),
    "broken Arrow": (b"ARROW1SECRET", "Arrow"),
}


@pytest.mark.parametrize(("content", "words"), BAD.values(), ids=BAD)
def test_bad_files(tmp_path, content, words):
    (tmp_path / "t.csv").write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read_columns(tmp_path / "t.csv")
    assert words in str(caught.value)
    assert "SECRET" not in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=40))
def test_any_bytes_are_a_table_or_a_sentence(content):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.csv")
        path.write_bytes(content)
        try:
            read_columns(path)
        except FormatError as error:
            assert error.path == str(path)  # noqa: PT017 (a good file is fine too)


@given(st.text(st.sampled_from('a,"\n\r1 '), max_size=30))
def test_any_text_is_a_table_or_a_sentence(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.csv")
        path.write_text(text, newline="")
        try:
            frame = read_columns(path)
        except FormatError:
            return
    assert frame.width >= 1
    assert frame.height >= 1


def test_bad_calls(tmp_path):
    (tmp_path / "t.csv").write_text(PEOPLE)
    calls = [
        (lambda: read_columns(7), "give a path or a frame"),
        (lambda: read_columns(FRAME, format="csv"), "already in memory"),
        (lambda: read_columns(tmp_path / "t.csv", format="fimi"), "fimi holds baskets"),
        (lambda: read_columns(tmp_path / "no.csv"), "no such file"),
        (lambda: write_table(FRAME, tmp_path / "t.dat"), ".csv, .parquet or .arrow"),
        (lambda: write_table(FRAME, tmp_path / "t"), "cannot tell a format"),
        (lambda: read_columns(pd.DataFrame([[1, 2]], columns=["a", "a"])), "named 'a'"),
        (lambda: read_table(pd.DataFrame({"a": [[1], [2]]}), qi="a"), "a cell is a single"),
        (lambda: read_columns(pa.table([[1], [2]], names=["a", "a"])), "of different names"),
        (
            lambda: read_table(tmp_path / "t.csv", qi=["town"]),
            "t.csv, line 1: there is no column 'town'",
        ),
    ]
    for call, words in calls:
        with pytest.raises(ShoalError) as caught:
            call()
        assert isinstance(caught.value, (ParameterError, SchemaError, FormatError))
        assert words in str(caught.value)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(OutputError, match="is a directory"):
        write_table(FRAME, tmp_path / "folder.csv")


def test_a_folder_of_hierarchies(tmp_path):
    (tmp_path / "people.csv").write_text(PEOPLE)
    folder = tmp_path / "trees"
    folder.mkdir()
    (folder / "x_city.csv").write_text("Rome;Italy;*\nOslo;Norway;*\n")
    (folder / "country.csv").write_text("Italy;*\n")
    table = read_table(tmp_path / "people.csv", qi=["age", "city"], hierarchies=folder)
    assert table["city"].hierarchy.labels == ("*", "Italy", "Rome", "?")
    assert table.warnings == (
        f"{folder / 'country.csv'} is named after no column of the table",
        f"there is no hierarchy for column 'age' in {folder}",
    )
    for flat in ("hierarchy", {"age": "hierarchy"}):
        table = read_table(
            tmp_path / "people.csv", qi=["age", "city"], hierarchies=folder, recoding=flat
        )
        assert not any("no hierarchy" in said for said in table.warnings)
    with pytest.raises(ParameterError, match=r"no hierarchy of a quasi-identifier.*age\.csv"):
        read_table(tmp_path / "people.csv", qi=["age"], hierarchies=folder)
    one = read_table(tmp_path / "people.csv", qi=["city"], hierarchies=folder / "x_city.csv")
    assert one["city"].whole_hierarchy
    by_name = {"city": folder / "x_city.csv"}
    table = read_table(tmp_path / "people.csv", qi=["age", "city"], hierarchies=by_name)
    assert table["city"].whole_hierarchy


ADULT = ["age", "workclass", "education", "marital-status", "occupation", "race", "sex"]


def test_adult(public_data):
    trees = public_data / "hierarchies" / "adult"
    qi = [*ADULT, "native-country"]
    table = read_table(public_data / "adult.csv.gz", qi=qi, hierarchies=trees)
    assert len(table) == 30_162
    assert table.warnings == ()
    assert {column.recoding for column in table.quasi_identifiers} == {"hierarchy"}
    leaves = [len(column.hierarchy) for column in table.quasi_identifiers]
    assert leaves == [72, 7, 16, 7, 14, 5, 2, 41]
    assert table["age"].positions[[0, -1]].tolist() == [17, 90]


def test_adult_with_missing_values(public_data):
    table = read_table(
        public_data / "adult_with_missing.csv.gz",
        qi=[*ADULT, "native-country"],
        hierarchies=public_data / "hierarchies" / "adult",
        keep=["education-num"],
    )
    assert len(table) == 32_561
    missing = {c.name for c in table.quasi_identifiers if "?" in c.hierarchy}
    assert missing == {"workclass", "occupation", "native-country"}
    assert any("'education-num' gives away" in said for said in table.doubts)
