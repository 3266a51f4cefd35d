"""A survey generator: answers on scales that hang together, beside a few facts about people."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import polars as pl

from shoal.datasets.sampling import Integers, cumulative, draw, named, require

#: What people are asked about themselves: answers, and how often each is given.
PERSONS: dict[str, dict[str, float]] = tomllib.loads(
    Path(__file__).with_name("survey.toml").read_text(encoding="utf-8")
)

#: Columns at most, and attitudes behind the answers.
MOST_COLUMNS, ATTITUDES = 40, 5

#: Of an answer, the share of its variance that the attitude explains, and its own scatter.
_EXPLAINED = 0.6


def survey(rows: int = 5_800, columns: int = 18, seed: int = 0) -> pl.DataFrame:
    """Generate answers to a questionnaire: six on the person, the others on scales.

    Columns are ``age_band``, ``sex``, ``region``, ``education``, ``employment``, ``household`` and
    ``q1``, ``q2``, ... The scale of an odd question has 5 points, that of an even one 7. Behind the
    answers are a few attitudes, which depend on age and education. The same seed gives the same
    answers; a survey of fewer columns is part of one of more.

    Examples
    --------
    >>> answers = survey(rows=1_000, columns=12)
    >>> answers.select("age_band", "education", "q1", "q6").row(0)
    ('55-64', 'secondary', 3, 4)
    >>> answers["q1"].max(), answers["q6"].max()
    (5, 7)
    """
    require(rows=(rows, 1), columns=(columns, 1, MOST_COLUMNS))
    rng = np.random.default_rng(seed)
    about = {
        name: draw(rng, cumulative(np.array([*answers.values()])), rows)
        for name, answers in PERSONS.items()
    }
    old = about["age_band"] == len(PERSONS["age_band"]) - 1
    retired = [*PERSONS["employment"]].index("retired")
    about["employment"] = np.where(old & (rng.random(rows) < 0.9), retired, about["employment"])
    facts = {name: named([*PERSONS[name]], answer) for name, answer in about.items()}
    questions = _answers(rng, about["age_band"], about["education"])
    return pl.DataFrame(facts | questions)[:, :columns]


def _answers(rng: np.random.Generator, age: Integers, education: Integers) -> dict[str, pl.Series]:
    """Draw answers to all questions from what people think."""
    people = np.column_stack([age - age.mean(), education - education.mean()])
    attitudes = people @ rng.normal(0.0, 0.3, (2, ATTITUDES))
    attitudes += rng.normal(size=attitudes.shape)
    answers = {}
    for number in range(1, MOST_COLUMNS - len(PERSONS) + 1):
        points = 5 if number % 2 else 7
        meant = attitudes[:, number % ATTITUDES] * rng.choice([-1, 1]) * _EXPLAINED**0.5
        said = meant + rng.normal(0.0, (1 - _EXPLAINED) ** 0.5, len(age))
        # Some statements find more agreement than others.
        middle, spread = (points + 1) / 2 + rng.normal(0.0, points / 8), points / 5
        answer = np.clip(np.rint(middle + spread * said), 1, points).astype(np.int64)
        answers[f"q{number}"] = pl.Series(answer)
    return answers
