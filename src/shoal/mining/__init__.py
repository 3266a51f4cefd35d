"""Frequent patterns: the typed face of the native miners."""

from shoal.mining.batches import PatternBatches, mine_batches
from shoal.mining.patterns import Patterns
from shoal.mining.request import RANKS, TARGETS, MiningRequest
from shoal.mining.search import mine

__all__ = [
    "RANKS",
    "TARGETS",
    "MiningRequest",
    "PatternBatches",
    "Patterns",
    "mine",
    "mine_batches",
]
