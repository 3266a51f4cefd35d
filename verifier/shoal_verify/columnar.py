"""Baskets and tables in Parquet and Arrow files: a value that no row has is refused."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.types as kinds

from shoal_verify.baskets import long_rows
from shoal_verify.layout import check_arrow_layout, check_parquet_layout
from shoal_verify.release import NotJudged, Release, baskets
from shoal_verify.tables import places_of


def read_columnar(
    path: Path,
    form: str,
    qi: Sequence[str],
    sensitive: Sequence[str],
    keep: Sequence[str],
    long: tuple[str, str] | None,
    *,
    judging: bool,
) -> Release:
    """Read a file, or a folder of Parquet files: a table, one list column, or ids and items."""
    read = _read_parquet if form == "parquet" else _read_arrow
    tables: list[pa.Table] = []
    for file in _files(path, form):
        try:
            table = read(file.read_bytes())
        except NotJudged:
            raise
        except Exception:  # whatever a reader stumbles over; its text may hold a cell
            raise NotJudged("the file is of another format, damaged or cut off") from None
        if tables and table.schema != tables[0].schema:
            raise NotJudged("the files of the folder have different columns")
        tables.append(table)
    names = tables[0].column_names
    columns = [_joined(tables, at) for at in range(len(names))]
    if qi:
        places, others = places_of(names, qi, sensitive, keep)
        rows = list(zip(*(_values(columns[place]) for place in places), strict=True))
        found = {names[place]: _any_values(columns[place]) for place in others if judging}
        return Release(rows, is_table=True, sensitive=found)
    if long is None and names == ["id", "item"]:
        long = ("id", "item")
    if long is not None:
        if tuple(names) != long:
            raise NotJudged("the columns are not exactly those that --id and --item name")
        if not kinds.is_integer(columns[0].type):
            raise NotJudged("ids are not whole numbers")
        return long_rows(zip(*map(_values, columns), strict=True))
    if len(names) != 1 or not _is_list(columns[0].type):
        raise NotJudged("there is not exactly one column, of lists; tables need --qi")
    return baskets([row for chunk in columns[0].chunks for row in _lists(chunk)])


def _files(path: Path, form: str) -> list[Path]:
    """Return the files to judge; whatever else lies in a folder is refused."""
    if not path.is_dir():
        return [path]
    files = sorted(path.iterdir())
    for file in files:
        hidden = file.name.startswith((".", "_"))
        if hidden or not file.is_file() or file.suffix.lower() not in (".parquet", ".pq"):
            raise NotJudged("the folder holds something else than visible Parquet files")
    if form != "parquet" or not files:
        raise NotJudged("a folder must hold Parquet files")
    return files


def _joined(tables: list[pa.Table], at: int) -> pa.ChunkedArray:
    chunks = [chunk for table in tables for chunk in table.column(at).chunks]
    return pa.chunked_array(chunks, tables[0].schema.field(at).type)


def _values(column: pa.ChunkedArray) -> list[Any]:
    """Return the values of a column whose type is compared by value."""
    kind = column.type.value_type if kinds.is_dictionary(column.type) else column.type
    if not (
        _is_text(kind) or kinds.is_integer(kind) or kinds.is_boolean(kind) or kind == pa.date32()
    ):
        raise NotJudged(f"a column to judge holds {kind}: not text, whole numbers, truth or dates")
    values: list[Any] = column.to_pylist()
    return values


def _any_values(column: pa.ChunkedArray) -> list[Any]:
    """Return the values of a sensitive column, of any type but lists and the like."""
    if kinds.is_nested(column.type):
        raise NotJudged("a sensitive column holds no single values")
    values: list[Any] = column.to_pylist()
    return values


def _lists(chunk: pa.Array) -> Iterator[tuple[Any, ...]]:
    items = _values(pa.chunked_array([chunk.values]))
    if chunk.null_count or (items and None in items):
        raise NotJudged("a list or an item of one is missing")
    if chunk.values.type == pa.bool_() or chunk.values.type == pa.date32():
        raise NotJudged("items are neither texts nor whole numbers")
    offsets = chunk.offsets.to_pylist()
    if offsets[0] != 0 or offsets[-1] != len(items):
        raise NotJudged("there are items that no list has")
    for start, stop in pairwise(offsets):
        yield tuple(items[start:stop])


def _is_text(kind: pa.DataType) -> bool:
    return bool(kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind))


def _is_list(kind: pa.DataType) -> bool:
    return bool(kinds.is_list(kind) or kinds.is_large_list(kind))


def _read_parquet(content: bytes) -> pa.Table:
    """Read a Parquet file; the dictionary of each chunk must hold nothing but its own values."""
    check_parquet_layout(content)
    with pq.ParquetFile(pa.BufferReader(content)) as file:
        leaves = [file.schema.column(at) for at in range(len(file.schema))]
    text = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    with pq.ParquetFile(pa.BufferReader(content), read_dictionary=text) as file:
        _check_metadata(file.schema_arrow)
        groups = [file.read_row_group(at, use_threads=False) for at in range(file.num_row_groups)]
        for at, group in enumerate(groups):
            group.validate(full=True)
            described = file.metadata.row_group(at)
            for place, column in enumerate(group.columns):
                if kinds.is_nested(
                    column.type.value_type if _is_list(column.type) else column.type
                ):
                    raise NotJudged(f"a column holds {column.type}")
                for chunk in column.chunks:
                    _check_dictionary(chunk)
                _check_statistics(described.column(place).statistics, column)
        return pa.concat_tables(groups) if groups else file.schema_arrow.empty_table()


def _read_arrow(content: bytes) -> pa.Table:
    """Read an Arrow file; its buffers must hold nothing but the values of its rows."""
    check_arrow_layout(content)
    with pa.ipc.open_file(pa.BufferReader(content)) as file:
        _check_metadata(file.schema)
        batches = []
        for at in range(file.num_record_batches):
            batch, metadata = file.get_batch_with_custom_metadata(at)
            if metadata:
                raise NotJudged("the file holds metadata")
            batch.validate(full=True)
            batches.append(batch)
            for column in batch.columns:
                _check_dictionary(column)
                _check_buffers(column)
        return pa.Table.from_batches(batches, file.schema)


def _check_metadata(schema: pa.Schema) -> None:
    fields = [schema.field(at) for at in range(len(schema.names))]
    while fields:
        field = fields.pop()
        fields += [field.type.field(at) for at in range(field.type.num_fields)]
        if field.metadata:
            raise NotJudged("the file holds metadata of a column")
    if set(schema.metadata or ()) - {b"ARROW:schema"}:
        raise NotJudged("the file holds metadata")


def _check_dictionary(array: pa.Array) -> None:
    if _is_list(array.type):
        array = array.values
    if kinds.is_dictionary(array.type):
        used = len(array.indices.unique().drop_null())
        if used != len(array.dictionary) or used != len(array.dictionary.unique()):
            raise NotJudged("a dictionary holds a value that no row has")


def _check_statistics(statistics: Any, column: pa.ChunkedArray) -> None:
    """Refuse a least or greatest value that no row has; of a long text, about 64 bytes are kept."""
    if statistics is None or not statistics.has_min_max:
        return
    flat = [chunk.values if _is_list(column.type) else chunk for chunk in column.chunks]
    if kinds.is_duration(column.type):  # of which statistics know the number alone
        flat = [chunk.cast(pa.int64()) for chunk in flat]
    values = {value for chunk in flat for value in chunk.to_pylist()}
    for extreme in (statistics.min, statistics.max):
        cut = isinstance(extreme, str) and len(extreme.encode()) > 60
        if extreme not in values and not (
            cut and any((value or "").startswith(extreme[:-1]) for value in values)
        ):
            raise NotJudged("statistics hold a value that no row has")


def _check_buffers(array: pa.Array) -> None:
    """Refuse bytes in a buffer that belong to no row: a text beside them, one under a missing."""
    if _is_list(array.type):
        array = array.values
    kind = array.type
    if kinds.is_null(kind):  # a column without values has no buffers
        return None
    if kinds.is_dictionary(kind):
        return _check_buffers(array.dictionary)
    missing = [at for at, one in enumerate(array.is_null().to_pylist()) if one]
    _, fixed, *texts = [one and one.to_pybytes() for one in array.buffers()]
    fixed = fixed or b""
    if kinds.is_string_view(kind):
        sound = _are_covered(fixed[: 16 * len(array)], texts, missing)
    elif _is_text(kind):
        width = "<q" if kinds.is_large_string(kind) else "<i"
        ends = [end for (end,) in struct.iter_unpack(width, fixed)][: len(array) + 1]
        sound = not ends or (ends[0] == 0 and ends[-1] == len(texts[0] or b""))
        sound = sound and all(ends[at] == ends[at + 1] for at in missing)
    elif kinds.is_boolean(kind):
        sound = not any(fixed[at >> 3] >> (at & 7) & 1 for at in missing)
    elif not (kinds.is_primitive(kind) or kinds.is_decimal(kind)):
        raise NotJudged(f"a column holds {kind}")
    else:
        width = kind.bit_width // 8
        sound = not any(any(fixed[at * width : (at + 1) * width]) for at in missing)
    if not sound:
        raise NotJudged("a buffer holds bytes that belong to no row")
    return None


def _are_covered(views: bytes, texts: list[bytes], missing: list[int]) -> bool:
    """Tell whether the views of long texts, together, are all that the buffers of texts hold."""
    parts = []
    for length, _, buffer, start in struct.iter_unpack("<i4sii", views):
        if length > 12:
            parts.append((buffer, start, start + length))
    reached = [0] * len(texts)
    for buffer, start, stop in sorted(parts):
        if start > reached[buffer]:
            return False
        reached[buffer] = max(reached[buffer], stop)
    covered = reached == [len(text or b"") for text in texts]
    return covered and not any(any(views[16 * at : 16 * at + 16]) for at in missing)
