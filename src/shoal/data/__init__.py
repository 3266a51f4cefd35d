"""Frozen, coded data: what every other room works on."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shoal.data.transactions import Transactions
from shoal.data.vocabulary import Vocabulary

if TYPE_CHECKING:
    from shoal.data.hierarchy import Hierarchy
    from shoal.data.table import QuasiIdentifier, Table

__all__ = ["Hierarchy", "QuasiIdentifier", "Table", "Transactions", "Vocabulary"]

# Tables need the library of frames, which baskets in text files do without.
_HOME = {
    "Hierarchy": "shoal.data.hierarchy",
    "QuasiIdentifier": "shoal.data.table",
    "Table": "shoal.data.table",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'shoal.data' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value
