"""What the second verifier does not judge, it does not pass."""

from __future__ import annotations

import gzip
import io
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

import shoal_verify
from shoal_verify import NotJudged

from ..conftest import LONG as EVERY

LINES = "a b\na b\n"
TABLE = "age,ill\n1-2,x\n1-2,y\n"


def judged(path: Path, **told: Any) -> bool:
    return shoal_verify.judge(path, "k=2", **told).holds


def refused(path: Path, why: str, **told: Any) -> None:
    with pytest.raises(NotJudged, match=why):
        judged(path, **told)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("r.dat", "a b\na b", "line feed"),
        ("r.dat", "a  b\na  b\n", "line 1 .*blank"),
        ("r.dat", "a b \na b \n", "line 1 .*blank"),
        ("r.dat", "a\tb\na\tb\n", "line 1 .*blank"),
        ("r.dat", "a b\r\na b\r\n", "line 1 .*blank"),
        ("r.dat", "b a\nb a\na b\na b\n", "ascend"),
        ("r.dat", "a a\na a\n", "repeat"),
        ("r.dat", "a\0\na\0\n", "NUL"),
        ("r.dat", "", "no rows"),
        ("r.dat", "@CONVERTED_FROM_TEXT\n@ITEM=1=a\n1\n1\n", "--format spmf"),
        ("r.csv", "a,b\na,b", "line feed"),
        ("r.csv", 'a,"b"\na,b\n', "quoted in one place"),
        ("r.csv", "a,,b\na,,b\n", "line 1 lacks"),
        ("r.csv", "a, b\na, b\n", "line 1 has a blank"),
        ("r.csv", "a ,b\na ,b\n", "line 1 has a blank"),
        ("r.csv", 'a"b\na"b\n', "line 1 has a quote"),
        ("r.csv", '"a"b\n"a"b\n', "line 1 has a quote"),
        ("r.csv", '"a\na"\n"a\na"\n', "line 1 .*breaks"),
        ("r.csv", "a,b\r\na,b\r\n", "carriage return"),
        ("r.csv", "b,a\nb,a\n", "ascend"),
        ("r.spmf", "# a comment\n1 2\n1 2\n", "line 1"),
        ("r.spmf", "1 2\n% a comment\n1 2\n", "line 2"),
        ("r.spmf", "@NAME=x\n1 2\n1 2\n", "line 1"),
        ("r.spmf", "1 -1 2 -1 -2\n1 -1 2 -1 -2\n", "line 1"),
        ("r.spmf", "01\n01\n", "line 1"),
        ("r.spmf", "1  2\n1  2\n", "line 1"),
        ("r.spmf", "@CONVERTED_FROM_TEXT\n@ITEM=1=a\n@ITEM=2=b\n1\n1\n", "names and items differ"),
        ("r.spmf", "@CONVERTED_FROM_TEXT\n@ITEM=1=a\n1 2\n1 2\n", "names and items differ"),
        ("r.spmf", "@CONVERTED_FROM_TEXT\n@ITEM=1=a\n@ITEM=2=a\n1 2\n1 2\n", "same name"),
        ("r.spmf", "@CONVERTED_FROM_TEXT\n@ITEM=2=a\n2\n2\n", "line 2"),
        ("r.csv", "id,item\nann,a\nbob,a\n", "ids are not 1 to n"),
        ("r.csv", "id,item\n2,a\n1,a\n", "ids are not 1 to n"),
        ("r.csv", "id,item\n0,a\n1,a\n", "ids are not 1 to n"),
        ("r.csv", "id,item\n1,a\n02,a\n", "ids are not 1 to n"),
        ("r.csv", "id,item\n1,a\n2,a\n1,b\n", "ids are not 1 to n"),
        ("r.csv", "id,item\n1,\n1,a\n2,\n2,a\n", "empty basket"),
        ("r.csv", "id,item\n1,a,x\n2,a,x\n", "two cells"),
        ("r.unknown", LINES, "--format"),
        ("r.xlsx", LINES, "--format"),
    ],
)
def test_text_that_is_not_judged(name: str, text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    refused(path, why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("age,ill,name\n1,x,Ann\n1,y,Bob\n", "1 column not judged"),
        ("age,ill\n1,x\n1\n", "line 3"),
        ("age,ill\n1,x\n\n1,y\n", "line 3"),
        ("age, ill\n1,x\n1,y\n", "line 1 has a blank"),
        ("age,age\n1,x\n1,y\n", "same name"),
        ("age,ill,\n1,x,\n1,y,\n", "1 column not judged"),
        ('age,ill\n"1",x\n1,y\n', "quoted in one place"),
        ("born,ill\n1,x\n1,y\n", "no column 'age'"),
        ("age,ill\n", "no rows"),
        ("", "no column"),
    ],
)
def test_tables_that_are_not_judged(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text(text)
    refused(path, why, qi=["age"], sensitive=["ill"])


def test_a_table_is_judged_by_its_quasi_identifiers(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text(TABLE)
    assert judged(path, qi=["age"], sensitive=["ill"])
    assert not judged(path, qi=["age", "ill"])
    with pytest.raises(NotJudged, match="for baskets"):
        shoal_verify.judge(path, "km=2,2", qi=["age"], sensitive=["ill"])
    refused(path, "named twice", qi=["age", "age"], sensitive=["ill"])
    refused(path, "name its --qi", sensitive=["ill"])


def test_missing_is_not_empty(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text('age,ill\n,x\n"",x\n')
    assert not judged(path, qi=["age"], sensitive=["ill"])


@pytest.mark.parametrize("text", ["\ufeff" + LINES, "\ufeff\ufeffa\n\ufeffa\n"])
def test_one_byte_order_mark_is_dropped(text: str, tmp_path: Path) -> None:
    path = tmp_path / "r.dat"
    path.write_text(text, encoding="utf-8")
    assert judged(path)


def test_text_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "r.dat"
    path.write_bytes(b"\xe9\n\xe9\n")
    refused(path, "UTF-8")


PACKED: dict[str, Callable[[], bytes]] = {
    "name": lambda: _gzip(filename="ann.dat"),
    "time": lambda: _gzip(mtime=1),
    "two parts": lambda: _gzip() + _gzip(),
    "padding": lambda: _gzip() + b"\0" * 8,
    "cut off": lambda: _gzip()[:-4],
    "damaged": lambda: _gzip()[:12] + b"\xff" * 8,
    "frames": lambda: _zstd() + _zstd(),
    "skippable": lambda: _zstd() + b"\x50\x2a\x4d\x18" + struct.pack("<I", 3) + b"Ann",
    "skippable first": lambda: b"\x50\x2a\x4d\x18" + struct.pack("<I", 3) + b"Ann" + _zstd(),
    "garbage": lambda: _zstd() + b"Ann",
    "cut": lambda: _zstd()[:-5],
    "checksum": lambda: _zstd()[:-1] + bytes([_zstd()[-1] ^ 1]),
    "nothing": lambda: b"\x28\xb5\x2f\xfd",
}


def _gzip(**more: Any) -> bytes:
    packed = io.BytesIO()
    given = {"filename": "", "mtime": 0, **more}
    with gzip.GzipFile(mode="wb", fileobj=packed, compresslevel=6, **given) as file:
        file.write(LINES.encode())
    return packed.getvalue()


def _zstd() -> bytes:
    return zstandard.ZstdCompressor(level=6, write_checksum=True).compress(LINES.encode())


@pytest.mark.parametrize("what", PACKED)
def test_packed_text_that_is_not_judged(what: str, tmp_path: Path) -> None:
    path = tmp_path / "r.dat.gz"
    path.write_bytes(PACKED[what]())
    refused(path, "file|UTF-8")


@pytest.mark.parametrize("size", [0, 1, 300, 70_000, 300_000])
def test_packed_text_of_any_size(size: int, tmp_path: Path) -> None:
    text = LINES.encode() + b"a b\n" * size
    gz, zst, stream = (tmp_path / name for name in ("r.dat.gz", "r.dat.zst", "s.dat.zst"))
    gz.write_bytes(gzip.compress(text, mtime=0))
    zst.write_bytes(zstandard.ZstdCompressor(level=19, write_content_size=True).compress(text))
    with (
        stream.open("wb") as file,
        zstandard.ZstdCompressor(write_checksum=True).stream_writer(file) as packed,
    ):
        packed.write(text)
    assert all(shoal_verify.judge(path, "k=2").rows == size + 2 for path in (gz, zst, stream))


def test_unpacking_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal_verify.packed.MOST_BYTES", 7)
    for name, content in {"r.dat.gz": _gzip(), "r.dat.zst": _zstd()}.items():
        path = tmp_path / name
        path.write_bytes(content)
        refused(path, "more than 7 bytes")
    monkeypatch.setattr("shoal_verify.packed.MOST_BYTES", 8)
    assert all(judged(path) for path in tmp_path.iterdir())


def parquet(frame: pl.DataFrame, **more: Any) -> bytes:
    content = io.BytesIO()
    frame.write_parquet(content, **more)
    return content.getvalue()


def arrow(frame: pl.DataFrame) -> bytes:
    content = io.BytesIO()
    frame.write_ipc(content)
    return content.getvalue()


def by_pyarrow(table: pa.Table, form: str, **more: Any) -> bytes:
    content = io.BytesIO()
    if form == "parquet":
        pq.write_table(table, content, **more)
    else:
        with pa.ipc.new_file(content, table.schema) as file:
            file.write_table(table)
    return content.getvalue()


LISTS = pl.DataFrame({"items": [["a", "b"], ["a", "b"], [], []]})
LONG = pl.DataFrame({"id": [1, 1, 2, 2], "item": ["a", "b", "a", "b"]})
PEOPLE = pl.DataFrame(
    {"age": ["1-2"] * 4, "ill": ["a long word that is no secret", "b", None, "b"]}
)
SECRET = "Ann Smith of Boston, 41"


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_columns_that_are_judged(suffix: str, tmp_path: Path) -> None:
    write = parquet if suffix == "parquet" else arrow
    for frame, told in (
        (LISTS, {}),
        (LONG, {}),
        (PEOPLE, {"qi": ["age"], "sensitive": ["ill"]}),
        (PEOPLE.with_columns(ill=pl.lit(None)), {"qi": ["age"], "sensitive": ["ill"]}),
        (pl.DataFrame({"items": [[1, 10], [1, 10]]}), {}),
        (LONG.rename({"id": "who", "item": "what"}), {"id": "who", "item": "what"}),
    ):
        path = tmp_path / f"r.{suffix}"
        path.write_bytes(write(frame))
        assert judged(path, **told)


def _with_gap(content: bytes) -> bytes:
    """Return a Parquet file with bytes between its pages and what describes them."""
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    return content[:start] + SECRET.encode() + content[start:]


def _enum() -> pl.DataFrame:
    kind = pl.Enum(["a", "b", SECRET])
    return PEOPLE.with_columns(ill=pl.Series(["a", "b", "a", "b"], dtype=kind))


def _dictionary() -> pa.Table:
    ill = pa.DictionaryArray.from_arrays([0, 1, 0, 1], ["a", "b", SECRET])
    return pa.table({"age": ["1-2"] * 4, "ill": ill})


COLUMNS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "metadata": ("parquet", lambda: parquet(PEOPLE, metadata={"who": SECRET}), "metadata"),
    "trailing": ("parquet", lambda: parquet(PEOPLE) + b"x", "damaged"),
    "gap": ("parquet", lambda: _with_gap(parquet(PEOPLE)), "no reader looks at"),
    "enum": ("parquet", lambda: parquet(_enum()), "metadata|no row has"),
    "dictionary": ("parquet", lambda: by_pyarrow(_dictionary(), "parquet"), "no row has"),
    "pandas": (
        "parquet",
        lambda: by_pyarrow(
            PEOPLE.to_arrow().replace_schema_metadata({"pandas": SECRET}), "parquet"
        ),
        "metadata",
    ),
    "column metadata": (
        "parquet",
        lambda: by_pyarrow(
            pa.table(
                PEOPLE.to_arrow().columns,
                schema=pa.schema(
                    [
                        pa.field("age", "string_view"),
                        pa.field("ill", "string_view", metadata={"a": SECRET}),
                    ]
                ),
            ).cast(
                pa.schema(
                    [pa.field("age", "string"), pa.field("ill", "string", metadata={"a": SECRET})]
                )
            ),
            "parquet",
        ),
        "metadata",
    ),
    "not parquet": ("parquet", lambda: b"PAR1 and no more PAR1", "damaged|gap|no reader"),
    "empty file": ("parquet", lambda: b"", "damaged"),
    "arrow metadata": (
        "arrow",
        lambda: by_pyarrow(PEOPLE.to_arrow().replace_schema_metadata({"a": SECRET}), "arrow"),
        "metadata",
    ),
    "arrow enum": ("arrow", lambda: arrow(_enum()), "metadata|no row has"),
    "arrow dictionary": ("arrow", lambda: by_pyarrow(_dictionary(), "arrow"), "no row has"),
    "arrow trailing": ("arrow", lambda: arrow(PEOPLE) + b"x", "damaged"),
    "arrow gap": (
        "arrow",
        lambda: arrow(PEOPLE)[:8] + b"\0" * 64 + arrow(PEOPLE)[8:],
        "damaged|no reader|twice",
    ),
    "arrow under a missing": (
        "arrow",
        lambda: arrow(
            pl.DataFrame({"age": ["1-2"] * 4, "ill": [SECRET, "b", "b", "b"]}).with_columns(
                ill=pl.when(pl.col("ill") == "b").then("ill")
            )
        ),
        "belong to no row",
    ),
    "arrow beside": (
        "arrow",
        lambda: arrow(
            pl.DataFrame(
                {"age": ["1-2"] * 5, "ill": [SECRET, "b" * 20, "c" * 20, "b", "b"]}
            ).select(pl.all().gather([1, 2, 3, 4]))
        ),
        "belong to no row",
    ),
    "arrow number under a missing": (
        "arrow",
        lambda: by_pyarrow(_masked(), "arrow"),
        "belong to no row",
    ),
    "not arrow": ("arrow", lambda: b"ARROW1\0\0ARROW1", "damaged"),
}


def _masked() -> pa.Table:
    validity = pa.py_buffer(b"\x0e")
    ill = pa.Array.from_buffers(
        pa.int64(), 4, [validity, pa.py_buffer(struct.pack("<4q", 41, 1, 2, 3))]
    )
    return pa.table({"age": ["1-2"] * 4, "ill": ill})


@pytest.mark.parametrize("what", COLUMNS)
def test_columns_that_are_not_judged(what: str, tmp_path: Path) -> None:
    suffix, write, why = COLUMNS[what]
    path = tmp_path / f"r.{suffix}"
    path.write_bytes(write())
    refused(path, why, qi=["age"], sensitive=["ill"])


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (LISTS.with_columns(name=pl.lit("Ann")), "exactly one column"),
        (LONG.with_columns(name=pl.lit("Ann")), "exactly one column"),
        (LONG.with_columns(id=pl.Series([1, 1, 3, 3])), "ids are not 1 to n"),
        (LONG.with_columns(id=pl.Series(["1", "1", "2", "2"])), "ids are not whole"),
        (pl.DataFrame({"items": [["a"], ["a"], None]}), "missing"),
        (pl.DataFrame({"items": [["a"], ["a", None]]}), "missing"),
        (pl.DataFrame({"items": [["b", "a"], ["b", "a"]]}), "ascend"),
        (pl.DataFrame({"items": [["a", "a"], ["a", "a"]]}), "repeat"),
        (pl.DataFrame({"items": [[0.5], [0.5]]}), "double"),
        (pl.DataFrame({"items": [[True], [True]]}), "neither texts"),
        (pl.DataFrame({"items": [["a"]]}).clear(), "no rows"),
        (PEOPLE, "exactly one column"),
    ],
)
def test_columns_of_baskets(suffix: str, frame: pl.DataFrame, why: str, tmp_path: Path) -> None:
    path = tmp_path / f"r.{suffix}"
    path.write_bytes((parquet if suffix == "parquet" else arrow)(frame))
    refused(path, why)


@pytest.mark.parametrize(
    "kind", [pl.Float64, pl.Time, pl.Duration, pl.Datetime, pl.Decimal(9, 2), pl.Binary]
)
def test_types_that_are_not_compared(kind: Any, tmp_path: Path) -> None:
    values = pl.Series(["1", "1"] if kind == pl.Binary else [1, 1]).cast(kind)
    for suffix, write in {"parquet": parquet, "arrow": arrow}.items():
        path = tmp_path / f"r.{suffix}"
        path.write_bytes(write(pl.DataFrame({"age": values})))
        refused(path, "column", qi=["age"])
        # Beside what is judged, all but bytes may stand.
        path.write_bytes(write(pl.DataFrame({"age": ["*", "*"], "ill": values})))
        if kind != pl.Binary:
            assert judged(path, qi=["age"], sensitive=["ill"])


@pytest.mark.parametrize("values", [[{"a": 1}, {"a": 1}], [[["x"]], [["x"]]]])
def test_columns_of_columns(values: list[Any], tmp_path: Path) -> None:
    for suffix, write in {"parquet": parquet, "arrow": arrow}.items():
        path = tmp_path / f"r.{suffix}"
        path.write_bytes(write(pl.DataFrame({"ill": values, "age": ["*", "*"]})))
        refused(path, "a column holds", qi=["age"], sensitive=["ill"])


def test_many_row_groups(tmp_path: Path) -> None:
    texts = [f"a text of some length, number {at % 700}" for at in range(7000)]
    frame = pl.DataFrame({"age": ["1-2"] * 7000, "ill": texts})
    path = tmp_path / "r.parquet"
    for size in (10, 999, 7000):
        path.write_bytes(parquet(frame, row_group_size=size))
        assert judged(path, qi=["age"], sensitive=["ill"])


@pytest.mark.parametrize("left", ["more", ".hidden.parquet", "_part.parquet", "notes.txt"])
def test_folders(left: str, tmp_path: Path) -> None:
    for name in ("a.parquet", "b.parquet"):
        (tmp_path / name).write_bytes(parquet(pl.DataFrame({"items": [["a"]]})))
    assert judged(tmp_path)
    if left == "more":
        (tmp_path / left).mkdir()
    else:
        (tmp_path / left).write_bytes(parquet(LISTS))
    refused(tmp_path, "something else")


def test_folders_of_different_files(tmp_path: Path) -> None:
    refused(tmp_path, "must hold Parquet")
    (tmp_path / "a.parquet").write_bytes(parquet(LISTS))
    (tmp_path / "b.parquet").write_bytes(parquet(LISTS.rename({"items": "other"})))
    refused(tmp_path, "different columns")


def test_a_damaged_file_is_judged_or_refused(tmp_path: Path) -> None:
    """A byte of a file is changed, one after the other: nothing but a verdict or a refusal."""
    refusals = 0
    for suffix, content in {"parquet": parquet(LISTS), "arrow": arrow(LISTS)}.items():
        path = tmp_path / f"r.{suffix}"
        for at in range(0, len(content), 1 if EVERY else 3):
            changed = bytearray(content)
            changed[at] ^= 0x41
            path.write_bytes(changed)
            try:
                judged(path)
            except NotJudged:
                refusals += 1
    assert refusals > 200


MAPPING = 'item,published\na,"{a,b}"\nb,"{a,b}"\nc,c\n'


@pytest.mark.parametrize(
    ("mapping", "why"),
    [
        ("item,other\na,a\n", "other columns"),
        ("item,published\na,a\na,b\n", "twice"),
        ("item,published\n", "none at all"),
        ('item,published\na,"{a,b}"\n', "other items than its own"),
        ('item,published\na,"{a,b}"\nb,"{a,b}"\nc,"{a,b}"\n', "other items than its own"),
        ("item,published\na,b\nb,b\n", "other items than its own"),
        ("item,published,more\na,a,x\n", "other columns"),
        ('item,published\na,a\nh,"{h}"\n', "sensitive item that was mapped|other items"),
        (MAPPING.replace("{a,b}", "pub"), "holds? it itself|neither|hold it itself"),
    ],
)
def test_mappings_that_are_not_judged(mapping: str, why: str, tmp_path: Path) -> None:
    release, rules = tmp_path / "r.csv", tmp_path / "rules.txt"
    release.write_text("a,h\na\na\n")
    rules.write_text("a -> h\n")
    (tmp_path / "r.csv.mapping.csv").write_text(mapping)
    with pytest.raises(NotJudged, match=why):
        shoal_verify.judge(release, f"rules={rules},k=2,c=0.5")


def test_rules_with_a_mapping(tmp_path: Path) -> None:
    release, rules, mapping = (tmp_path / name for name in ("r.csv", "rules.txt", "m.csv"))
    release.write_text('h,"{a,b}"\n"{a,b}"\nc,"{a,b}"\n')
    rules.write_text("a b -> h\n")
    mapping.write_text(MAPPING)
    model = f"rules={rules},k=3,c=0.4"
    with pytest.raises(NotJudged, match=r"line 1 .*neither"):
        shoal_verify.judge(release, model)
    assert shoal_verify.judge(release, model, mapping=mapping).holds
    assert not shoal_verify.judge(release, model.replace("0.4", "0.3"), mapping=mapping).holds
    mapping.rename(tmp_path / "r.csv.mapping.csv")
    assert shoal_verify.judge(release, model).holds
    with pytest.raises(NotJudged, match="for rules"):
        shoal_verify.judge(release, "k=2", mapping=rules)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"format": "xml"}, "--format"),
        ({"format": "spmf", "id": "a"}, "long format"),
        ({"separator": "ab"}, "--separator"),
        ({"separator": "x"}, "--separator"),
        ({"qi": ["a"], "id": "b"}, "long format"),
        ({"qi": ["a"]}, "CSV, Parquet or Arrow"),
        ({"id": "who", "item": "what", "separator": ","}, "--id and --item"),
    ],
)
def test_calls_that_are_wrong(told: dict[str, Any], why: str, tmp_path: Path) -> None:
    path = tmp_path / "r.dat"
    path.write_text(LINES)
    refused(path, why, **told)
    refused(tmp_path / "nowhere.dat", "no such file")
