"""Anonymizers, one file per algorithm, named as in its paper.

The order of registration is that of the help; the first that fits is what ``auto`` stands for.
"""

# isort: skip_file
from shoal.methods.sweep import Sweep
from shoal.methods.patternka import PatternKa
from shoal.methods.top_down import TopDown
from shoal.methods.km_apriori import KmApriori
from shoal.methods.rbat import RBAT
from shoal.methods.table_sweep import TableSweep
from shoal.methods.gen_cover_cf import GenCoverCF
from shoal.methods.mondrian import Mondrian, MondrianRelaxed
from shoal.methods.table_patternka import TablePatternKa
from shoal.methods.hilbert import Hilbert
from shoal.methods.park_shim import ParkShim
from shoal.methods.set_cover import SetCover
from shoal.methods.agglomerative import Agglomerative, AgglomerativeModified
from shoal.methods.forest import Forest
from shoal.methods.exact import Exact
from shoal.methods.anatomy import Anatomy
from shoal.methods.method import METHODS, Found, Method, choose_method, methods_for, register

__all__ = [
    "METHODS",
    "RBAT",
    "Agglomerative",
    "AgglomerativeModified",
    "Anatomy",
    "Exact",
    "Forest",
    "Found",
    "GenCoverCF",
    "Hilbert",
    "KmApriori",
    "Method",
    "Mondrian",
    "MondrianRelaxed",
    "ParkShim",
    "PatternKa",
    "SetCover",
    "Sweep",
    "TablePatternKa",
    "TableSweep",
    "TopDown",
    "choose_method",
    "methods_for",
    "register",
]
