"""Bounds on the loss of tables: never above what is possible."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.certificate import Scope
from shoal.certificate import tables as module
from shoal.certificate.tables import TableCertificate, as_mean, can_certify, certify_table

from ..random_tables import random_case


@settings(max_examples=100)
@given(st.data())
def test_bounds_are_below_the_best_release(data: Any) -> None:
    case = random_case(lambda low, high: data.draw(st.integers(low, high)), plain=True)
    table, k = case.table, case.k
    assert can_certify(table) == case.by_hierarchy
    if not case.by_hierarchy:
        return
    best = shoal.anonymize(table, f"k={k}", method="exact", certificate="none").loss.lm
    one = np.zeros(len(table), dtype=np.int32)
    quick, tight = (
        certify_table(table, k, one, kind=kind, most_kept=10**6).certificate
        for kind in ("quick", "tight")
    )
    assert quick.complete
    assert tight.complete
    assert 0 <= quick.bound <= tight.bound <= best * (1 + 1e-12)
    # What is known makes the search quicker, and threads too: the quick bound stays.
    again = certify_table(table, k, one, most_kept=1, threads=2)
    assert again.certificate == quick
    assert len(tight.prices) == len(table)


def test_a_search_that_is_too_long_gives_a_weaker_bound(monkeypatch: Any) -> None:
    random = np.random.default_rng(0)
    frame = {name: random.integers(0, 6, 200) for name in ("a", "b", "c")}
    table = shoal.Table.of(frame, [*frame], recoding="hierarchy")
    groups = np.zeros(200, dtype=np.int32)
    whole = certify_table(table, 9, groups, most_kept=10**6).certificate
    monkeypatch.setattr(module, "QUICK_VISITED", 0)
    weak = certify_table(table, 9, groups, most_kept=10**6).certificate
    assert not weak.complete
    assert 0 <= weak.bound < whole.bound
    release = shoal.anonymize(table, "k=9", threads=1)
    assert release.certificate is not None
    assert release.to_dict()["certificate"]["complete"] is False


@given(
    st.integers(0, 2**60),
    st.lists(st.integers(1, 300), min_size=1, max_size=9),
    st.integers(1, 10**6),
)
def test_a_bound_is_rounded_down(cost: int, hundredths: list[int], rows: int) -> None:
    weights = [number / 100 for number in hundredths]
    exact = Fraction(cost) / (2**20 * sum(map(Fraction, weights)) * rows)
    lm = as_mean(cost, weights, rows)
    assert Fraction(lm) <= exact < Fraction(math.nextafter(lm, math.inf))


def test_gaps() -> None:
    scope = Scope("LM", 2)
    assert TableCertificate("quick", bound=0.0, loss=0.1, scope=scope).gap is None
    assert TableCertificate("quick", bound=0.1, loss=0.1, scope=scope).gap == 0
    assert TableCertificate("tight", 0.2, 0.25, rounds=3, scope=scope).to_dict() == {
        "kind": "tight",
        "bound": 0.2,
        "gap": pytest.approx(0.25),
        "complete": True,
        "rounds": 3,
        "scope": scope.to_dict(),
    }
