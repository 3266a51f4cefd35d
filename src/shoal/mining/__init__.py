"""Frequent patterns: the typed face of the native miners."""

from shoal.mining.mine import mine
from shoal.mining.patterns import Patterns
from shoal.mining.request import RANKS, TARGETS

__all__ = ["RANKS", "TARGETS", "Patterns", "mine"]
