"""A file that is refused is refused with its name and a line."""

from __future__ import annotations

import gzip

import polars as pl
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data import Vocabulary
from shoal.errors import FormatError, SchemaError
from shoal.io.csv_cells import line_of_row, read_cells
from shoal.io.item_choice import choose_items

pytestmark = pytest.mark.usefixtures("values_shown")

ROWS = "".join(f"{row},{row % 7}\n" for row in range(20_000)).encode()


def refusal(read, *arguments, **options):
    with pytest.raises(FormatError) as caught:
        read(*arguments, **options)
    return caught.value


@pytest.mark.parametrize("pack", [lambda text: gzip.compress(text, mtime=0), zstandard.compress])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_the_line_where_packed_text_is_damaged(tmp_path, pack, share):
    path = tmp_path / "a.csv"
    packed = pack(ROWS)
    first = pack(b"1,2\n" * 1000)
    path.write_bytes(first + packed[: max(int(share * len(packed)), 10)])
    error = refusal(shoal.read, path, format="csv")
    assert "data is damaged or cut off: copy or make the file again" in str(error)
    assert str(error).startswith(f"{path}, line {error.line:,}: ")
    # All lines in front of it can be read; few of those behind it, as they are packed in blocks.
    assert 1001 <= error.line <= 21_000
    if share == 0.99 and packed.startswith(b"\x1f\x8b"):
        assert error.line > 20_000


def test_columns_are_named_in_line_1(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,city\n31,Rome\n")
    for call in (
        lambda: shoal.read(path, qi=["zip"]),
        lambda: shoal.verify(path, "k=2", qi=["zip"]),
        lambda: shoal.read(path, id="person"),
    ):
        assert str(refusal(call)).startswith(f"{path}, line 1: there is no column '")
    with pytest.raises(SchemaError, match=r"^there is no column 'zip'"):
        shoal.read(pl.DataFrame({"age": [31]}), qi=["zip"])


def test_the_columns_are_named(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("Postcode, age,city\nM2,31,Rome\n")
    there = "there is no column 'zip': there are 'Postcode', ' age', 'city'"
    for call in (
        lambda: shoal.read(path, qi=["zip"]),
        lambda: shoal.read(path, id="zip", item="city"),
    ):
        assert str(refusal(call)) == f"{path}, line 1: {there}"


def test_few_of_many_columns_are_named():
    columns = {f"question {place}": ["x"] for place in range(14)}
    with pytest.raises(SchemaError) as caught:
        shoal.read(columns, qi=["questoin 13"])
    assert str(caught.value).endswith("'question 9' and 4 more")


def test_a_row_of_a_table_has_its_line(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text('age,note\n31,"a\nb"\n\n32,c\n33,d\n34,e\nold,f\n35,g\n')
    error = refusal(shoal.read, path, qi=["age"])
    assert error.line == 8
    assert str(error) == (
        f"{path}, line 8: column 'age' holds numbers and also other text: clean it, give it a "
        "hierarchy, or say categorical=['age']"
    )
    shoal.read(path, qi=["age"], categorical=["age"])
    error = refusal(shoal.read, path, qi=["age"], numeric=["age"])
    assert (error.line, "in row" in str(error)) == (8, False)
    path.write_text("age\n31\n\nx\n")
    assert refusal(shoal.read, path, qi=["age"], numeric=["age"]).line == 4


@given(st.lists(st.sampled_from(["a", "", '"x\ny"', '"x\n\n,y"']), min_size=1, max_size=8))
def test_lines_of_records(cells):
    for columns in (1, 2):
        rows = [",".join([cell] * columns) for cell in cells]
        text = "\n".join([",".join("pq"[:columns]), *rows, ""]).encode()
        kept = [row for row in rows if columns == 1 or row]
        assert read_cells(text, ",", "a.csv").shape == (len(kept), columns)
        line = 2
        for number, row in enumerate(kept):
            assert line_of_row(text, ",", "a.csv", number) == line
            line += row.count("\n") + 1


def test_rows_of_parquet_files(tmp_path):
    path = tmp_path / "people.parquet"
    pl.DataFrame({"age": ["1", "2", "3", "4", "x"]}).write_parquet(path)
    error = refusal(shoal.read, path, qi=["age"], numeric=["age"])
    assert error.line == 5
    assert str(error).startswith(f"{path}, row 5: column 'age' must hold numbers")
    error = refusal(shoal.read, path, qi=["zip"])
    assert error.line == 1
    assert str(error).startswith(f"{path}: there is no column 'zip'")


def test_a_damaged_parquet_file(tmp_path):
    path = tmp_path / "baskets.parquet"
    rows = 3 << 15
    frame = pl.DataFrame({"items": [[row, row * 7919 % 10_007] for row in range(rows)]})
    frame.write_parquet(path, row_group_size=1 << 15, compression="zstd", statistics=False)
    content = bytearray(path.read_bytes())
    # In the last third, but not its end, where the columns are listed.
    for place in range(9 * len(content) // 10, len(content) - 3000):
        content[place] = 0
    path.write_bytes(content)
    message = "is not a Parquet file, or is damaged or cut off: copy or make the file again"
    assert str(refusal(shoal.read, path)) == f"{path}: {message}"


@pytest.mark.parametrize(("name", "kind"), [("a.parquet", "a Parquet"), ("a.arrow", "an Arrow")])
def test_text_that_is_named_as_columns(tmp_path, name, kind):
    path = tmp_path / name
    path.write_text("é,tea\n" * 20_000)
    for read in (shoal.read, shoal.inspect, lambda path: shoal.read(path, qi=["age"])):
        assert str(refusal(read, path)).startswith(f"{path}: is not {kind} file")


def test_items_of_spmf(tmp_path):
    path = tmp_path / "a.spmf"
    for text, line in [
        ("@ITEM=1=tea\n@ITEM=2=rum\n1\n2\n1 3\n", 1),
        ("@ITEM=1=tea\n% x\n@ITEM=2=tea\n1 2\n", 3),
        ("1 2\n3\n4 007\n", 3),
        ("1 2\n99999999999999999999\n", 2),
    ]:
        path.write_text(text)
        assert refusal(shoal.read, path).line == line


def test_the_line_that_chooses_the_last_item(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("# all of them\ntea\nr*\ngin\n")
    error = refusal(choose_items, Vocabulary(["gin", "rum", "tea"]), f"@{path}")
    assert (error.line, "all 3 items" in str(error)) == (4, True)


UNCLOSED = {
    "the first cell": ('"1,a\n2,"b, c"\n3,d\n', 2, "quote the whole cell"),
    "the last cell": ('1,"a\n2,x\n3,"b"\n', 2, "quote the whole cell"),
    "doubled quotes in it": ('1,"a ""x"" \n2,"b ""y"""\n', 2, "quote the whole cell"),
    "a separator behind the next": ('1,"a\n2,",b"\n', 2, "3 cells where line 1 names 2"),
    "never": ('1,a\n2,"b\n3,""\n', 3, "a quote that is never closed"),
    "text in one line": ('1,a\n2,b "c" d\n', 3, "a quote within a cell"),
    "text below a cell of two lines": ('1,"a\nb"\n2,"c"d\n', 4, "text after a closed one"),
    "another separator": ('1,a\n"2";b\n', 3, "text after a closed one"),
}


@pytest.mark.parametrize(("body", "line", "words"), UNCLOSED.values(), ids=UNCLOSED)
def test_a_quote_is_told_of_the_line_that_opens_it(tmp_path, body, line, words):
    path = tmp_path / "people.csv"
    path.write_text("age,note\n" + body)
    error = refusal(shoal.read, path, qi=["age"])
    assert error.line == line
    assert words in str(error)


@given(st.data())
def test_a_quote_that_lacks_its_end_is_told_of_its_line(data):
    cells = st.sampled_from(["a", '"b, c"', '"d ""e"" f"'])
    rows = data.draw(st.lists(st.tuples(cells, cells), min_size=1, max_size=8))
    faulty = data.draw(st.integers(0, len(rows) - 1))
    lines = [",".join(row) for row in rows]
    lines[faulty] = '"g,' + lines[faulty].replace('"', "")
    with pytest.raises(FormatError) as caught:
        read_cells("\n".join(["p,q", *lines, ""]).encode(), ",", "a.csv")
    assert caught.value.line == faulty + 2


@pytest.mark.parametrize("above", ["sep=,\n", "Members\n\n", "Ann,Rome\n"])
def test_what_a_table_has_on_top(tmp_path, above):
    path = tmp_path / "people.csv"
    path.write_text(above + "age,city,sex\n31,Rome,f\n")
    error = refusal(shoal.read, path, qi=["age"])
    assert error.line == above.count("\n") + 1
    assert "3 cells where line 1 names" in str(error)


#: How a file may be read, and of what its lines then are.
READERS = {
    "baskets": shoal.read,
    "insisting": lambda path: shoal.read(path, format="csv"),
    "long": lambda path: shoal.read(path, id="id", item="item"),
    "a table": lambda path: shoal.read(path, qi=["id"]),
    "verify": lambda path: shoal.verify(path, "k=2"),
    "inspect": shoal.inspect,
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"id,item\r1,tea\r1,rum\r",
            "line 1: lines end in CR alone: save the file with LF or CRLF",
        ),
        (b"id,item\n1,tea\n1,\0\n", "line 3: holds a NUL byte: this is a binary file, not text"),
        (b"id,item\n1,\xff\n1,\0\n", "line 2: is not valid UTF-8: this is not text, or text to be"),
    ],
)
def test_all_readers_give_the_same_answer(tmp_path, read, content, message):
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    assert str(refusal(read, path)).startswith(f"{path}, {message}")


def test_blank_lines_alone_are_empty_baskets(tmp_path):
    path = tmp_path / "blank.csv"
    path.write_text("\n\n")
    assert list(shoal.read(path)) == [[], []]
    assert shoal.verify(path, "k=2").ok
    assert shoal.inspect(path).facts.empty_rows == 2


def test_a_return_within_the_only_line_is_text(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b'"a\rb",c')
    assert list(shoal.read(path)) == [["a\rb", "c"]]


def test_braces_are_fine(tmp_path):
    path = tmp_path / "a.dat"
    for text in ("{beer,wine} tea\n", "{} []\n", "html tea\n", '{"tea" "rum"}\n'):
        path.write_text(text)
        assert len(shoal.read(path)) == 1
