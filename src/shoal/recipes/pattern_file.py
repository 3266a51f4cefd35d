"""Patterns to a file, batch by batch, so that a file may be larger than the memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from shoal.data import Vocabulary
from shoal.errors import ParameterError
from shoal.mining import Patterns

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".parquet", ".arrow", ".csv")

#: What may stand between the items of a pattern in CSV: the first that no item's name holds.
_SEPARATORS = (" ", ";", "|")


def check_suffix(output: Path) -> str:
    """Return the suffix of an output if patterns can be written so."""
    suffix = output.suffix.lower()
    if suffix not in SUFFIXES:
        raise ParameterError(f"patterns are written to {', '.join(SUFFIXES)}, not to {output.name}")
    return suffix


def write_patterns(
    batches: Iterable[Patterns], vocabulary: Vocabulary, path: Path, suffix: str
) -> None:
    """Write patterns as they come; the file depends on them alone."""
    # Through Python's files, so that a full disk is an OSError and says so.
    with path.open("wb") as file:
        if suffix == ".csv":
            _write_csv(batches, vocabulary, file)
        else:
            _sink(batches, vocabulary, file, suffix)


def _write_csv(batches: Iterable[Patterns], vocabulary: Vocabulary, file: IO[bytes]) -> None:
    import polars as pl

    separator = _separator(vocabulary)
    names = pl.col("items").cast(pl.List(pl.String)).list.join(separator)
    file.write(b"items,length,support\n")
    for patterns in batches:
        patterns.to_polars().with_columns(names).write_csv(file, include_header=False)


def _separator(vocabulary: Vocabulary) -> str:
    for separator in _SEPARATORS:
        if not any(separator in name for name in vocabulary.strings):
            return separator
    raise ParameterError("the items' names hold every separator; write .parquet or .arrow instead")


def _sink(
    batches: Iterable[Patterns], vocabulary: Vocabulary, file: IO[bytes], suffix: str
) -> None:
    """Let Polars fetch the batches and write them as they come."""
    import polars as pl
    from polars.io.plugins import register_io_source

    def source(*_: Any) -> Iterator[pl.DataFrame]:
        for patterns in batches:
            yield patterns.to_polars()

    schema: dict[str, pl.DataType | type[pl.DataType]]
    schema = {
        "items": pl.List(vocabulary.to_polars().dtype),
        "length": pl.Int32,
        "support": pl.Int32,
    }
    frame = register_io_source(source, schema=schema)
    if suffix == ".parquet":
        frame.sink_parquet(file)
    else:
        frame.sink_ipc(file)
