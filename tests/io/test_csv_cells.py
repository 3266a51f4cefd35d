"""CSV files of a table are read as the standard reader does, or refused with the line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import FormatError
from shoal.io.csv_cells import read_cells

pytestmark = pytest.mark.usefixtures("values_shown")

PIECES = ["a", "b c", ",", ";", '"', '""', "\n", "\r\n", " ", "é", "1"]
PATH = Path("t.csv")


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from([",", ";"]))
def test_cells_are_those_of_the_standard_reader(body, separator):
    """Whatever is read is read right: no cell is lost, shifted or made up."""
    text = f"p{separator}q\nx{separator}y\n{body}"
    try:
        cells = read_cells(text.encode(), separator, PATH)
    except FormatError:
        return
    plain = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows = [tuple(cell or None for cell in row) for row in plain if row]
    assert [tuple(cell or None for cell in row) for row in cells.rows()] == rows[1:]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a,b\n1\n", 2, "1 cell where line 1 names 2 columns"),
        ("a,b\n1,2\n\n1,2,3\n", 4, "3 cells where line 1 names 2 columns"),
        ('a,b\n1,6" pipe, 7" pipe\n', 2, "3 cells"),
        ('a,b\n1,x "y" z\n', 2, "a quote within a cell"),
        ('a,b\n1,"x\n2,y\n', 2, "a quote that is never closed"),
        ('a,b\n1,"x" y\n', 2, "text after a closed one"),
        ("a,a\n1,2\n", 1, "two columns are named 'a'"),
        ("a,b\n", 1, "holds no rows"),
        ("Ann,31\nBob,32\n", 1, "a number or date where columns are named"),
        ("Ann, 1979-08-05\nBob,32\n", 1, "a number or date where columns are named"),
        ("\n\n", 1, "the file is empty"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text, line, words):
    with pytest.raises(FormatError, match=words) as caught:
        read_cells(text.encode(), ",", PATH)
    assert caught.value.line == line


def test_another_separator_in_the_header_is_refused():
    with pytest.raises(FormatError, match="say separator=';'") as caught:
        read_cells(b"age;city\n31;Rome\n", ",", PATH, given=False)
    assert caught.value.parameter == "separator"


def test_spaces_after_each_separator_of_the_header_are_dropped():
    cells = read_cells(b"zip, age\n02139, 31\n02139 ,\n", ",", PATH)
    assert cells.to_dict(as_series=False) == {"zip": ["02139", "02139"], "age": ["31", None]}
    assert read_cells(b'zip," age"\n02139, 31\n', ",", PATH).rows() == [("02139", " 31")]
