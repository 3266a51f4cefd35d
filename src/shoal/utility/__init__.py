"""What can an analyst still do? Counts and patterns, original against published."""

from shoal.utility.are import ARE, average_relative_error
from shoal.utility.pairs import PairsKept, frequent_pairs_kept
from shoal.utility.queries import Workload, random_queries, read_queries
from shoal.utility.sets import SetsMeasure, Utility, measure_by_mapping, measure_sets

__all__ = [
    "ARE",
    "PairsKept",
    "SetsMeasure",
    "Utility",
    "Workload",
    "average_relative_error",
    "frequent_pairs_kept",
    "measure_by_mapping",
    "measure_sets",
    "random_queries",
    "read_queries",
]
