"""Small things that told rows apart, or that a file did not read back as it was written."""

import os
import subprocess
from decimal import Decimal

import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import shoal
from shoal.errors import FormatError, ParameterError, SchemaError

from ..cli.conftest import SHOAL

ROWS = ["1", "1", "2", "2"]


@pytest.mark.parametrize(
    "name", ["\ufeffage", "\ufeff", "a;b", "a|b", "a\tb", '"a;b"', "\ufeffa,b"]
)
@pytest.mark.parametrize("more", [{}, {"ill": ["a", "b", "a", "b"]}])
def test_names_of_columns_read_back_from_csv(name, more, tmp_path):
    path = tmp_path / "release.csv"
    release = shoal.anonymize(pl.DataFrame({name: ROWS} | more), "k=2", qi=[name], **keeping(more))
    release.write(path)
    verdict = shoal.verify(path, "k=2", qi=[name], sensitive=[*more])
    assert verdict.ok
    assert verdict.groups == 2


def keeping(more):
    return {"sensitive": [*more]} if more else {}


def test_one_column_whose_header_holds_another_separator_must_be_described(tmp_path):
    (tmp_path / "in.csv").write_text("a;b\n1\n1\n")
    with pytest.raises(FormatError, match="names columns with ';' between them"):
        shoal.verify(tmp_path / "in.csv", "k=2", qi=["a;b"])
    assert shoal.verify(tmp_path / "in.csv", "k=2", qi=["a;b"], separator=",").ok
    (tmp_path / "in.csv").write_text('"a;b"\n1\n1\n')
    assert shoal.verify(tmp_path / "in.csv", "k=2", qi=["a;b"]).ok


@pytest.mark.parametrize(
    "lists", [[[], None], [[], [None]], [["a"], ["a", None]], [None, None, [], []]]
)
@pytest.mark.parametrize("write", ["write_parquet", "write_ipc", None])
def test_missing_lists_and_items_tell_rows_apart(lists, write, tmp_path):
    frame = pl.DataFrame({"items": pl.Series(lists, dtype=pl.List(pl.String))})
    path = tmp_path / "release.file"
    if write is not None:
        getattr(frame, write)(path)
    source = frame if write is None else path
    with pytest.raises((SchemaError, FormatError), match="missing items or rows"):
        shoal.verify(source, "k=2")
    assert len(shoal.anonymize(source, "k=2").data) == len(lists)


@pytest.mark.parametrize("item", ["@ITEM=1=x", "@CONVERTED_FROM_TEXT"])
def test_an_item_that_reads_like_a_line_of_spmf(item, tmp_path):
    release = shoal.anonymize([[item, "Z"]] * 2, "k=2")
    for name in ("r.spmf", "r.csv", "r.parquet"):
        release.write(tmp_path / name)
        assert list(shoal.read(tmp_path / name)) == [[item, "Z"]] * 2
    with pytest.raises(ParameterError, match="would be read as one of SPMF"):
        release.write(tmp_path / "r.dat")
    assert not (tmp_path / "r.dat").exists()


def wide_decimals():
    wide = pa.array([Decimal("1.5"), Decimal("1.5")], pa.decimal256(50, 2))
    return pa.table({"x": wide, "y": [1, 1]})


@pytest.mark.parametrize("form", ["memory", "parquet", "arrow"])
def test_decimals_of_256_bits_are_refused_by_name(form, tmp_path, capfd):
    source = wide_decimals()
    if form == "parquet":
        pa.parquet.write_table(source, source := tmp_path / "in.parquet")
    elif form == "arrow":
        pa.feather.write_feather(source, source := tmp_path / "in.arrow")
    with pytest.raises((SchemaError, FormatError), match="'x' has the type Decimal with 50 digits"):
        shoal.anonymize(source, "k=2", qi=["x"])
    assert capfd.readouterr().err == ""
    if form != "memory":
        assert shoal.anonymize(source, "k=2", qi=["y"]).loss.lm == 0


def test_names_are_utf8_where_the_locale_knows_ascii_only(tmp_path):
    folder = tmp_path / "größe"
    folder.mkdir()
    (folder / "maß.csv").write_text("größe,ort\n" + "1,a\n2,b\n" * 3, encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    files = ["größe/maß.csv", "-o", "größe/frei.csv", "--save-recipe", "größe/r.toml"]
    call = [SHOAL, "anonymize", *files, "-k", "3", "--qi", "größe", "--keep", "ort"]
    done = subprocess.run(
        call, cwd=tmp_path, env=os.environ | ascii_only, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "größe/frei.csv" in done.stdout.decode()
    assert (folder / "frei.csv").read_text(encoding="utf-8").startswith("größe,ort\n1,a\n")
    assert "größe" in (folder / "r.toml").read_text(encoding="utf-8")
