"""Parquet and Arrow files, and folders of Parquet files, read a batch of rows at a time."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from shoal.data.cell_types import check_digits, exact_texts, holds_cells
from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.io.formats import Format
from shoal.io.metadata import check_metadata
from shoal.io.parquet_pages import check_pages
from shoal.io.terms import check_fits, is_judged

#: Rows read at once: little memory beside the coded data, and few calls.
BATCH_ROWS = 1 << 15


def files_of(path: Path) -> list[Path]:
    """Return the files to read: the file itself, or the Parquet files of a folder by name."""
    if not path.is_dir():
        return [path]
    found = sorted(
        file
        for file in path.iterdir()
        if file.suffix.lower() in (".parquet", ".pq") and not file.name.startswith((".", "_"))
    )
    if not found:
        raise ParameterError(f"{path} is a directory, not a file, and holds no .parquet files")
    return found


def left_out(folder: Path) -> list[str]:
    """Return the empty files and checksums of a folder, as Spark leaves them; refuse others."""
    judged = {*files_of(folder)}
    names = []
    for place, folders, files in os.walk(folder):
        links = [name for name in folders if Path(place, name).is_symlink()]
        for file in (Path(place, name) for name in (*files, *links)):
            if file in judged:
                continue
            name = str(file.relative_to(folder))
            if not (file.is_file() and (file.stat().st_size == 0 or _is_checksum(file))):
                message = (
                    f"the folder holds {name!r}, which readers may see and which is not judged: "
                    "keep nothing in it but .parquet files with names that start with no . or _"
                )
                raise FormatError(message, path=str(folder), unit=None)
            names.append(name)
    return sorted(names)


def _is_checksum(file: Path) -> bool:
    """Tell whether a file is Hadoop's: four bytes for each 512 of the file it is called after."""
    of = file.with_name(file.name[1:].removesuffix(".crc"))
    if file.name != f".{of.name}.crc" or not of.is_file():
        return False
    content = file.read_bytes()
    blocks = -(-of.stat().st_size // 512)
    return content.startswith(b"crc\0\0\0\2\0") and len(content) == 8 + 4 * blocks


def schema_of(path: Path, format: Format) -> pl.Schema:
    """Return the columns of a Parquet or Arrow file, or those that all files of a folder have."""
    first: pl.Schema | None = None
    for file in files_of(path):
        with _opened(file, format) as scan:
            if format.name == "parquet":
                check_pages(file)
            schema = scan.collect_schema()
            if is_judged():
                check_metadata(file, format, schema.names())
        if first is not None and schema.names() != first.names():
            message = f"has other columns than {files_of(path)[0].name}"
            raise FormatError(message, path=str(file), unit=None)
        first = schema if first is None else first
    assert first is not None
    return first


def read_batches(
    path: Path, format: Format, columns: Collection[str], rows: int = BATCH_ROWS
) -> Iterator[pl.DataFrame]:
    """Read some columns of a Parquet or Arrow file, or of a folder, batch by batch."""
    for file in files_of(path):
        with _opened(file, format) as scan:
            chosen = scan.select(columns)
            for name, dtype in chosen.collect_schema().items():
                if isinstance(dtype, pl.Decimal):
                    check_digits(name, dtype.precision or 0)
            length = chosen.select(pl.len()).collect().item()
            # A cell takes as much memory as four bytes of text, however well it is packed.
            check_fits(file, 4 * len(columns) * min(rows, length))
            for start in range(0, length, rows):
                # A slice is read alone; the streams of Polars run ahead and fill the memory.
                batch = chosen.slice(start, rows).collect()
                if len(batch) != min(rows, length - start):
                    raise ValueError("fewer rows than the file says")
                yield batch


def read_column(path: Path, format: Format, name: str) -> pl.Series:
    """Read one column of a Parquet or Arrow file, or of a folder, as text; none if it has none."""
    texts = [
        exact_texts(batch.to_series())
        for batch in read_batches(path, format, [name])
        if holds_cells(batch.schema[name])
    ]
    return pl.concat(texts) if texts else pl.Series(name, [], pl.String)


@contextmanager
def _opened(path: Path, format: Format) -> Iterator[pl.LazyFrame]:
    """Open a file to scan; whatever is wrong with it becomes one sentence."""
    if path.stat().st_size == 0:
        raise FormatError("the file is empty: it holds no rows", path=str(path), unit=None)
    parquet = format.name == "parquet"
    try:
        open = pl.scan_parquet if parquet else pl.scan_ipc
        yield open(path, glob=False, hive_partitioning=False)
    except ShoalError:
        raise
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError):
        kind = "a Parquet" if parquet else "an Arrow"
        message = f"is not {kind} file, or is damaged or cut off: copy or make the file again"
        raise FormatError(message, path=str(path), unit=None) from None
