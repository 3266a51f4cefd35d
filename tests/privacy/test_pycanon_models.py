"""Models about sensitive values beside pycanon's, where it means the same.

Not its recursive l-diversity, which sorts the counts the other way round, nor its enhanced
beta-likeness, whose figure mixes the gain of one value with the share of another.
"""

import math

import numpy as np
import polars as pl
import pytest

import shoal

NAMES = ("l_diversity", "entropy_l_diversity", "t_closeness", "alpha_k_anonymity",
         "delta_disclosure", "basic_beta_likeness")  # fmt: skip


def check(table, qi, ill, told):
    """Compare figures: pycanon rounds the l of entropy down, and its delta is a natural one."""
    l, entropy, t, (alpha, _), delta, beta = told  # noqa: E741

    def worst(model, figure):
        return shoal.verify(table, model, qi=qi, sensitive=[ill]).figures[figure]

    found = [worst("l=2", "l_min"), worst("t=0.5", "t_max"), worst("alpha=0.5,k=2", "alpha_max")]
    found += [worst("delta=1", "delta_max") * math.log(2), worst("beta=1", "beta_max")]
    assert found == pytest.approx([l, t, alpha, delta, beta], abs=1e-9)
    ours = worst("l=entropy:2", "l_min")
    assert entropy in (math.floor(ours - 1e-9), math.floor(ours + 1e-9))


def test_agrees_on_random_tables(pycanon):
    random = np.random.default_rng(0)
    tables = []
    for _ in range(60):
        rows, values = random.integers(4, 40), random.integers(2, 6)
        age, ill = random.integers(0, 3, rows), random.integers(0, values, rows)
        tables.append({"age": [f"a{one}" for one in age], "ill": [f"v{one}" for one in ill]})
    for table, told in zip(tables, pycanon(tables, NAMES, ["ill"]), strict=True):
        check(pl.DataFrame(table), ["age"], "ill", told)


def test_agrees_on_adult(pycanon, public_data):
    adult = pl.read_csv(public_data / "adult.csv.gz", infer_schema=False)
    adult = adult.select("sex", "race", "occupation")
    (told,) = pycanon([adult.to_dict(as_series=False)], NAMES, ["occupation"])
    check(adult, ["sex", "race"], "occupation", told)
