"""What can an analyst still do? Counts and patterns, original against published."""

from shoal.utility.are import ARE, average_relative_error
from shoal.utility.basket_use import BasketUse, basket_use
from shoal.utility.learning import Figure, Learning, learn
from shoal.utility.pairs import PairsKept, frequent_pairs_kept
from shoal.utility.queries import Workload, random_queries, read_queries
from shoal.utility.sets import Utility, measure_by_mapping
from shoal.utility.table_use import TableUse, table_use

__all__ = [
    "ARE",
    "BasketUse",
    "Figure",
    "Learning",
    "PairsKept",
    "TableUse",
    "Utility",
    "Workload",
    "average_relative_error",
    "basket_use",
    "frequent_pairs_kept",
    "learn",
    "measure_by_mapping",
    "random_queries",
    "read_queries",
    "table_use",
]
