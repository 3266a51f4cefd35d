"""A census generator: people with a home, a job, a family and an illness, and hierarchies."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data import Hierarchy
from shoal.datasets.sampling import (
    Floats,
    Integers,
    cumulative,
    draw,
    drawn_by,
    named,
    popularity,
    require,
)
from shoal.hierarchies.build import build_intervals, build_prefixes

YOUNGEST, OLDEST = 17, 90

#: Words of the census and the weights by which they are drawn.
_DATA = tomllib.loads(Path(__file__).with_name("census.toml").read_text(encoding="utf-8"))
SCHOOLS, JOBS, FAMILIES, COUNTRIES = (
    _DATA[name] for name in ("schools", "jobs", "families", "countries")
)
ILLNESSES = tuple(_DATA["illnesses"]["names"])
_WEIGHTS = _DATA["weights"]

#: One cell in so many is missing, of jobs and of countries.
_MISSING_JOBS, _MISSING_COUNTRIES = 60, 100


def census(rows: int = 5_000, seed: int = 0) -> pl.DataFrame:
    """Generate adults as a census would list them, with an illness to keep secret.

    Columns are ``id``, ``age``, ``sex``, ``zip``, ``education``, ``occupation``,
    ``marital_status``, ``country`` and ``disease``. A few occupations and countries are missing.
    The same seed gives the same people.

    Examples
    --------
    >>> people = census(rows=1_000)
    >>> people.shape, people["age"].min(), people["age"].max()
    ((1000, 9), 17, 90)
    >>> people.select("age", "zip", "education", "occupation").row(0)
    (54, '93402', 'doctorate', 'teacher')
    """
    require(rows=(rows, 1))
    rng = np.random.default_rng(seed)
    age = _ages(rng, rows)
    woman = (rng.random(rows) < 0.5 + (age > 70) * 0.08).astype(np.int64)
    school = drawn_by(
        rng, [_WEIGHTS["schooled_young"], _WEIGHTS["schooled"]], (age > 25).astype(np.int64)
    )
    country = draw(rng, cumulative(np.array([78, 7, 1, 1, 1, 2, 1, 1, 1, 2, 3, 1, 1])), rows)
    family = drawn_by(rng, _WEIGHTS["living"], np.searchsorted(_WEIGHTS["family_ages"], age))
    illness = drawn_by(
        rng,
        _WEIGHTS["ill"],
        np.searchsorted(_WEIGHTS["illness_ages"], age),
        _of_sex(woman, _WEIGHTS["ill_women"]),
    )
    jobs, countries = _leaves(JOBS), _leaves(COUNTRIES)
    return pl.DataFrame(
        {
            "id": rng.permutation(rows) + 100_000,
            "age": age,
            "sex": named(["male", "female"], woman),
            "zip": named(_zip_codes(), _homes(rng, country)),
            "education": named(_leaves(SCHOOLS), school),
            "occupation": _gaps(rng, named(jobs, _jobs(rng, age, woman, school)), _MISSING_JOBS),
            "marital_status": named(_leaves(FAMILIES), family),
            "country": _gaps(rng, named(countries, country), _MISSING_COUNTRIES),
            "disease": named(ILLNESSES, illness),
        }
    )


def census_hierarchies() -> dict[str, Hierarchy]:
    """Return a hierarchy for each quasi-identifier of :func:`census`.

    Ages have bands of 5, 10 and 20 years, postal codes their beginnings, the others are grouped by
    meaning. ``sex`` is shown or suppressed.
    """
    return {
        "age": build_intervals(range(YOUNGEST, OLDEST + 1), [5, 10, 20]),
        "sex": Hierarchy.flat(["female", "male"]),
        "zip": build_prefixes(_zip_codes(), [3, 2, 1]),
        "education": Hierarchy.of(SCHOOLS),
        "occupation": Hierarchy.of(JOBS),
        "marital_status": Hierarchy.of(FAMILIES),
        "country": Hierarchy.of(COUNTRIES),
    }


def _leaves(groups: dict[str, list[str]]) -> list[str]:
    return list(itertools.chain.from_iterable(groups.values()))


def _zip_codes() -> list[str]:
    """Return all postal codes: four regions of four towns, each in two parts."""
    towns = [region + town for region in "0479" for town in "2368"]
    return [
        f"{town}{part}{number:02}" for town in towns for part in (1, 4) for number in (1, 2, 3, 5)
    ]


def _ages(rng: np.random.Generator, rows: int) -> Integers:
    """Draw ages: as many of each up to 55, then fewer and fewer."""
    years = np.arange(YOUNGEST, OLDEST + 1)
    return draw(rng, cumulative(np.clip((95 - years) / 40, 0, 1)), rows) + YOUNGEST


def _homes(rng: np.random.Generator, country: Integers) -> Integers:
    """Draw a postal code for each person; people from one country live near one another."""
    codes = len(_zip_codes())
    anywhere = draw(rng, popularity(codes, 0.6), len(country))
    spread = rng.permutation(codes)  # so that large and small towns are in every region
    near = (country * 11 + rng.integers(8, size=len(country))) % codes
    return np.where((country > 0) & (rng.random(len(country)) < 0.5), near, spread[anywhere])


def _jobs(rng: np.random.Generator, age: Integers, woman: Integers, school: Integers) -> Integers:
    """Draw a job; the young are mostly students, the old retired."""
    job = drawn_by(rng, _WEIGHTS["working"], school, _of_sex(woman, _WEIGHTS["women"]))
    names = _leaves(JOBS)
    chance = rng.random(len(age))
    job = np.where(chance < np.clip((24 - age) / 8, 0, 0.9), names.index("student"), job)
    return np.where(chance < np.clip((age - 57) / 12, 0, 0.97), names.index("retired"), job)


def _of_sex(woman: Integers, factors: Sequence[float]) -> Floats:
    """Return the factors of each person: those of women, or 1."""
    return np.where(woman[:, None], factors, 1.0)


def _gaps(rng: np.random.Generator, cells: pl.Series, one_in: int) -> pl.Series:
    """Take some cells away."""
    return cells.set(pl.Series(rng.random(len(cells)) * one_in < 1), None)
