import numpy as np
import pytest

from shoal.data import Baskets
from shoal.datasets import choose_sensitive, generate_pos
from shoal.errors import ParameterError


def test_the_same_seed_gives_the_same_baskets():
    assert generate_pos(500, seed=1) == generate_pos(500, seed=1)
    assert generate_pos(500, seed=1) != generate_pos(500, seed=2)


def test_purchases_are_like_bms_pos():
    """A twentieth of the rows has the same shape."""
    sales = generate_pos(rows=25_780)
    assert len(sales) == 25_780
    assert sales.lengths.mean() == pytest.approx(6.5, abs=0.2)
    assert (sales.lengths.min(), sales.lengths.max()) == (1, 164)
    assert sales.vocabulary.to_list() == list(range(1_657))
    most = np.sort(np.bincount(sales.items))[::-1]
    assert most[0] > 20 * np.median(most)
    assert 0.2 < most[0] / len(sales) < 0.6
    assert most[:166].sum() / sales.size > 0.5


def test_errands_bring_products_together():
    sales = generate_pos(rows=20_000, items=200, longest=100)
    short = sales.lengths <= 8
    incidence = np.zeros((len(sales), sales.item_count))
    incidence[np.repeat(np.arange(len(sales)), sales.lengths), sales.items] = 1
    incidence = incidence[short]
    share = incidence.mean(axis=0)
    lift = (incidence.T @ incidence) / len(incidence) / np.outer(share, share)
    np.fill_diagonal(lift, 0)
    assert np.median(lift.max(axis=1)) > 2


@pytest.mark.parametrize("rows", [1, 2, 30])
def test_few_rows(rows):
    assert len(generate_pos(rows)) == rows
    full = generate_pos(rows, items=3, mean=3, longest=3)
    assert full.lengths.tolist() == [3] * rows


def test_every_item_occurs_even_in_few_rows():
    assert generate_pos(100, items=300, mean=4).item_count == 300


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "rows must be at least 1"),
        ({"items": 0}, "items must be at least 1"),
        ({"items": 100}, "longest must be at most 100, not 164"),
        ({"mean": 165}, "mean must be at most 164"),
        ({"mean": float("nan")}, "mean must be at least 1"),
    ],
)
def test_parameters_out_of_range(parameters, message):
    with pytest.raises(ParameterError, match=message):
        generate_pos(**parameters)


def test_choose_sensitive():
    sales = generate_pos(rows=2_000, items=300)
    chosen = choose_sensitive(sales)
    assert len(set(chosen)) == 30
    assert set(chosen) < set(sales.vocabulary.strings)
    assert chosen == choose_sensitive(sales)
    assert chosen != choose_sensitive(sales, seed=1)
    assert len(choose_sensitive(sales, share=0)) == 1
    assert len(choose_sensitive(sales, share=1)) == 299
    with pytest.raises(ParameterError, match="share must be at most 1"):
        choose_sensitive(sales, share=2)
    with pytest.raises(ParameterError, match="two items at least"):
        choose_sensitive(Baskets.of([["a"]]))
