"""Data to try things on: generators, and public files by name."""

from shoal.datasets.clicks import clicks
from shoal.datasets.public import load
from shoal.datasets.quest import quest
from shoal.datasets.ratings import ratings

__all__ = ["clicks", "load", "quest", "ratings"]
