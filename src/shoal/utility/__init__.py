"""What can an analyst still do? Counts and patterns, original against published."""

from shoal.utility.are import ARE, average_relative_error
from shoal.utility.pairs import PairsKept, frequent_pairs_kept
from shoal.utility.queries import random_queries, read_queries
from shoal.utility.workload import Workload

__all__ = [
    "ARE",
    "PairsKept",
    "Workload",
    "average_relative_error",
    "frequent_pairs_kept",
    "random_queries",
    "read_queries",
]
