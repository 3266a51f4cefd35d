"""The miners of the literature as readable Python: for study and checking.

Functions and variables have the names of the pseudocode in the thesis that surveys the miners
(chapters 6 and 7), and comments the numbers of its lines. For work there is :func:`shoal.mine`.
"""

from shoal.mining.reference.apriori import apriori
from shoal.mining.reference.basic_generalized import basic_generalized
from shoal.mining.reference.charm import charm, enumerate_frequent
from shoal.mining.reference.closed_generalized import closed_generalized
from shoal.mining.reference.closet import closet
from shoal.mining.reference.cumulate import cumulate
from shoal.mining.reference.fp_growth import fp_growth

__all__ = [
    "apriori",
    "basic_generalized",
    "charm",
    "closed_generalized",
    "closet",
    "cumulate",
    "enumerate_frequent",
    "fp_growth",
]
