"""Which rows are equal: exact, whatever their hashes do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.baskets import Baskets


@dataclass(frozen=True, eq=False)
class EqualRows:
    """The set of each row, numbered from 0, and of each set its size and its first row."""

    of_row: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]


def equal_rows(data: Baskets) -> EqualRows:
    """Part the rows into sets of equal ones, in time that grows with the entries alone."""
    found = _core.equal_rows(data.items, data.offsets)
    return EqualRows(found.take_of_row(), found.take_sizes(), found.take_first())
