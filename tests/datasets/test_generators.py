import numpy as np
import pytest

from shoal.datasets import clicks
from shoal.errors import ParameterError

from ..quest import quest
from ..ratings import ratings


def supports(baskets):
    return np.sort(np.bincount(baskets.items, minlength=baskets.item_count))[::-1]


@pytest.mark.parametrize(
    "generate",
    [
        lambda seed: quest(transactions=500, seed=seed),
        lambda seed: clicks(rows=3_000, seed=seed),
        lambda seed: ratings(rows=500, items=300, longest=200, seed=seed),
    ],
    ids=["quest", "clicks", "ratings"],
)
def test_the_same_seed_gives_the_same_baskets(generate):
    assert generate(1) == generate(1)
    assert generate(1) != generate(2)


def test_quest_is_like_t10i4d100k():
    baskets = quest(transactions=20_000, length=10, pattern_length=4)
    assert len(baskets) == 20_000
    assert baskets.lengths.mean() == pytest.approx(10.1, abs=0.4)
    assert 20 <= baskets.lengths.max() <= 35
    assert baskets.lengths.min() >= 1
    assert 850 <= baskets.item_count <= 1_000
    assert baskets.duplicates_merged == 0


def test_quest_buys_patterns():
    """Two items of a pattern meet far more often than by chance."""
    baskets = quest(transactions=5_000, patterns=50, items=500, corruption=0.2)
    incidence = np.zeros((len(baskets), baskets.item_count))
    incidence[np.repeat(np.arange(len(baskets)), baskets.lengths), baskets.items] = 1
    share = incidence.mean(axis=0)
    lift = (incidence.T @ incidence) / len(baskets) / np.outer(share, share)
    np.fill_diagonal(lift, 0)
    assert np.median(lift.max(axis=1)) > 3


@pytest.mark.parametrize(
    "parameters",
    [
        {"transactions": 1, "length": 1, "pattern_length": 1, "items": 1, "patterns": 1},
        {"transactions": 50, "length": 30, "pattern_length": 40, "items": 20, "patterns": 3},
        {"transactions": 50, "corruption": 1.0},
        {"transactions": 50, "corruption": 0.0, "correlation": 0.0},
        {"transactions": 50, "correlation": 1.0},
    ],
)
def test_quest_at_the_edges(parameters):
    assert len(quest(**parameters)) == parameters["transactions"]


def test_clicks_are_like_bms_webview_1():
    visits = clicks()
    lengths = visits.lengths
    assert len(visits) == 60_000
    assert 490 <= visits.item_count <= 500
    assert lengths.mean() == pytest.approx(2.5, abs=0.1)
    assert (lengths.min(), lengths.max()) == (1, 267)
    assert np.mean(lengths == 1) == pytest.approx(0.55, abs=0.05)
    most = supports(visits)
    assert 0.04 < most[0] / len(visits) < 0.1
    assert most[0] > 10 * np.median(most)


def test_robots_share_a_long_part():
    visits = clicks()
    robots = [set(visits.row(row)) for row in np.flatnonzero(visits.lengths >= 149)]
    assert len(robots) == 25
    assert len(set.intersection(*robots)) >= 147
    assert np.sum(visits.lengths > 100) < 60


def test_ratings_are_like_netflix():
    """The full size takes a few seconds; a tenth of the rows has the same shape."""
    films = ratings(rows=41_020)
    assert len(films) == 41_020
    assert films.lengths.mean() == pytest.approx(13.4, abs=0.6)
    assert (films.lengths.min(), films.lengths.max()) == (1, 2_060)
    assert 4_300 <= films.item_count <= 4_496
    most = supports(films)
    assert most[0] / len(films) > 0.2
    assert most[:450].sum() / films.size > 0.4
    assert np.median(films.lengths) < 9


@pytest.mark.parametrize("rows", [1, 2, 30])
def test_few_rows(rows):
    assert len(clicks(rows=rows)) == rows
    assert len(ratings(rows=rows)) == rows
    assert clicks(rows=rows, items=3, mean_length=3, longest=3).lengths.tolist() == [3] * rows


@pytest.mark.parametrize(
    ("generate", "parameters", "message"),
    [
        (quest, {"transactions": 0}, "transactions must be at least 1, not 0"),
        (quest, {"length": 0.5}, "length must be at least 1"),
        (quest, {"patterns": 0}, "patterns must be at least 1"),
        (quest, {"corruption": 1.5}, "corruption must be at most 1, not 1.5"),
        (quest, {"correlation": float("nan")}, "correlation must be at least 0"),
        (clicks, {"rows": 0}, "rows must be at least 1"),
        (clicks, {"longest": 501}, "longest must be at most 500, not 501"),
        (clicks, {"mean_length": 300}, "mean_length must be at most 267"),
        (ratings, {"items": 0}, "items must be at least 1"),
        (ratings, {"tastes": 0}, "tastes must be at least 1"),
        (ratings, {"mean_length": 0}, "mean_length must be at least 1"),
    ],
)
def test_parameters_out_of_range(generate, parameters, message):
    with pytest.raises(ParameterError, match=message):
        generate(**parameters)
