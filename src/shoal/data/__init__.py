"""Frozen, coded data: what every other room works on."""

from shoal.data.transactions import Transactions

__all__ = ["Transactions"]
