"""Parquet files of any writer are fine; damaged ones are refused, and end no process."""

from __future__ import annotations

import io
import subprocess
import sys

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError
from shoal.io.parquet_pages import check_pages

VALUES = {
    "number": st.none() | st.integers(-(2**63), 2**63 - 1),
    "truth": st.none() | st.booleans(),
    "text": st.none() | st.text(max_size=3),
    "lists": st.none() | st.lists(st.none() | st.integers(0, 9), max_size=3),
}
TYPES = {
    "number": pl.Int64,
    "truth": pl.Boolean,
    "text": pl.String,
    "lists": pl.List(pl.Int64),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@st.composite
def frames(draw):
    rows = draw(st.integers(0, 30))
    return pl.DataFrame(
        {
            name: pl.Series(draw(st.lists(values, min_size=rows, max_size=rows)), dtype=TYPES[name])
            for name, values in VALUES.items()
        }
    )


@settings(max_examples=100)
@given(
    frame=frames(),
    codec=st.sampled_from(["zstd", "snappy", "gzip", "uncompressed"]),
    size=st.sampled_from([1, 64, 1 << 20]),
    group=st.sampled_from([1, 7, 100]),
    version=st.sampled_from(["1.0", "2.0"]),
    dictionary=st.booleans(),
)
def test_files_of_writers_are_fine(folder, frame, codec, size, group, version, dictionary):
    path = folder / "fine.parquet"
    frame.write_parquet(path, compression=codec, data_page_size=size, row_group_size=group)
    check_pages(path)
    pq.write_table(
        frame.to_arrow(),
        path,
        compression=codec if codec != "uncompressed" else "none",
        data_page_size=size,
        row_group_size=group,
        data_page_version=version,
        use_dictionary=dictionary,
        write_page_index=dictionary,
        write_page_checksum=dictionary,
    )
    check_pages(path)


def test_duckdb_writes_fine_files(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "a.parquet"
    rows = "select i % 7 as a, [i, null] as b, 'x' || i as c from range(300000) as r(i)"
    duckdb.sql(rows).write_parquet(str(path))
    check_pages(path)
    assert len(shoal.read(path, column="b")) == 300_000


CHANGED = """
import sys
from pathlib import Path
import shoal

path, whole = Path(sys.argv[1]), Path(sys.argv[1]).read_bytes()
refused = 0
for place in range(4, len(whole) - 4):
    for byte in (whole[place] ^ 1, whole[place] ^ 128):
        path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
        try:
            shoal.read(path, format="long")
        except shoal.errors.FormatError:
            refused += 1
print(refused)
"""


def test_no_changed_byte_ends_the_process(tmp_path):
    path = tmp_path / "a.parquet"
    frame = pl.DataFrame({"id": [1, 1, 2], "item": ["tea", "rum", None]})
    frame.write_parquet(path, compression="uncompressed")
    # What Polars says of a panic goes to standard error.
    done = subprocess.run(
        [sys.executable, "-c", CHANGED, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 100


def test_a_negative_number_of_values(tmp_path):
    path = tmp_path / "a.parquet"
    frame = pl.DataFrame({"id": list(range(7)), "item": list("abcdefg")})
    frame.write_parquet(path, compression="uncompressed")
    content = path.read_bytes()
    # A page of 7 values says so with the number 14, as numbers are coded; 13 stands for -7.
    header = b"\x2c\x15\x0e"
    assert header in content
    path.write_bytes(content.replace(header, b"\x2c\x15\x0d"))
    with pytest.raises(FormatError, match=r"a\.parquet: is not a Parquet file, or is damaged"):
        shoal.read(path)
    with pytest.raises(ValueError, match="other values"):
        check_pages(path)


def test_other_files_are_left_to_their_reader(tmp_path):
    buffer = io.BytesIO()
    pa.parquet.write_table(pa.table({"a": [1]}), buffer)
    for content in (b"age,sex\n31,f\n", b"PAR1", buffer.getvalue()[:-1]):
        (tmp_path / "a.parquet").write_bytes(content)
        check_pages(tmp_path / "a.parquet")
