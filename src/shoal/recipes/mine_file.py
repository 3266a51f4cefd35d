"""A file in, its patterns out."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.data import Vocabulary
from shoal.engines.local import Progress
from shoal.errors import ParameterError
from shoal.io import read
from shoal.io.failures import writing
from shoal.io.staging import Staged
from shoal.mining import Patterns, mine

if TYPE_CHECKING:
    import polars as pl

#: What may stand between the items of a pattern in CSV: the first that no item's name holds.
_SEPARATORS = (" ", ";", "|")

_SUFFIXES = (".parquet", ".arrow", ".csv")


@dataclass(frozen=True, eq=False)
class MinedFile:
    """The patterns of a file, and what is worth saying about the run."""

    patterns: Patterns
    rows: int
    warnings: tuple[str, ...]
    seconds: float


def mine_file(
    source: str | PathLike[str],
    min_support: int | str,
    kind: str = "closed",
    *,
    output: str | PathLike[str] | None = None,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MinedFile:
    r"""Mine a file of baskets, and write the patterns if an ``output`` is given.

    Its suffix says whether as Parquet, Arrow or CSV. In CSV the items of a pattern are separated by
    blanks, or by semicolons where names hold blanks.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "baskets.dat").write_text("1 2\n1 2\n1 3\n")
    >>> mined = mine_file(folder / "baskets.dat", 2, output=folder / "patterns.csv")
    >>> len(mined.patterns), len((folder / "patterns.csv").read_text().splitlines())
    (2, 3)
    """
    started = time.perf_counter()
    with ExitStack() as stack:
        staged = None
        if output is not None:
            # Opened first: what cannot be written is known before the work, not after it.
            suffix = _suffix(Path(output))
            staged = stack.enter_context(Staged(output, inputs=[Path(source)]))
        data = read(source, format=format, separator=separator, column=column)
        patterns = mine(data, min_support, kind, threads=threads, progress=progress)
        if staged is not None:
            with writing(staged.target):
                _write(patterns, staged.temporary, suffix)
            staged.commit()
    seconds = time.perf_counter() - started
    return MinedFile(patterns, len(data), data.warnings, seconds)


def _suffix(output: Path) -> str:
    suffix = output.suffix.lower()
    if suffix not in _SUFFIXES:
        raise ParameterError(
            f"patterns are written to {', '.join(_SUFFIXES)}, not to {output.name}"
        )
    return suffix


def _write(patterns: Patterns, path: Path, suffix: str) -> None:
    frame = patterns.to_polars()
    # Through Python's files, so that a full disk is an OSError and says so.
    with path.open("wb") as file:
        if suffix == ".parquet":
            frame.write_parquet(file)
        elif suffix == ".arrow":
            frame.write_ipc(file)
        else:
            _joined(frame, patterns.vocabulary).write_csv(file)


def _joined(frame: pl.DataFrame, vocabulary: Vocabulary) -> pl.DataFrame:
    import polars as pl

    for separator in _SEPARATORS:
        if not any(separator in name for name in vocabulary.strings):
            return frame.with_columns(pl.col("items").cast(pl.List(pl.String)).list.join(separator))
    raise ParameterError("the items' names hold every separator; write .parquet or .arrow instead")
