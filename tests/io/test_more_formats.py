"""SPMF, the long format, compression, folders and batches: round trips and what is refused."""

import re
import subprocess
import sys
from itertools import chain

import duckdb
import numpy as np
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import io, verify
from shoal.data import Baskets
from shoal.errors import FormatError, ParameterError, SchemaError
from shoal.io.batches import read_batches
from shoal.io.formats import Format

pytestmark = pytest.mark.usefixtures("values_shown")

INTEGERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)
LETTERS = st.sampled_from(list('ab01-,;|" \t\r=@#%\ufeffé🐟')) | st.characters(
    exclude_categories=["Cs"]
)
#: What a line can hold after ``@ITEM=1=``, and what a cell of a CSV table can.
SPMF_ITEMS = st.text(LETTERS, max_size=5).filter(lambda item: not re.search("[\0\n]|\r$", item))
CELLS = st.text(LETTERS, max_size=5).filter(lambda item: "\0" not in item)
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


def rows_of(items, least=1):
    return st.lists(st.lists(items, max_size=5), min_size=least, max_size=8)


def written_and_read(folders, rows, name, **options):
    path = folders.mktemp("again") / name
    io.write(Baskets.of(rows), path, **options)
    return io.read(path, **options)


def as_text_files_have_it(rows):
    """Strings that all look like integers come back as integers."""
    names = {str(item) for row in rows for item in row}
    if all(re.fullmatch("0|-?[1-9][0-9]*", name) for name in names):
        numbers = [[int(item) for item in row] for row in rows]
        if all(-(2**63) <= number < 2**63 for row in numbers for number in row):
            return Baskets.of(numbers)
    return Baskets.of(rows)


@pytest.mark.parametrize("name", ["a.spmf", "a.spmf.gz", "a.spmf.zst"])
@given(rows=rows_of(INTEGERS) | rows_of(SPMF_ITEMS))
@settings(max_examples=40)
def test_spmf_round_trips(tmp_path_factory, name, rows):
    assert written_and_read(tmp_path_factory, rows, name) == as_text_files_have_it(rows)


@pytest.mark.parametrize("name", ["a.csv", "a.csv.zst", "a.tsv.gz"])
@given(rows=rows_of(INTEGERS) | rows_of(CELLS))
@settings(max_examples=40)
def test_long_csv_round_trips(tmp_path_factory, name, rows):
    again = written_and_read(tmp_path_factory, rows, name, format="long")
    assert again == as_text_files_have_it(rows)


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
@given(rows=rows_of(INTEGERS) | rows_of(ANY))
@settings(max_examples=40)
def test_long_columnar_round_trips(tmp_path_factory, name, rows):
    again = written_and_read(tmp_path_factory, rows, name, format="long")
    assert again == Baskets.of(rows)


@pytest.mark.parametrize("name", ["a.dat.zst", "a.csv.zst", "a.txt.ZST"])
@given(rows=rows_of(st.integers(-5, 2**63 - 1)))
@settings(max_examples=25)
def test_zstandard_round_trips(tmp_path_factory, name, rows):
    assert written_and_read(tmp_path_factory, rows, name) == Baskets.of(rows)


@given(rows=rows_of(INTEGERS, least=0) | rows_of(ANY, least=0), batch=st.integers(1, 4))
@settings(max_examples=40)
def test_batches_of_any_size_hold_all_rows(tmp_path_factory, rows, batch):
    path = tmp_path_factory.mktemp("batches") / "a.parquet"
    io.write(Baskets.of(rows), path)
    read = [
        part["items"].to_list() for part in read_batches(path, Format("parquet"), ["items"], batch)
    ]
    assert list(chain.from_iterable(read)) == list(Baskets.of(rows))
    assert all(len(part) <= batch for part in read)


@given(rows=st.lists(st.lists(st.integers(0, 9), max_size=5), min_size=1, max_size=8))
def test_sparse_matrices(rows):
    dense = np.zeros((len(rows), 10))
    for place, row in enumerate(rows):
        dense[place, row] = -0.5
    expected = Baskets.of(rows)
    for kind in (sp.csr_matrix, sp.csc_array, sp.coo_array, sp.lil_matrix):
        matrix = kind(dense)
        assert io.read(matrix) == expected
        assert Baskets.of(matrix) == expected
    holed = sp.csr_array(dense)
    holed.data[:] = 0
    before = holed.nnz
    assert io.read(holed).size == 0
    assert holed.nnz == before, "the caller's matrix stays as it is"


def test_a_sparse_vector_is_no_matrix():
    with pytest.raises(SchemaError, match="two dimensions"):
        io.read(sp.coo_array(np.array([0, 1])))


def test_relations_of_duckdb():
    lists = duckdb.sql("select * from (values (1, ['tea', 'rum']), (2, [])) t(id, items)")
    assert list(io.read(lists)) == [["rum", "tea"], []]
    long = duckdb.sql("select * from (values (7, 'tea'), (3, 'rum'), (7, 'rum')) t(no, what)")
    assert list(io.read(long, id="no", item="what")) == [["rum", "tea"], ["rum"]]
    with pytest.raises(SchemaError, match="name the columns with id and item"):
        io.read(long)


def test_long_frames():
    frame = pl.DataFrame({"order": ["b", "a", "b"], "what": ["1", None, "2"], "day": [1, 2, 3]})
    baskets = io.read(frame, id="order", item="what")
    assert list(baskets) == [["1", "2"], []]
    assert (baskets.column, baskets.other_columns) == ("what", ("day",))
    assert list(io.read(frame.lazy(), id="order", item="what")) == [["1", "2"], []]
    assert list(io.read(frame.to_pandas(), id="order", item="what", format="long")) == [
        ["1", "2"],
        [],
    ]
    assert list(io.read(frame.drop("day"), format="long")) == [["1", "2"], []]
    with pytest.raises(SchemaError, match="name the columns of ids and of items with id and item"):
        io.read(frame, id="order")
    with pytest.raises(SchemaError, match="there is no column 'person'"):
        io.read(frame, id="person", item="what")
    with pytest.raises(SchemaError, match="lacks ids"):
        io.read(frame, id="what", item="order")
    with pytest.raises(ParameterError, match="rows that are baskets already"):
        io.read([[1]], format="long")


def test_a_long_csv_is_read_where_it_is_named_or_written_by_shoal(tmp_path):
    path = tmp_path / "orders.csv"
    for header in ("id,item", "order_id,what"):
        path.write_text(f"{header}\n7,tea\n7,rum\n9,\n8,tea\n7,tea\n")
        if header == "order_id,what":
            with pytest.raises(FormatError, match="name the columns with id and item") as caught:
                io.read(path)
            assert caught.value.parameter == "qi"
        baskets = io.read(path, format=None if header == "id,item" else "long")
        assert list(baskets) == [["rum", "tea"], [], ["tea"]]
        assert (baskets.duplicates_merged, baskets.notes) == (1, ())
        assert len(io.read(path, format="csv")) == 6


def test_two_columns_in_the_wrong_order_are_refused(tmp_path):
    path = tmp_path / "orders.csv"
    path.write_text("product,order_id\ntea,7\nrum,7\n")
    with pytest.raises(FormatError, match="name the columns of ids and of items") as caught:
        io.read(path, format="long")
    assert caught.value.parameter == "id"
    assert list(io.read(path, id="order_id", item="product")) == [["rum", "tea"]]


def test_repeats_of_a_published_long_file_are_told():
    frame = pl.DataFrame({"id": [7, 7, 8], "item": ["tea", "tea", "tea"]})
    (said,) = verify(io.read(frame, format="long"), "k=2").warnings
    assert said == "1 repeated item within rows was merged"


@pytest.mark.parametrize(
    "text",
    [
        "tea,rum\ngin,tea\ngin,rum\n",
        "order_id,what\n7,tea\n7,rum,gin\n",
    ],
)
def test_what_is_not_taken_for_long(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    assert len(io.read(tmp_path / "a.csv")) == text.count("\n")


def test_a_long_file_lacks_an_id(tmp_path):
    (tmp_path / "a.csv").write_text('id,item\n7,"two\nlines"\n,rum\n')
    with pytest.raises(FormatError, match=r"a.csv, line 4: column 'id' lacks ids"):
        io.read(tmp_path / "a.csv", format="long")


def test_missing_items_of_a_long_file_are_told(tmp_path):
    (tmp_path / "a.csv").write_text("id,item\n7,tea\n7,\n8,\n")
    baskets = io.read(tmp_path / "a.csv", format="long")
    assert list(baskets) == [["tea"], []]
    assert baskets.warnings == ("1 missing item within rows was left out",)


SEQUENCES = "# five trips\n1 -1 2 3 -1 -2\n\n<1> 3 -1 <2> 3 -1 -2\r\n"
NAMED = "@CONVERTED_FROM_TEXT\n@ITEM=1=tea\n@ITEM=-1=|\n@ITEM=10=dark rum\n% two\n1 10\n10\n"


def test_spmf_is_recognised_by_content(tmp_path):
    (tmp_path / "a.txt").write_text(SEQUENCES)
    baskets = io.read(tmp_path / "a.txt")
    assert list(baskets) == [[1, 2, 3], [], [3]]
    assert "read as such" in baskets.warnings[0]
    assert "order and repeats are dropped" in baskets.warnings[1]
    (tmp_path / "b.dat").write_text(NAMED)
    assert list(io.read(tmp_path / "b.dat")) == [["dark rum", "tea"], ["dark rum"]]
    assert io.read(tmp_path / "b.dat", format="spmf").notes == ()
    assert len(io.read(tmp_path / "b.dat", format="fimi")) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n1 tea\n", "a.spmf, line 2: an item that is no number"),
        ("1 2\n1 -1\n", "a.spmf, line 2: an item that is no number"),
        ("% x\n1 -1 -2\n1 2\n", "a.spmf, line 3: a sequence ends with -2"),
        ("@ITEM=one=tea\n1\n", "a.spmf, line 1: an item is named by its number"),
        ("@ITEM=1=tea\n@ITEM=1=rum\n1\n", "a.spmf, line 2: the number or the name stands"),
        ("@ITEM=1=tea\n1 2\n", "item 2 has no name"),
        ("@ITEM=1=tea\n@ITEM=2=tea\n1 2\n", "line 2: the number or the name stands"),
        ("1 02\n", "zeros in front"),
        ("# nothing\n", "the file is empty"),
        ("", "the file is empty"),
    ],
)
def test_broken_spmf_files(tmp_path, text, message):
    (tmp_path / "a.spmf").write_text(text)
    with pytest.raises(FormatError) as caught:
        io.read(tmp_path / "a.spmf")
    assert message in str(caught.value)


def test_damaged_zstandard(tmp_path):
    path = tmp_path / "a.dat.zst"
    io.write(Baskets.of([[n, n + 1] for n in range(500)]), path)
    whole = path.read_bytes()
    for damaged in (whole[:-9], whole[:40] + b"\0\1\2" + whole[43:], whole + b"x"):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="the zstd data is damaged or cut off"):
            io.read(path)
    path.write_bytes(whole + whole)
    assert len(io.read(path)) == 1000, "frames are read on"


def test_folders_of_parquet(tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    with pytest.raises(ParameterError, match=r"holds no \.parquet files"):
        io.read(folder)
    for name, rows in {"p-2": [["b"]], "p-10": [["c", "a"], []], "p-1": [["a"]]}.items():
        io.write(rows, folder / f"{name}.parquet")
    (folder / "_SUCCESS").touch()
    assert list(io.read(folder)) == [["a"], ["a", "c"], [], ["b"]]
    io.write([[1]], folder / "p-3.parquet")
    with pytest.raises(FormatError, match="parts: items must be all integers or all strings"):
        io.read(folder)
    (folder / "p-3.parquet").write_bytes(b"PAR1 and then nothing")
    with pytest.raises(FormatError, match=r"p-3.parquet: is not a Parquet file"):
        io.read(folder)


PEAK = """
import re, sys, shoal
import polars, shoal.io.columnar, shoal.io.long
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) << 10
before = peak()
baskets = shoal.read(sys.argv[1], **dict(option.split("=") for option in sys.argv[2:]))
print(peak() - before, baskets.items.nbytes + baskets.offsets.nbytes)
"""


@pytest.mark.parametrize("layout", ["list", "long"])
def test_the_peak_stays_near_the_coded_size(tmp_path, layout):
    """The names of 12 million entries take some 300 MB, their codes 48 MB."""
    rows, width = 1_200_000, 10
    codes = np.random.default_rng(1).integers(0, 20_000, rows * width)
    names = pl.Series([f"the product number {n}" for n in range(20_000)]).gather(codes)
    path = tmp_path / "a.parquet"
    if layout == "list":
        frame = pl.DataFrame({"items": names.reshape((rows, width)).arr.to_list()})
    else:
        frame = pl.DataFrame({"id": np.repeat(np.arange(rows), width), "item": names})
    frame.write_parquet(path, row_group_size=1 << 17)
    options = [] if layout == "list" else ["format=long"]
    done = subprocess.run(
        [sys.executable, "-c", PEAK, path, *options], capture_output=True, text=True, check=True
    )
    grown, coded = map(int, done.stdout.split())
    # Beside the codes: a batch, what the allocator keeps, and for the long layout the ids.
    assert grown < 3 * coded + (100 << 20)
