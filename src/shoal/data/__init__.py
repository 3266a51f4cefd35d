"""Frozen, coded data: what every other room works on."""

from shoal.data.baskets import Baskets
from shoal.data.hierarchy import Hierarchy
from shoal.data.item_mapping import ItemMapping
from shoal.data.published_table import PublishedTable
from shoal.data.rules import Rules
from shoal.data.table import QuasiIdentifier, Table
from shoal.data.vocabulary import Vocabulary

__all__ = [
    "Baskets",
    "Hierarchy",
    "ItemMapping",
    "PublishedTable",
    "QuasiIdentifier",
    "Rules",
    "Table",
    "Vocabulary",
]
