"""A file in, its patterns out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from shoal import _core
from shoal.engines import local
from shoal.engines.memory import parse_size, within
from shoal.io.failures import writing
from shoal.io.staging import Staged
from shoal.io.terms import BYTES_AT_LEAST
from shoal.kinds.reading import read
from shoal.mining import MiningRequest, PatternBatches, Patterns
from shoal.mining.generalized import minable
from shoal.recipes.pattern_file import check_suffix, write_patterns
from shoal.wording import counted

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
    """Mine a file; count the patterns, and write them to ``output`` as its suffix says.

    In CSV the items of a pattern are separated by spaces, or by semicolons where names hold spaces.
    Patterns are written while the search goes on: neither they nor the file need fit into memory.
    What is asked for is that of :func:`shoal.mine`; how the file is read, of :func:`shoal.read`.
    """
    started = time.perf_counter()
    workers = local.check_threads(threads)
    with ExitStack() as stack:
        staged = None
        if output is not None:
            # Opened first: what cannot be written is known before the work, not after it.
            staged = Staged(output, inputs=[Path(source)], overwrite=overwrite)
            staged.check()
            suffix = check_suffix(Path(output))
            stack.enter_context(staged)
        with within(_to_read(request.get("memory_limit"))):
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


def _to_read(memory_limit: int | str | None) -> int | None:
    """Return the memory to read in: what patterns may take, and what the process does anyway."""
    return None if memory_limit is None else parse_size(memory_limit) + BYTES_AT_LEAST


def _counted(batches: PatternBatches, lengths: Counter[int]) -> Iterator[Patterns]:
    """Count patterns by their length as they pass."""
    for patterns in batches:
        values, counts = np.unique(patterns.lengths, return_counts=True)
        lengths.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        yield patterns
