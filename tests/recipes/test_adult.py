"""Adult, whose eight quasi-identifiers every paper of the field publishes: known figures."""

from __future__ import annotations

import pytest

import shoal
from shoal._core import Constraint

from ..methods.searches import gen_cover_cf

COLUMNS = (
    *("age", "workclass", "education", "marital-status", "occupation"),
    *("race", "sex", "native-country"),
)

#: LM in percent that a release must not exceed: below the best setting of ARX, and below anonypy.
MOST = {("hierarchy", 50): 15.05, ("hierarchy", 200): 24.49, ("set", 50): 12.3, ("set", 200): 21.9}

#: Closed generalized itemsets by k, the root among them; pyfim counts as many less the root.
CLOSED = {5: 1_203_409, 10: 964_588, 50: 395_216, 200: 112_412}


@pytest.fixture(scope="module")
def adult(public_data):
    def read(recoding: str) -> shoal.Table:
        trees = public_data / "hierarchies" / "adult"
        path = public_data / "adult.csv.gz"
        return shoal.read(path, qi=COLUMNS, hierarchies=trees, recoding=recoding)

    return read


@pytest.mark.parametrize(("recoding", "k"), MOST)
def test_loss(adult, recoding, k):
    table = adult(recoding)
    release = shoal.anonymize(table, f"k={k}", keep_order=True)
    assert release.verdict.k_min >= k
    assert 100 * release.loss.lm <= MOST[recoding, k]
    assert shoal.loss.covers(table, release.data.frame)
    if recoding == "hierarchy":
        assert 0 < release.certificate.bound <= release.loss.lm
        for column in table.quasi_identifiers:
            assert {*release.data.frame[column.name]} <= {*column.hierarchy.labels}


@pytest.mark.parametrize("k", CLOSED)
def test_closed_itemsets_are_as_many_as_pyfim_finds(adult, k):
    # The limit tells the number: so many are allowed, and one fewer is not enough.
    table, sets = adult("hierarchy"), CLOSED[k]
    with pytest.raises(shoal.errors.LimitReached, match=f"more than {sets - 1:,} closed itemsets"):
        gen_cover_cf(table, Constraint.rows(k), most_sets=sets - 1, threads=2)
    assert gen_cover_cf(table, Constraint.rows(k), most_sets=sets, threads=2).sizes.min() >= k
