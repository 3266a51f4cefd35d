import gzip

import pytest

import shoal
from shoal import io
from shoal.data import Baskets
from shoal.errors import FormatError, OutputError, ParameterError
from shoal.io import Format, by_name, recognise


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.dat", Format("fimi")),
        ("a.TXT", Format("fimi")),
        ("a.fimi.gz", Format("fimi", compression="gzip")),
        ("a.basket", Format("fimi")),
        ("a.b.csv", Format("csv", ",")),
        ("a.csv.gz", Format("csv", ",", compression="gzip")),
        ("a.tsv", Format("csv", "\t")),
        ("a.pq", Format("parquet")),
        ("a.parquet", Format("parquet")),
        ("a.arrow", Format("arrow")),
        ("a.feather", Format("arrow")),
        ("a.ipc", Format("arrow")),
    ],
)
def test_the_name_tells(name, format):
    assert by_name(name) == format
    assert recognise(name) == format


@pytest.mark.parametrize("real", ["a.parquet", "a.arrow", "a.dat.gz", "a.dat"])
@pytest.mark.parametrize("name", ["b", "b.dat", "b.unknown", "b.parquet.copy"])
def test_the_content_tells_more_than_the_name(tmp_path, real, name):
    baskets = Baskets.of([[1, 2], []])
    io.write(baskets, tmp_path / real)
    (tmp_path / real).rename(tmp_path / name)
    assert io.read(tmp_path / name) == baskets


def test_what_an_existing_output_holds_does_not_matter(tmp_path):
    path = tmp_path / "a.csv"
    io.write(Baskets.of([[1, 2]]), path, format="parquet")
    io.write(Baskets.of([[1, 2]]), path)
    assert path.read_text() == "1,2\n"


def test_insisting(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a b,c\n")
    assert list(io.read(path, format="fimi")) == [["a", "b,c"]]
    assert list(io.read(path, format="csv")) == [["a b", "c"]]
    assert list(io.read(path, separator=" ")) == [["a", "b,c"]]
    assert list(io.read(path, format="csv", separator=";")) == [["a b,c"]]
    assert list(io.read(path, format=Format("csv", ","))) == [["a b", "c"]]
    with pytest.raises(FormatError, match=r"is not a Parquet file"):
        io.read(path, format="parquet")
    with pytest.raises(FormatError, match=r"is not an Arrow file"):
        io.read(path, format="arrow")


@pytest.mark.parametrize("call", [by_name, recognise, io.read])
def test_unknown_formats_list_what_there_is(tmp_path, call):
    path = tmp_path / "a.dat"
    path.write_text("1\n")
    with pytest.raises(ParameterError, match=r"arrow, long$"):
        call(path, format="parket")


def test_an_output_needs_a_known_name():
    with pytest.raises(ParameterError, match=r"cannot tell a format .* insist on a format"):
        by_name("release.xlsx")
    assert by_name("release.xlsx", format="csv") == Format("csv", ",")


@pytest.mark.parametrize("separator", ["", ",,", '"', "\n", "\r", "\0", "é", "a", "7"])
def test_separators_that_are_none(separator):
    with pytest.raises(ParameterError, match="one ASCII character"):
        recognise("a.csv", separator=separator)


@pytest.mark.parametrize("format", ["fimi", "parquet", "arrow"])
def test_a_separator_belongs_to_csv(format):
    with pytest.raises(ParameterError, match="belongs to the csv format"):
        recognise("a.csv", format=format, separator=",")


def test_gzip_is_for_text(tmp_path):
    with pytest.raises(ParameterError, match="gzip"):
        by_name("a.parquet.gz")
    path = tmp_path / "a.parquet.gz"
    path.write_bytes(gzip.compress(b"PAR1"))
    with pytest.raises(FormatError, match="only text files"):
        io.read(path)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ParameterError, match=r"^no such file: .*nothing.dat$"):
        io.read(tmp_path / "nothing.dat")
    with pytest.raises(ParameterError, match="is a directory, not a file"):
        io.read(tmp_path)
    with pytest.raises(ParameterError, match="no such file"):
        io.read("x" * 5000)


def test_files_that_cannot_be_written(tmp_path):
    baskets = Baskets.of([[1]])
    with pytest.raises(OutputError, match="its directory does not exist"):
        io.write(baskets, tmp_path / "nowhere" / "a.dat")
    (tmp_path / "a.dat").mkdir()
    with pytest.raises(OutputError, match="it is a directory"):
        io.write(baskets, tmp_path / "a.dat")


def test_options_that_do_not_apply(tmp_path):
    (tmp_path / "a.dat").write_text("1\n")
    with pytest.raises(ParameterError, match="column is for"):
        io.read(tmp_path / "a.dat", column="items")
    with pytest.raises(ParameterError, match="column is for"):
        io.read([[1]], column="items")
    with pytest.raises(ParameterError, match="are for files"):
        io.read([[1]], format="csv")
    with pytest.raises(ParameterError, match="cannot read baskets from a int"):
        io.read(7)


def test_baskets_and_rows_pass_through():
    baskets = Baskets.of([[1]])
    assert io.read(baskets) is baskets
    assert io.read(iter([(1,)])) == baskets


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04 and \0 so on", "line 1: holds a NUL byte: this is a binary file"),
        ("age,sex\n31,f\n".encode("utf-16"), "line 1: is not valid UTF-8: this is not text, or"),
        ("café\n".encode("cp1252"), "line 1: is not valid UTF-8"),
    ],
)
def test_what_spreadsheets_save_is_refused_with_a_way_out(tmp_path, content, words):
    (tmp_path / "a.csv").write_bytes(content)
    for read in (shoal.read, lambda path: shoal.read(path, qi=["age"])):
        with pytest.raises(FormatError, match=words):
            read(tmp_path / "a.csv")
