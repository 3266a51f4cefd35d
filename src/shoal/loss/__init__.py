"""What did it cost? The original against what was published."""

from shoal.loss.baskets import is_row_by_row_subset, measure_baskets, same_rows
from shoal.loss.generalized import measure_generalized
from shoal.loss.tables import TableLoss, covers, measure_table

__all__ = [
    "TableLoss",
    "covers",
    "is_row_by_row_subset",
    "measure_baskets",
    "measure_generalized",
    "measure_table",
    "same_rows",
]
