"""Every public file is taken for what it is, and so are small files of each kind."""

from __future__ import annotations

import gzip

import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.errors import FormatError, ShoalError

BASKETS = (
    "bms_webview_1",
    "bms_webview_2",
    "chess",
    "groceries",
    "kosarak_25k",
    "msnbc_sets",
    "mushroom",
    "t10i4d100k",
)
SEQUENCES = ("msnbc_sequences",)
TABLES = (
    "adult",
    "adult_test",
    "adult_with_missing",
    "heart_cleveland",
    "msnbc_categories",
    "nursery",
)


@pytest.mark.parametrize("name", [*BASKETS, *SEQUENCES, *TABLES])
def test_public_files(public_data, name):
    kind = "table" if name in TABLES else "sequences" if name in SEQUENCES else "baskets"
    found = shoal.inspect(public_data / f"{name}.{'csv' if name in TABLES else 'dat'}.gz")
    assert found.kind == kind, found.reason
    assert found.reason
    # Nothing tells what others may know of a person whose row lists categories of pages.
    assert (found.command or "").startswith("shoal anonymize ") == (name != "msnbc_categories")


SMALL = {
    "sorted.dat": ("1 2 3\n2 3\n7\n", "baskets"),
    "alone.dat": ("3\n1\n2\n", "baskets"),
    "repeats.dat": ("1 1 2\n2 3\n7\n", "sequences"),
    "unsorted.dat": ("3 1 2\n2 1 3\n1 3 2\n", "baskets"),
    "falling.dat": ("3 2 1\n9 2\n7 3 1\n", "baskets"),
    "spmf.txt": ("1 -1 2 3 -1 -2\n2 -1 -2\n", "sequences"),
    "receipts.csv": ("beer,milk\nmilk\napple,bread,milk\n", "baskets"),
    "till.csv": ("milk,beer\ntea,milk,bread\nbread,tea\nbeer,milk,tea\n", "baskets"),
    "pairs.csv": ("beer,milk\nbeer,tea\nbread,milk\n", "baskets"),
    "people.csv": ("age,sex\n31,f\n35,m\n", "table"),
    "semicolons.csv": ("age;sex\n31;f\n35;m\n", "table"),
    "tabs.txt": ("age\tsex\n31\tf\n35\tm\n", "table"),
    "quoted.csv": ('age,"home, town"\n31,"Rome,\nItaly"\n35,Oslo\n', "table"),
    "ages.csv": ("age\n31\n35\n", "table"),
    "words.csv": ("tea\nrum\ntea\n", "baskets"),
    "orders.csv": ("order_id,product\n1,tea\n1,rum\n2,tea\n", "baskets"),
    "named.txt": ("@CONVERTED_FROM_TEXT\n@ITEM=1=tea\n@ITEM=2=rum\n1 2\n2\n", "baskets"),
    "bars.txt": ("milk|red wine\nmilk\nbread|milk|rum\n", "baskets"),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("packed", [False, True])
def test_small_files(tmp_path, name, packed):
    text, kind = SMALL[name]
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert shoal.inspect(path).kind == kind


def test_what_separates_items_is_told_to_the_next_command(tmp_path):
    path = tmp_path / "bars.txt"
    path.write_text(SMALL["bars.txt"][0])
    found = shoal.inspect(path)
    assert found.facts.items == 4
    assert found.command.endswith("--separator '|' -o release.csv")


@pytest.mark.parametrize("text", ["anna@x.org,31,Rome\nbo@x.org,35,Oslo\n", "31,f\n35,m\n"])
def test_a_table_without_names_is_refused(tmp_path, text):
    path = tmp_path / "people.csv"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"people.csv, line 1: .*put a line of names on top$"):
        shoal.inspect(path)


def test_columnar_files(tmp_path):
    baskets, people = tmp_path / "baskets.parquet", tmp_path / "people.arrow"
    pl.DataFrame({"items": [["a", "b"], ["b", "c"], None]}).write_parquet(baskets)
    pl.DataFrame({"age": [31, None], "sex": ["f", "m"]}).write_ipc(people)
    assert shoal.inspect(baskets).kind == "baskets"
    found = shoal.inspect(people)
    assert (found.kind, found.facts.columns[0].missing) == ("table", 1)


def test_folder_of_parquet(tmp_path):
    folder = tmp_path / "baskets"
    folder.mkdir()
    for name in ("a", "b"):
        pl.DataFrame({"items": [[1, 2], [2]]}).write_parquet(folder / f"{name}.parquet")
    found = shoal.inspect(folder)
    assert (found.kind, found.rows) == ("baskets", 4)
    assert found.command.endswith("-o release.parquet")


def test_data_in_memory():
    lists = {"items": [["b", "a", "b"], ["a"]]}
    for frame in (lists, pl.DataFrame(lists), pd.DataFrame(lists), pl.DataFrame(lists).to_arrow()):
        assert shoal.inspect(frame).kind == "sequences"
    for frame in ({"age": [1, 2]}, pl.DataFrame({"age": [1, 2]}), pd.DataFrame({"age": [1, 2]})):
        assert shoal.inspect(frame).kind == "table"
    for rows in ([{1, 2}, {3}], [[1, 2], [2, 3]], shoal.Baskets.of([[1]])):
        assert shoal.inspect(rows).kind == "baskets"
    assert shoal.inspect([[1, 2], [2, 3]]).command is None


@pytest.mark.parametrize("wrong", [7, b"1 2", shoal.Table.of({"age": [1, 2]}, ["age"])])
def test_what_is_no_data_is_refused(wrong):
    with pytest.raises(ShoalError, match=r"rows? (of|must be a list of) items"):
        shoal.inspect(wrong)


@pytest.mark.parametrize("text", [b"", b"\xff\xfe1 2\n", b"a\0b\n"])
def test_files_that_are_none_are_refused(tmp_path, text):
    path = tmp_path / "x.dat"
    path.write_bytes(text)
    with pytest.raises(FormatError, match=r"x\.dat"):
        shoal.inspect(path)


def test_a_table_with_a_bad_line_is_refused_with_the_line(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,sex,town\n" + "31,f,Rome\n" * 40 + "35,m\n")
    with pytest.raises(FormatError, match="line 42: 2 cells where line 1 names 3 columns"):
        shoal.inspect(path)
    with pytest.raises(FormatError, match="header of a table of 3 columns"):
        shoal.read(path)


def test_a_title_above_a_table_is_refused(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("People of Rome\n" + "age,sex\n" + "31,f\n" * 40)
    with pytest.raises(FormatError, match="line 2: looks like the header of a table") as caught:
        shoal.read(path)
    assert caught.value.parameter == "qi"
