import numpy as np
import polars as pl
import pytest

from shoal.datasets import survey
from shoal.errors import ParameterError


def test_the_same_seed_gives_the_same_answers():
    assert survey(500, seed=1).equals(survey(500, seed=1))
    assert not survey(500, seed=1).equals(survey(500, seed=2))


@pytest.mark.parametrize("columns", [1, 6, 18, 40])
def test_fewer_columns_are_part_of_more(columns):
    answers = survey(300, columns=columns)
    assert answers.shape == (300, columns)
    assert answers.equals(survey(300, columns=40)[:, :columns])


def test_scales():
    answers = survey(columns=40)
    for name in answers.columns[6:]:
        points = 5 if int(name[1:]) % 2 else 7
        assert sorted(answers[name].unique()) == list(range(1, points + 1))


def test_answers_hang_together():
    answers = survey().select(pl.col("^q[0-9]+$").cast(float))
    related = np.abs(answers.corr().to_numpy())
    np.fill_diagonal(related, 0)
    assert (related.max(axis=0) > 0.5).all()
    assert np.median(related) < 0.3


@pytest.mark.parametrize("rows", [1, 2, 30])
def test_few_rows(rows):
    assert len(survey(rows)) == rows


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "rows must be at least 1, not 0"),
        ({"columns": 41}, "columns must be at most 40, not 41"),
    ],
)
def test_parameters_out_of_range(parameters, message):
    with pytest.raises(ParameterError, match=message):
        survey(**parameters)
