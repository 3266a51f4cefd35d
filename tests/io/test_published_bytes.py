"""Files are written from published values alone: what else the input held is in none of them."""

import base64
import io
import re

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import shoal
from shoal.data import Baskets

#: Long enough that no format packs it into a few bits, and told apart from all that is published.
PLANTED = "planted-value-that-nobody-may-read"
NUMBER = 0x506C616E7465644E  # "PlantedN" as eight bytes

ROWS = 6
FORMATS = ["csv", "csv.gz", "csv.zst", "parquet", "arrow"]


def base(**columns):
    return pl.DataFrame(
        {"age": [31, 31, 31, 40, 40, 40], "ill": ["flu", "cold", "flu", "cold", "flu", "cold"]}
        | columns
    )


def with_enum():
    kinds = pl.Enum(["flu", "cold", PLANTED])
    return base().with_columns(pl.col("ill").cast(kinds))


def with_categorical():
    column = pl.Series("ill", [PLANTED, *base()["ill"]], dtype=pl.Categorical)[1:]
    return base().with_columns(column)


def with_enum_as_quasi_identifier():
    ages = pl.Series("age", ["31"] * 3 + ["40"] * 3, dtype=pl.Enum(["31", "40", PLANTED]))
    return base().with_columns(ages)


def with_pandas_categories():
    frame = base().to_pandas()
    frame["ill"] = pd.Categorical(frame["ill"], categories=["flu", "cold", PLANTED])
    frame.attrs[PLANTED] = PLANTED
    frame["ill"].attrs[PLANTED] = PLANTED
    frame.index = [PLANTED] * ROWS
    return frame


def with_arrow_metadata():
    table = base().to_arrow()
    fields = [field.with_metadata({PLANTED: PLANTED}) for field in table.schema]
    return table.cast(pa.schema(fields, metadata={PLANTED: PLANTED}))


def with_unused_dictionary_entries():
    codes = pa.array([0, 1, 0, 1, 0, 1], pa.int32())
    ills = pa.DictionaryArray.from_arrays(codes, ["flu", "cold", PLANTED])
    return pa.table({"age": base()["age"].to_arrow(), "ill": ills})


def with_values_behind_nulls():
    """Numbers and texts whose bytes are there, though the cells are missing."""
    gone = pa.py_buffer(bytes([0b101111]))
    numbers = pa.array([1, 2, 1, 2, NUMBER, 1], pa.int64())
    numbers = pa.Array.from_buffers(pa.int64(), ROWS, [gone, numbers.buffers()[1]])
    texts = pa.array(["flu", "cold", "flu", "cold", PLANTED, "flu"], pa.large_string())
    texts = pa.Array.from_buffers(pa.large_string(), ROWS, [gone, *texts.buffers()[1:]])
    return pa.table({"age": base()["age"].to_arrow(), "ill": texts, "stay": numbers})


def with_rows_filtered_out():
    more = pl.DataFrame({"age": [31], "ill": [PLANTED]})
    return pl.concat([more, base()]).filter(pl.col("ill") != PLANTED)


def with_dropped_columns():
    return base(name=[f"{PLANTED}-{row}" for row in range(ROWS)])


def parquet_file(folder):
    """Metadata, statistics and dictionaries that hold what no row does."""
    table = with_arrow_metadata().append_column("name", pa.array([PLANTED] * ROWS))
    path = folder / "in.parquet"
    unused = with_unused_dictionary_entries()
    table = table.set_column(1, "ill", unused["ill"])
    table = table.replace_schema_metadata({PLANTED: PLANTED})
    pq.write_table(table, path, write_statistics=True, row_group_size=3)
    return path


def arrow_file(folder):
    path = folder / "in.arrow"
    table = with_values_behind_nulls().replace_schema_metadata({PLANTED: PLANTED})
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table)
    return path


SOURCES = {
    made.__name__: made
    for made in (
        with_enum,
        with_categorical,
        with_enum_as_quasi_identifier,
        with_pandas_categories,
        with_arrow_metadata,
        with_unused_dictionary_entries,
        with_values_behind_nulls,
        with_rows_filtered_out,
        with_dropped_columns,
    )
} | {"parquet_file": parquet_file, "arrow_file": arrow_file}


def everything_in(path):
    """Yield the bytes of a file: raw, unpacked, and written anew without any packing."""
    raw = path.read_bytes()
    yield raw
    for text in re.findall(rb"(?:[A-Za-z0-9+/]{4}){4,}={0,2}", raw):  # Arrow's schema in Parquet
        yield base64.b64decode(text[: len(text) // 4 * 4])
    if path.suffix == ".gz":
        import gzip

        yield gzip.decompress(raw)
    elif path.suffix == ".zst":
        import zstandard

        yield zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    elif path.suffix == ".parquet":
        file = pq.ParquetFile(path)
        yield str(file.metadata.to_dict()).encode() + str(file.schema_arrow).encode()
        yield str(file.schema_arrow.metadata).encode()
        for kept in ([], file.schema_arrow.names):
            table = pq.read_table(path, read_dictionary=kept)
            yield from _buffers(table)
    elif path.suffix == ".arrow":
        with pa.ipc.open_file(path) as file:
            table = file.read_all()
            yield str(table.schema.metadata).encode() + str(table.schema).encode()
            yield from _buffers(table)


def _buffers(table):
    for column in table.columns:
        for chunk in column.chunks:
            arrays = [chunk, *([chunk.dictionary] if pa.types.is_dictionary(chunk.type) else [])]
            for array in arrays:
                yield from (part.to_pybytes() for part in array.buffers() if part is not None)


def assert_nothing_planted(path):
    found = b"\n".join(everything_in(path))
    assert PLANTED.encode() not in found
    assert NUMBER.to_bytes(8, "little") not in found
    assert str(NUMBER).encode() not in found


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("source", SOURCES)
def test_hole_11_nothing_but_published_values_is_in_a_file(source, format, tmp_path):
    make = SOURCES[source]
    data = make(tmp_path) if source.endswith("_file") else make()
    keep = {"keep": ["stay"]} if source in ("arrow_file", "with_values_behind_nulls") else {}
    release = shoal.anonymize(data, "k=3", qi=["age"], sensitive=["ill"], **keep)
    path = tmp_path / f"release.{format}"
    release.write(path)
    assert len(release.data) == ROWS
    assert_nothing_planted(path)
    memory = release.data.to_polars()
    for written in (memory.write_parquet, memory.write_ipc, memory.write_csv):
        file = io.BytesIO()
        written(file)
        assert PLANTED.encode() not in file.getvalue()
    assert PLANTED not in str(memory.schema)


COLUMNAR = ["csv", "csv.gz", "parquet", "arrow"]


@pytest.mark.parametrize(
    ("format", "long"),
    [*((name, False) for name in ("dat", "spmf", *COLUMNAR)), *((name, True) for name in COLUMNAR)],
)
def test_hole_11_suppressed_items_are_in_no_file(format, long, tmp_path):
    rows = [["beer", "wine"]] * 3 + [["beer", PLANTED], ["beer", "wine"]]
    items = pl.Series("items", rows, dtype=pl.List(pl.Enum(["beer", "wine", PLANTED])))
    for data in (rows, pl.DataFrame({"items": items, "name": [PLANTED] * 5})):
        release = shoal.anonymize(data, "k=5")
        path = tmp_path / f"release.{format}"
        release.write(path, **({"format": "long"} if long else {}))
        assert_nothing_planted(path)


def test_the_test_finds_what_is_planted(tmp_path):
    for frame in (with_enum(), with_dropped_columns(), pl.DataFrame({"n": [NUMBER]})):
        for name, write in (("a.parquet", frame.write_parquet), ("a.arrow", frame.write_ipc)):
            write(tmp_path / name)
            with pytest.raises(AssertionError):
                assert_nothing_planted(tmp_path / name)
    with pytest.raises(AssertionError):
        assert_nothing_planted(parquet_file(tmp_path))
    with pytest.raises(AssertionError):
        assert_nothing_planted(arrow_file(tmp_path))
    assert list(Baskets.of([[PLANTED]])) == [[PLANTED]]
