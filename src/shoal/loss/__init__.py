"""What did it cost? The original against what was published."""

from shoal.loss.basket_loss import BasketLoss
from shoal.loss.baskets import is_row_by_row_subset, measure

__all__ = ["BasketLoss", "is_row_by_row_subset", "measure"]
