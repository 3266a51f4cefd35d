"""A file in, its patterns out, batch by batch: they may be more than memory holds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import IO, Any

import numpy as np

from shoal import _core
from shoal.data import Vocabulary
from shoal.engines import local
from shoal.engines.memory import parse_size, within
from shoal.errors import ParameterError
from shoal.io.failures import writing
from shoal.io.staging import Staged
from shoal.io.terms import BYTES_AT_LEAST
from shoal.kinds.reading import read
from shoal.mining import MiningRequest, PatternBatches, Patterns
from shoal.mining.generalized import minable
from shoal.wording import counted

SUFFIXES = (".parquet", ".arrow", ".csv")

#: What may stand between the items of a pattern in CSV: the first that no item's name holds.
_SEPARATORS = (" ", ";", "|")

#: As many of the best patterns are kept to be shown.
SHOWN_PATTERNS = 50


@dataclass(frozen=True, eq=False)
class MinedFile:
    """How many patterns a file has, the best if a few were asked for, and what the run was like."""

    rows: int
    request: MiningRequest
    by_length: dict[int, int]
    stopped_by: str | None
    warnings: tuple[str, ...]
    seconds: float
    best: tuple[tuple[tuple[str, ...], int], ...] = ()

    @property
    def patterns(self) -> int:
        """The number of patterns found."""
        return sum(self.by_length.values())


def mine_file(
    source: str | PathLike[str],
    *,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
    reading: Mapping[str, Any] | None = None,
    threads: int | None = None,
    progress: local.Progress | None = None,
    **request: Any,
) -> MinedFile:
    """Mine a file as :func:`shoal.mine` does; count the patterns, and write them to ``output``."""
    started = time.perf_counter()
    workers = local.check_threads(threads)
    with ExitStack() as stack:
        staged = None
        if output is not None:
            # Opened first: what cannot be written is known before the work, not after it.
            staged = Staged(output, inputs=[Path(source)], overwrite=overwrite)
            staged.check()
            if (suffix := Path(output).suffix.lower()) not in SUFFIXES:
                raise ParameterError(f"patterns are written to {', '.join(SUFFIXES)}")
            stack.enter_context(staged)
        memory = request.get("memory_limit")
        # What patterns may take, and what the process takes anyway.
        with within(None if memory is None else parse_size(memory) + BYTES_AT_LEAST):
            data = minable(read(source, **(reading or {})))
        asked = MiningRequest.of(len(data), **request)
        lengths: Counter[int] = Counter()
        best: list[tuple[tuple[str, ...], int]] = []

        # In a thread of its own, like any kernel: an interrupt must not wait for a writer.
        def mine_and_write(control: _core.Control) -> str | None:
            batches = PatternBatches(data, asked, threads=workers, control=control)
            counting = _counted(batches, lengths)
            if staged is None:
                for patterns in counting:
                    if asked.top is not None and asked.top <= SHOWN_PATTERNS:
                        best.extend(
                            (tuple(map(str, items)), support) for items, support in patterns
                        )
            else:
                with writing(staged.target):
                    write_patterns(counting, data.vocabulary, staged.temporary, suffix)
            return batches.stopped_by

        stopped_by = local.run(mine_and_write, progress=progress)
        if staged is not None:
            staged.commit()
    warnings = data.warnings
    if stopped_by is not None:
        found = counted(lengths.total(), "pattern found is", "patterns found are")
        warnings = (*warnings, f"the {found} not all: {asked.why(stopped_by)}")
    by_length = dict(sorted(lengths.items()))
    seconds = time.perf_counter() - started
    return MinedFile(len(data), asked, by_length, stopped_by, warnings, seconds, tuple(best))


def _counted(batches: PatternBatches, lengths: Counter[int]) -> Iterator[Patterns]:
    """Count patterns by their length as they pass."""
    for patterns in batches:
        values, counts = np.unique(patterns.lengths, return_counts=True)
        lengths.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        yield patterns


def _separator(vocabulary: Vocabulary) -> str:
    for separator in _SEPARATORS:
        if not any(separator in name for name in vocabulary.strings):
            return separator
    raise ParameterError("the items' names hold every separator; write .parquet or .arrow instead")


def write_patterns(
    batches: Iterable[Patterns], vocabulary: Vocabulary, path: Path, suffix: str
) -> None:
    """Let Polars fetch the batches and write them as they come; the file depends on them alone."""
    import polars as pl
    from polars.io.plugins import register_io_source

    def source(*_: Any) -> Iterator[pl.DataFrame]:
        for patterns in batches:
            yield patterns.to_polars()

    dtype = vocabulary.to_polars().dtype
    schema = pl.Schema({"items": pl.List(dtype), "length": pl.Int32(), "support": pl.Int32()})
    frame = register_io_source(source, schema=schema)
    if suffix == ".csv":
        names = pl.col("items").cast(pl.List(pl.String)).list.join(_separator(vocabulary))
        frame = frame.with_columns(names)
    sink: dict[str, Callable[[IO[bytes]], Any]] = {
        ".parquet": frame.sink_parquet,
        ".arrow": frame.sink_ipc,
        ".csv": frame.sink_csv,
    }
    # Through Python's files, so that a full disk is an OSError and says so.
    with path.open("wb") as file:
        sink[suffix](file)
