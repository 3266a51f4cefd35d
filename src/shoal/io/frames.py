"""Which values are data frames, told without loading any library of frames."""

from __future__ import annotations

_ARROW = ("__arrow_c_stream__", "__arrow_c_array__")


def is_frame(source: object) -> bool:
    """Tell whether a value is a data frame or column that baskets can be taken from.

    Parameters
    ----------
    source
        Anything.

    Examples
    --------
    >>> import polars as pl
    >>> is_frame(pl.Series([[1]])), is_frame([[1]])
    (True, False)
    """
    return (
        is_polars(source) or is_pandas(source) or any(hasattr(source, method) for method in _ARROW)
    )


def is_polars(source: object) -> bool:
    """Tell whether a value is a frame or column of Polars."""
    return any(
        kind.__module__.partition(".")[0] == "polars"
        and kind.__name__ in ("DataFrame", "LazyFrame", "Series")
        for kind in type(source).__mro__
    )


def is_pandas(source: object) -> bool:
    """Tell whether a value is a frame or column of pandas."""
    kind = type(source)
    return kind.__module__.partition(".")[0] == "pandas" and kind.__name__ in (
        "DataFrame",
        "Series",
    )
