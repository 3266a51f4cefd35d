"""What did it cost? The original against what was published."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shoal.loss.basket_loss import BasketLoss
from shoal.loss.baskets import is_row_by_row_subset, measure

if TYPE_CHECKING:
    from shoal.loss.generalized import GeneralizedLoss, measure_generalized
    from shoal.loss.table_loss import TableLoss
    from shoal.loss.tables import covers, measure_table
    from shoal.loss.utility_loss import UtilityLoss

__all__ = [
    "BasketLoss",
    "GeneralizedLoss",
    "TableLoss",
    "UtilityLoss",
    "covers",
    "is_row_by_row_subset",
    "measure",
    "measure_generalized",
    "measure_table",
]

# Tables need the library of frames, which baskets in text files do without.
_HOME = {
    "GeneralizedLoss": "shoal.loss.generalized",
    "measure_generalized": "shoal.loss.generalized",
    "TableLoss": "shoal.loss.table_loss",
    "covers": "shoal.loss.tables",
    "measure_table": "shoal.loss.tables",
    "UtilityLoss": "shoal.loss.utility_loss",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'shoal.loss' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value
