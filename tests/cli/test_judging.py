"""``verify`` judges all that a reader of the published files would see, or refuses them by name."""

from __future__ import annotations

import gzip
import json
import os
import struct
import zlib

import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest
import zstandard
from tests.cli.conftest import SECRET, ask

from shoal import verify
from shoal.errors import SchemaError

ROWS = [["a", "b"], ["a", "b"], ["c"], ["c"]]
TEXT = b"a b\na b\nc\nc\n"


def write_rows(path, rows=ROWS):
    path.parent.mkdir(parents=True, exist_ok=True)
    pl.DataFrame({"items": rows}).write_parquet(path)


def folder_of(tmp_path):
    write_rows(tmp_path / "release" / "part-0.parquet")
    return tmp_path / "release"


# Hole 3: a folder.


@pytest.mark.parametrize(
    "name",
    [
        "sub/part-1.parquet",
        "_part-1.parquet",
        ".part-1.parquet",
        "sub/deep/.x.pq",
        "_temporary/0.pq",
    ],
)
def test_hole_3_verify_of_a_folder_leaves_out_no_parquet_file(shoal, tmp_path, name):
    write_rows(folder_of(tmp_path) / name, [[SECRET]])
    sentence = ask(shoal, tmp_path, 2, "verify", "release", "-k", "2")
    assert name in sentence
    assert "not judged" in sentence


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.txt", SECRET.encode()),
        ("people.csv", b"name\n"),
        ("_SUCCESS", b"x"),
        ("_metadata", b"PAR1"),
        ("sub/_SUCCESS.txt", b"x"),
        (".hidden.crc", SECRET.encode()),
        (".part-0.parquet.crc", SECRET.encode()),
        ("empty.parquet.bak", b"\0"),
    ],
)
def test_hole_3_verify_of_a_folder_leaves_out_no_content(shoal, tmp_path, name, content):
    path = folder_of(tmp_path) / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    assert name in ask(shoal, tmp_path, 2, "verify", "release", "-k", "2")


def test_hole_3_a_folder_of_spark_is_judged_and_what_is_left_out_is_named(shoal, tmp_path):
    folder = folder_of(tmp_path)
    size = (folder / "part-0.parquet").stat().st_size
    checksums = os.urandom(4 * -(-size // 512))
    (folder / ".part-0.parquet.crc").write_bytes(b"crc\0\0\0\2\0" + checksums)
    (folder / "_SUCCESS").write_bytes(b"")
    (folder / "._SUCCESS.crc").write_bytes(b"crc\0\0\0\2\0")
    (folder / "empty").mkdir()
    done = shoal("verify", "release", "-k", "2", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["rows"] == 4
    assert "._SUCCESS.crc, .part-0.parquet.crc, _SUCCESS" in answer["warnings"][-1]
    assert answer["warning_codes"][-1] == "files-left-out"


def test_hole_3_a_link_to_a_folder_is_not_judged(shoal, tmp_path):
    write_rows(tmp_path / "elsewhere" / "part-1.parquet", [[SECRET]])
    (folder_of(tmp_path) / "link").symlink_to(tmp_path / "elsewhere")
    assert "link" in ask(shoal, tmp_path, 2, "verify", "release", "-k", "2")


def test_hole_3_a_folder_of_a_table_is_judged_as_one_of_baskets_is(shoal, tmp_path):
    folder = tmp_path / "release"
    (folder / "sub").mkdir(parents=True)
    pl.DataFrame({"age": ["2*", "2*"]}).write_parquet(folder / "0.parquet")
    assert shoal("verify", "release", "-k", "2", "--qi", "age").returncode == 0
    pl.DataFrame({"age": ["31"]}).write_parquet(folder / "sub" / "1.parquet")
    sentence = ask(shoal, tmp_path, 2, "verify", "release", "-k", "2", "--qi", "age")
    assert "sub/1.parquet" in sentence


# Hole 4: ids of the long layout.


@pytest.mark.parametrize(
    "ids",
    [
        ["Ann", "Ann", "Bob", "Bob"],
        ["1", "1", "3", "3"],
        ["2", "2", "1", "1"],
        ["01", "01", "02", "02"],
        ["0", "0", "1", "1"],
        ["1", "2", "1", "2"],
        ["1", "1", "2", "1"],
    ],
)
@pytest.mark.parametrize("flags", [(), ("--format", "long"), ("--id", "id", "--item", "item")])
def test_hole_4_ids_that_are_not_numbers_in_order_are_refused(shoal, tmp_path, ids, flags):
    frame = pl.DataFrame({"id": ids, "item": ["x", "y", "x", "y"]})
    frame.write_csv(tmp_path / "r.csv")
    frame.write_parquet(tmp_path / "r.parquet")
    for name in ("r.csv", "r.parquet"):
        sentence = ask(shoal, tmp_path, 2, "verify", name, "-k", "2", *flags)
        assert "column 'id'" in sentence
        assert "Ann" not in sentence


def test_hole_4_ids_of_a_frame_are_judged_too():
    frame = pl.DataFrame({"who": ["Ann", "Bob"], "item": ["x", "x"]})
    with pytest.raises(SchemaError, match="column 'who'"):
        verify(frame, "k=2", id="who", item="item")
    numbered = frame.with_columns(who=pl.Series([1, 2]))
    assert verify(numbered, "k=2", id="who", item="item").ok


@pytest.mark.parametrize("name", ["r.csv", "r.parquet", "r.arrow", "r.csv.gz"])
def test_hole_4_what_shoal_writes_in_the_long_layout_is_judged(shoal, tmp_path, name):
    rows = [f"{person},{item}" for person in ("Ann", "Bob", "Cid", "Eve") for item in "xy"]
    (tmp_path / "d.csv").write_text("\n".join(("who,what", *rows, "Dan,", "Fay,", "")))
    flags = ("--id", "who", "--item", "what")
    assert shoal("anonymize", "d.csv", "-k", "2", *flags, "-o", name).returncode == 0
    done = shoal("verify", name, "-k", "2", *flags, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == 6


# What stands beside the data.


@pytest.mark.parametrize(
    "line",
    [f"# {SECRET}", f"% {SECRET}", f"@ {SECRET}", "@NAME=x", f"@ITEM=9={SECRET}", "@ITEM=-1=|"],
)
def test_a_comment_of_spmf_is_refused_when_it_is_judged(shoal, tmp_path, line):
    named = "@CONVERTED_FROM_TEXT\n@ITEM=1=tea\n@ITEM=2=rum\n"
    (tmp_path / "r.spmf").write_text(f"{named}1 2\n{line}\n1 2\n")
    assert "r.spmf, line 5" in ask(shoal, tmp_path, 2, "verify", "r.spmf", "-k", "2")
    assert shoal("anonymize", "r.spmf", "-k", "2", "-o", "o.spmf").returncode == 0
    assert shoal("verify", "o.spmf", "-k", "2").returncode == 0


def test_times_of_spmf_are_refused_when_they_are_judged(shoal, tmp_path):
    (tmp_path / "r.spmf").write_text("<4711> 1 -1 -2\n<1> 1 -1 -2\n")
    assert "r.spmf, line 1" in ask(shoal, tmp_path, 2, "verify", "r.spmf", "-k", "2")


SKIPPABLE = struct.pack("<II", 0x184D2A53, len(SECRET)) + SECRET.encode()


@pytest.mark.parametrize("place", ["between", "behind"])
def test_a_skippable_frame_of_zstd_is_refused_when_it_is_judged(shoal, tmp_path, place):
    half = zstandard.compress(TEXT[:4]), zstandard.compress(TEXT[4:])
    parts = (half[0], SKIPPABLE, half[1]) if place == "between" else (*half, SKIPPABLE)
    (tmp_path / "r.dat.zst").write_bytes(b"".join(parts))
    assert "zstd data holds more than the text" in ask(
        shoal, tmp_path, 2, "verify", "r.dat.zst", "-k", "2"
    )
    assert shoal("anonymize", "r.dat.zst", "-k", "2", "-o", "o.dat.zst").returncode == 0
    assert shoal("verify", "o.dat.zst", "-k", "2").returncode == 0


def test_a_skippable_frame_in_front_is_no_text(shoal, tmp_path):
    (tmp_path / "r.dat.zst").write_bytes(SKIPPABLE + zstandard.compress(TEXT))
    ask(shoal, tmp_path, 2, "verify", "r.dat.zst", "-k", "2")


def packed_with(flags: int, fields: bytes) -> bytes:
    """Return a gzip file with fields in its header."""
    plain = gzip.compress(TEXT, mtime=0)
    return plain[:3] + bytes([flags]) + plain[4:10] + fields + plain[10:]


@pytest.mark.parametrize(
    ("flags", "fields"),
    [
        (4, struct.pack("<H", len(SECRET)) + SECRET.encode()),
        (8, SECRET.encode() + b"\0"),
        (16, SECRET.encode() + b"\0"),
    ],
    ids=["extra", "name", "comment"],
)
def test_fields_of_a_gzip_header_are_refused_when_they_are_judged(shoal, tmp_path, flags, fields):
    (tmp_path / "r.dat.gz").write_bytes(packed_with(flags, fields))
    assert "gzip data holds more than the text" in ask(
        shoal, tmp_path, 2, "verify", "r.dat.gz", "-k", "2"
    )
    assert shoal("measure", "r.dat.gz", "r.dat.gz").returncode == 0
    (tmp_path / "r.dat.gz").write_bytes(packed_with(0, b"") + packed_with(flags, fields))
    assert "gzip data holds more than the text" in ask(
        shoal, tmp_path, 2, "verify", "r.dat.gz", "-k", "2"
    )
    assert zlib.decompress(packed_with(flags, fields), 31) == TEXT


def test_the_own_name_in_a_gzip_header_tells_nothing(shoal, tmp_path):
    (tmp_path / "r.dat.gz").write_bytes(packed_with(8, b"r.dat\0"))
    assert shoal("verify", "r.dat.gz", "-k", "2").returncode == 0
    (tmp_path / "s.dat.gz").write_bytes(packed_with(8, b"r.dat\0"))
    ask(shoal, tmp_path, 2, "verify", "s.dat.gz", "-k", "2")


#: Where files have metadata, or categories.
PLACES = ("file", "schema", "field", "item", "dictionary")


def write_with_metadata(path, where, key="note", value=SECRET):
    """Write baskets with PyArrow, with metadata at one of the places that the formats have."""
    named = {key: value}
    field = pa.field("items", pa.list_(pa.string()), metadata=named if where == "field" else None)
    if where == "item":
        field = pa.field("items", pa.list_(pa.field("item", pa.string(), metadata=named)))
    if where == "dictionary":
        field = pa.field("items", pa.list_(pa.dictionary(pa.int32(), pa.string())))
    schema = pa.schema([field], metadata=named if where == "schema" else None)
    table = pa.table({"items": pa.array(ROWS, field.type)}, schema=schema)
    if path.suffix == ".parquet":
        with pq.ParquetWriter(path, schema) as writer:
            writer.write_table(table)
            if where == "file":
                writer.add_key_value_metadata(named)
    elif where == "batch":
        with pa.ipc.new_file(path, schema) as writer:
            writer.write_batch(table.to_batches()[0], custom_metadata=named)
    elif where == "file":
        with pa.ipc.new_file(path, schema, metadata=named) as writer:
            writer.write_table(table)
    else:
        feather.write_feather(table, path, compression="uncompressed")


@pytest.mark.parametrize(
    ("name", "where"),
    [
        *(("r.parquet", where) for where in ("file", "schema", "field", "item", "dictionary")),
        *(
            ("r.arrow", where)
            for where in ("file", "schema", "field", "item", "dictionary", "batch")
        ),
    ],
)
def test_metadata_of_columnar_files_is_refused_when_it_is_judged(shoal, tmp_path, name, where):
    write_with_metadata(tmp_path / name, None)
    assert shoal("verify", name, "-k", "2").returncode == 0
    write_with_metadata(tmp_path / name, where)
    sentence = ask(shoal, tmp_path, 2, "verify", name, "-k", "2")
    assert "metadata" in sentence or "categories" in sentence
    assert shoal("anonymize", name, "-k", "2", "-o", f"o-{name}").returncode == 0
    assert shoal("verify", f"o-{name}", "-k", "2").returncode == 0


SPARK = "org.apache.spark.sql.parquet.row.metadata"
OF_SPARK = {
    "type": "struct",
    "fields": [
        {
            "name": "items",
            "type": {"type": "array", "elementType": "string", "containsNull": True},
            "nullable": True,
            "metadata": {},
        }
    ],
}


def test_metadata_that_describe_the_columns_are_judged(shoal, tmp_path):
    write_with_metadata(tmp_path / "r.parquet", "file", SPARK, json.dumps(OF_SPARK))
    assert shoal("verify", "r.parquet", "-k", "2").returncode == 0
    write_with_metadata(tmp_path / "r.parquet", "file", "org.apache.spark.version", "4.0.1")
    assert shoal("verify", "r.parquet", "-k", "2").returncode == 0
    frame = pl.DataFrame({"age": ["2*", "2*"], "n": [1, 2]}).to_pandas()
    frame.to_parquet(tmp_path / "p.parquet")
    flags = ("-k", "2", "--qi", "age", "--sensitive", "n")
    done = shoal("verify", "p.parquet", *flags)
    assert done.returncode == 0, done.stderr
    frame.attrs["source"] = SECRET
    frame.to_parquet(tmp_path / "p.parquet")
    assert "'pandas'" in ask(shoal, tmp_path, 2, "verify", "p.parquet", *flags)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (SPARK, json.dumps({**OF_SPARK, "comment": SECRET})),
        (SPARK, json.dumps({**OF_SPARK, "type": SECRET})),
        (SPARK, json.dumps([{"metadata": {SECRET: 1}}])),
        (SPARK, SECRET),
        ("org.apache.spark.version", SECRET),
        ("pandas", "[" * 100_000),
    ],
)
def test_metadata_that_only_look_like_a_description_are_refused(shoal, tmp_path, key, value):
    write_with_metadata(tmp_path / "r.parquet", "file", key, value)
    ask(shoal, tmp_path, 2, "verify", "r.parquet", "-k", "2")


def test_files_that_an_earlier_run_left_are_named(shoal, tmp_path):
    (tmp_path / "x.dat").write_bytes(TEXT)
    publish = ("anonymize", "x.dat", "-k", "2", "-o", "r.dat", "--overwrite")
    assert shoal(*publish, "--report", "r.html").returncode == 0
    assert verify(tmp_path / "r.dat", "k=2").warnings == ()
    (tmp_path / "x.dat").write_bytes(TEXT * 2)
    assert shoal(*publish).returncode == 0
    (said,) = verify(tmp_path / "r.dat", "k=2").warnings
    assert said.code == "older-files"
    assert "r.html" in said
    with (tmp_path / "r.html").open("a") as report:
        report.write("edited by hand")
    assert verify(tmp_path / "r.dat", "k=2").warnings == (said,)
    assert "r.html" in shoal("verify", "r.dat", "-k", "2").stderr
    (tmp_path / "r.html").unlink()
    assert verify(tmp_path / "r.dat", "k=2").warnings == ()
