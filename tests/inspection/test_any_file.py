"""Whatever a file holds, the answer is an inspection or one clear error, and the command runs."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.cli.app import dispatch
from shoal.errors import ShoalError

#: Pieces that files are made of, so that most are nearly something.
PIECES = ["1", "2", "-1", "-2", "tea", "rum", "*", "?", "", " ", ",", ";", "|", "\t", '"', "\n"]
PIECES += ["2024-02-29", "31.5", "007", "{a, b}", "\r\n", "é", "age", "sex", "id", "\u2028"]

texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=60).map("".join)
names = st.sampled_from(["x.dat", "x.csv", "x.txt", "x.tsv", "x", "x.csv.gz", "x.parquet"])

cells = st.sampled_from(
    ["31", "35", "-4", "7.5", "1e3", "x", "more", "", "?", "2024-02-29", "*", "{a, b}", " a", "0"]
)
headers = st.lists(
    st.sampled_from(["age", "sex", "zip", "user id", "a,b", 'q"', "income", "note"]),
    min_size=1,
    max_size=5,
    unique=True,
)


def in_folder(run):
    """Run in a folder of its own, and come back."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return run()
        finally:
            os.chdir(before)


@given(texts.map(str.encode) | st.binary(max_size=80), names)
def test_any_text(text, name):
    def look():
        Path(name).write_bytes(text)
        try:
            found = shoal.inspect(name)
        except ShoalError:
            return
        assert found.kind in ("baskets", "sequences", "table")
        json.dumps(found.to_dict())

    in_folder(look)


@settings(max_examples=60)
@given(
    headers.flatmap(
        lambda some: st.tuples(
            st.just(some), st.lists(st.tuples(*[cells] * len(some)), min_size=1, max_size=25)
        )
    )
)
def test_the_next_command_of_any_table_runs(table):
    columns, rows = table

    def run():
        pl.DataFrame(rows, schema=columns, orient="row").write_csv("people.csv")
        arguments = shoal.inspect("people.csv").arguments
        if arguments:
            assert dispatch([*arguments, "--quiet"]) == 0, arguments

    in_folder(run)


@settings(max_examples=30)
@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=80), st.booleans())
def test_no_value_of_few_rows_is_told(letters, in_table):
    values = [f"<{letter}>" for letter in letters]
    rare = {value for value in values if values.count(value) < 10}
    data = (
        {"town": values, "age": [30] * len(values)} if in_table else [[value] for value in values]
    )
    found = shoal.inspect(data)
    told = json.dumps(found.to_dict()) + repr(found)
    assert not [value for value in rare if value in told]
