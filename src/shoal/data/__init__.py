"""Frozen, coded data: what every other room works on."""

from shoal.data.transactions import Transactions
from shoal.data.vocabulary import Vocabulary

__all__ = ["Transactions", "Vocabulary"]
