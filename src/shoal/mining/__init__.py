"""Frequent patterns: the typed face of the native miners."""

from shoal.mining.mine import TARGETS, mine
from shoal.mining.patterns import Patterns

__all__ = ["TARGETS", "Patterns", "mine"]
