"""Data frames: which values are such, without loading any library, and frames in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from shoal.data import Baskets
from shoal.errors import ParameterError
from shoal.io.compression import open_text
from shoal.io.failures import writing
from shoal.io.formats import Format

if TYPE_CHECKING:
    import polars as pl

_ARROW = ("__arrow_c_stream__", "__arrow_c_array__")


def is_frame(source: object) -> bool:
    """Tell whether a value is a data frame or column that baskets can be taken from."""
    if Baskets.known(source) is not None:  # they speak Arrow too
        return False
    return (
        _is_of(source, "polars", ("DataFrame", "LazyFrame", "Series"))
        or is_pandas(source)
        or any(hasattr(source, method) for method in _ARROW)
    )


def is_pandas(source: object) -> bool:
    """Tell whether a value is a frame or column of pandas."""
    return _is_of(source, "pandas", ("DataFrame", "Series"))


def not_of_files(separator: str | None) -> ParameterError:
    """Return the error about options of files where the data is no file."""
    message = "format and separator are for files; the data is already in memory"
    return ParameterError(message, parameter="format" if separator is None else "separator")


def write_frame(frame: pl.DataFrame, path: Path, format: Format) -> None:
    """Write columns to exactly this file, as CSV, Parquet or Arrow."""
    from shoal.io.csv_cells import write_cells

    with writing(path), open_text(path, format.compression) as file:
        if format.name == "parquet":
            frame.write_parquet(file)
        elif format.name == "arrow":
            frame.write_ipc(file)
        else:
            write_cells(frame, file, format.separator or ",")


def _is_of(source: object, library: str, names: tuple[str, ...]) -> bool:
    return any(
        kind.__module__.partition(".")[0] == library and kind.__name__ in names
        for kind in type(source).__mro__
    )
