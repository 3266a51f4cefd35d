"""A hospital generator: patients with a birth date, a home, a stay and a diagnosis."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import polars as pl

from shoal.datasets.sampling import cumulative, draw, drawn_by, named, popularity, require

#: Words and weights.
_DATA = tomllib.loads(Path(__file__).with_name("patients.toml").read_text(encoding="utf-8"))

#: Days of admission, both included, and the days of a year.
FIRST, LAST = np.datetime64("2023-01-01"), np.datetime64("2024-12-31")
_YEAR = 365.25

#: Districts of a region, and postcodes of a district.
_DISTRICTS, _CODES = 6, 11


def patients(rows: int = 8_000, seed: int = 0) -> pl.DataFrame:
    """Generate hospital stays, one per patient, with a diagnosis to keep secret.

    Columns are ``birth_date``, ``sex``, ``postcode``, ``admission``, ``insurance`` and ``icd10``;
    days are ISO dates, and some postcodes start with 0. The same seed gives the same patients.

    Examples
    --------
    >>> stays = patients(rows=1_000)
    >>> stays.shape, stays["admission"].min(), stays["birth_date"].max()
    ((1000, 6), '2023-01-01', '2024-11-09')
    >>> stays.row(0)
    ('1958-12-07', 'M', '46667', '2024-02-16', 'statutory', 'E11.9')
    """
    require(rows=(rows, 1))
    rng = np.random.default_rng(seed)
    starts = np.array(_DATA["ages"])
    bracket = draw(rng, cumulative(np.array(_DATA["patients_of_age"])), rows)
    age = starts[bracket] + np.diff(starts)[bracket] * rng.random(rows)
    bracket = np.minimum(bracket, len(_DATA["ill"]) - 1)
    woman = (rng.random(rows) < 0.5 + (age > 90) * 0.2).astype(np.int64)
    share = np.asarray(_DATA["women"]) / 100
    illness = drawn_by(rng, _DATA["ill"], bracket, np.array([1 - share, share])[woman])
    admission = FIRST + rng.integers((LAST - FIRST).astype(int) + 1, size=rows)
    birth = admission - np.floor(age * _YEAR).astype(np.int64)
    return pl.DataFrame(
        {
            "birth_date": pl.Series(birth).cast(pl.Date).cast(pl.String),
            "sex": named(["M", "F"], woman),
            "postcode": _postcodes(rng, rows),
            "admission": pl.Series(admission).cast(pl.Date).cast(pl.String),
            "insurance": named(_DATA["insurances"], drawn_by(rng, _DATA["insured"], bracket)),
            "icd10": named(_DATA["codes"], illness),
        }
    )


def _postcodes(rng: np.random.Generator, rows: int) -> pl.Series:
    """Draw homes: few large towns and many small ones, neighbours with a common prefix."""
    regions = _DATA["regions"]
    region = draw(rng, popularity(len(regions), 0.8), rows)
    district = draw(rng, popularity(_DISTRICTS, 0.7), rows)
    place = draw(rng, popularity(_CODES, 0.6), rows)
    # Other last digits in each district, as on a map.
    ends = np.argsort(rng.random((len(regions) * _DISTRICTS, 100)), axis=1)[:, :_CODES]
    last = ends[region * _DISTRICTS + district, place]
    digits = (pl.Series(district + 1) * 100 + pl.Series(last)).cast(pl.String)
    return named(regions, region) + digits.str.zfill(3)
