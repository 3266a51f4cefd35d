import gzip
import re

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import io
from shoal.data import Baskets, Vocabulary
from shoal.errors import FormatError, OutputError, ParameterError
from shoal.io.formats import Format
from shoal.io.text import CHUNK_ROWS, parse

INTEGERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)
#: Characters that matter to a parser, and others.
LETTERS = st.sampled_from(list('ab01-,;|" \t\r\ufeffé🐟')) | st.characters(
    exclude_categories=["Cs"]
)
#: What FIMI can hold, and what CSV can.
FIMI_ITEMS = st.text(LETTERS, min_size=1, max_size=5).filter(
    lambda item: not re.search("[\0\t-\r ]", item)
)
CSV_ITEMS = st.text(LETTERS, max_size=5).filter(lambda item: not re.search("[\0\n]", item))


def rows_of(items):
    return st.lists(st.lists(items, max_size=5), min_size=1, max_size=8)


def read_again(path_factory, baskets, name, **options):
    path = path_factory.mktemp("again") / name
    io.write(baskets, path, **options)
    return io.read(path, **options)


def looks_like_integers(baskets):
    return all(re.fullmatch("0|-?[1-9][0-9]*", str(item)) for item in baskets.vocabulary)


@pytest.mark.parametrize("name", ["a.dat", "a.dat.gz", "a.csv", "a.tsv.gz"])
@given(rows=rows_of(INTEGERS))
@settings(max_examples=25)
def test_integers_round_trip(tmp_path_factory, name, rows):
    baskets = Baskets.of(rows)
    assert read_again(tmp_path_factory, baskets, name) == baskets


@given(rows=rows_of(FIMI_ITEMS))
def test_strings_round_trip_in_fimi(tmp_path_factory, rows):
    baskets = Baskets.of(rows)
    again = read_again(tmp_path_factory, baskets, "a.dat", format="fimi")
    expected = [list(map(int, row)) for row in baskets] if looks_like_integers(baskets) else baskets
    assert again == io.read(expected)


@given(rows=rows_of(CSV_ITEMS), separator=st.sampled_from(",;|\t -"))
def test_strings_round_trip_in_csv(tmp_path_factory, rows, separator):
    baskets = Baskets.of(rows)
    # Insisting: the first of a few equally long rows may look like the header of a table.
    again = read_again(tmp_path_factory, baskets, "a.csv", separator=separator, format="csv")
    expected = [list(map(int, row)) for row in baskets] if looks_like_integers(baskets) else baskets
    assert again == io.read(expected)


@pytest.mark.parametrize(
    "rows",
    [
        [[""]],
        [["", "a"], [], [""]],
        [["007", "7"]],
        [["-0"], ["1"]],
        [["\ufeff", "a"]],
        [["\ufeffa"], []],
        [['"'], ['""', ","]],
        [[" a"], ["a "], ["a b"], ["a\r"]],
        [["9223372036854775808"], ["1"]],
    ],
)
def test_peculiar_items_round_trip_in_csv(tmp_path_factory, rows):
    baskets = Baskets.of(rows)
    assert read_again(tmp_path_factory, baskets, "a.csv") == baskets


def fimi_oracle(text):
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    rows = [set(re.findall("[^ \t]+", line.removesuffix("\r"))) for line in lines]
    items = set().union(*rows)
    canonical = all(re.fullmatch("0|-?[1-9][0-9]*", item) for item in items)
    if canonical and all(-(2**63) <= int(item) < 2**63 for item in items):
        return [sorted(map(int, row)) for row in rows]
    return [sorted(row, key=str.encode) for row in rows]


@given(
    st.text(st.sampled_from(list("01 -\n\n\t\rab7é\ufeff")), min_size=1, max_size=60)
    | st.text(st.sampled_from(list("0123456789 -\n")), min_size=1, max_size=60)
)
def test_the_parser_agrees_with_a_plain_one(text):
    expected = fimi_oracle(text)
    if not expected:
        with pytest.raises(FormatError, match="empty"):
            parse(text.encode(), Format("fimi"), path="a.dat")
    else:
        assert list(parse(text.encode(), Format("fimi"), path="a.dat")) == expected


@given(st.binary(max_size=40))
def test_any_bytes_are_baskets_or_one_clear_error(content):
    for format in (Format("fimi"), Format("csv", ",")):
        try:
            baskets = parse(content, format, path="a.dat")
        except FormatError:
            continue
        assert len(baskets) >= 1
        assert content.decode()


def test_items_are_written_in_the_vocabularys_order(tmp_path):
    io.write(Baskets.of([[10, 9], [], [-1]]), tmp_path / "a.dat")
    assert (tmp_path / "a.dat").read_bytes() == b"9 10\n\n-1\n"
    io.write(Baskets.of([["b", "a,", ""], []]), tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes() == b'"","a,",b\n\n'


def test_rows_are_written_across_chunks(tmp_path):
    rows = pl.Series([[n % 7, 9] if n % 3 else [] for n in range(CHUNK_ROWS + 5)])
    baskets = Baskets.from_series(rows)
    io.write(baskets, tmp_path / "a.dat")
    assert io.read(tmp_path / "a.dat") == baskets


def test_an_unused_item_does_not_keep_a_file_from_being_written(tmp_path):
    baskets = Baskets.from_codes([1], [0, 1], Vocabulary(["a b", "c"]))
    io.write(baskets, tmp_path / "a.dat")
    assert (tmp_path / "a.dat").read_text() == "c\n"


def test_gzip_output_depends_on_the_content_alone(tmp_path):
    baskets = Baskets.of([[1, 2]])
    for name in ("a.dat.gz", "b.dat.gz"):
        io.write(baskets, tmp_path / name)
    content = (tmp_path / "a.dat.gz").read_bytes()
    assert content == (tmp_path / "b.dat.gz").read_bytes()
    assert content[3] == 0  # no file name
    assert content[4:8] == bytes(4)  # no time


def test_windows_line_ends_and_a_byte_order_mark(tmp_path):
    (tmp_path / "a.dat").write_bytes(b"\xef\xbb\xbf1 2\r\n\r\n2\r\n")
    assert list(io.read(tmp_path / "a.dat")) == [[1, 2], [], [2]]


def test_a_line_of_a_million_items(tmp_path):
    (tmp_path / "a.dat").write_text(" ".join(map(str, range(1_000_000))) + "\n1 1\n")
    baskets = io.read(tmp_path / "a.dat")
    assert baskets.lengths.tolist() == [1_000_000, 1]
    assert baskets.duplicates_merged == 1


SECRET = "Zanzibar"


def zipped(text: bytes) -> bytes:
    """The same bytes at any time of the day, so that every worker names the tests alike."""
    return gzip.compress(text, mtime=0)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.dat", b"", "a.dat, line 1: the file is empty: it holds no baskets"),
        ("a.dat.gz", zipped(b""), "a.dat.gz, line 1: the file is empty: it holds no baskets"),
        ("a.dat", b"Zanzibar\nx\0y\n", "a.dat, line 2: holds a NUL byte"),
        ("a.dat", b"\x89PNG\r\n\x1a\n\0\0", "a.dat, line 1: is not valid UTF-8"),
        ("a.csv", b"x\nZanzibar \xff\n", "a.csv, line 2: is not valid UTF-8"),
        ("a.csv", b'x\n"Zanzibar\nx\n', "a.csv, line 2: has a quote that is not closed"),
        ("a.csv", b'"x" Zanzibar\n', "a.csv, line 1: has text after a closing quote"),
        ("a.dat.gz", zipped(b"Zanzibar\n" * 99)[:-9], "the gzip data is damaged or cut off"),
        ("a.dat.gz", b"\x1f\x8b\x08\0Zanzibar", "the gzip data is damaged or cut off"),
        ("a.dat.gz", b"\x1f\x8b\x99\0Zanzibar", "the gzip data is damaged or cut off"),
    ],
)
def test_broken_files(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        io.read(path)
    assert message in str(caught.value)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_status == 2


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("a.dat", "Zanzibar east"),
        ("a.dat", ""),
        ("a.dat", "Zanzibar\t"),
        ("a.dat.gz", "Zanzibar\n"),
        ("a.csv", "Zanzibar\neast"),
        ("a.csv", "Zanzibar\0"),
    ],
)
def test_items_that_a_format_cannot_hold(tmp_path, name, item):
    with pytest.raises(ParameterError, match="parquet") as caught:
        io.write(Baskets.of([[item]]), tmp_path / name)
    assert SECRET not in str(caught.value)
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["dat", "dat.gz", "parquet", "arrow"])
def test_a_full_disk(tmp_path, name):
    device = tmp_path / f"full.{name}"
    device.symlink_to("/dev/full")
    with pytest.raises(OutputError, match="the disk is full"):
        io.write(Baskets.of([[1, 2]]), device)
