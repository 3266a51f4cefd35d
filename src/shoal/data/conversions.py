"""What all published data can become: a frame of any library, or a table in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from shoal.errors import MissingExtraError

if TYPE_CHECKING:
    import polars as pl

#: Rows that a notebook shows.
SHOWN_ROWS = 10


class Convertible(ABC):
    """Data that can be had as a Polars frame, and so as any other."""

    @abstractmethod
    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a Polars frame."""

    def to_pandas(self) -> Any:
        """Return the rows as a pandas frame; needs pandas and pyarrow."""
        return self._converted("to_pandas")

    def to_arrow(self) -> Any:
        """Return the rows as an Arrow table; needs pyarrow."""
        return self._converted("to_arrow")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand the rows to any library that speaks the Arrow C interface."""
        return self.to_polars().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        """Return the first rows as a table for notebooks."""
        return str(self.to_polars().head(SHOWN_ROWS)._repr_html_())

    def _converted(self, method: str) -> Any:
        try:
            return getattr(self.to_polars(), method)()
        except ModuleNotFoundError as error:
            message = f"{method} needs {error.name}: pip install {error.name}"
            raise MissingExtraError(message) from None
