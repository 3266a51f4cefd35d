"""Data to try things on: generators, and public files by name."""

from shoal.datasets.census import census, census_hierarchies
from shoal.datasets.clicks import clicks
from shoal.datasets.patients import patients
from shoal.datasets.pos import choose_sensitive, generate_pos
from shoal.datasets.public import load
from shoal.datasets.survey import survey

__all__ = [
    "census",
    "census_hierarchies",
    "choose_sensitive",
    "clicks",
    "generate_pos",
    "load",
    "patients",
    "survey",
]
