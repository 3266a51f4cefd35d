"""What did it cost? The original against what was published."""

from shoal.loss.baskets import BasketLoss, is_row_by_row_subset, measure_baskets, same_rows
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
    "measure_baskets",
    "measure_generalized",
    "measure_table",
    "same_rows",
]
