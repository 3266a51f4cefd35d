import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Transactions
from shoal.privacy import verify

rows_of_few_items = st.lists(st.sets(st.sampled_from("abc")).map(sorted), max_size=40)


@given(rows_of_few_items, st.integers(2, 6))
def test_agrees_with_counting(rows, k):
    verdict = verify(Transactions.of(rows), f"k={k}")
    counts = Counter(map(tuple, rows))
    offenders = [number for number, row in enumerate(rows, 1) if counts[tuple(row)] < k]
    assert verdict.ok == (not offenders)
    assert verdict.k_min == min(counts.values(), default=None)
    assert (verdict.rows, verdict.groups) == (len(rows), len(counts))
    assert verdict.offending_rows == len(offenders)
    assert list(verdict.first_offenders) == offenders[:20]
    assert verdict.model == f"k={k}"


def test_data_without_rows_breaks_no_promise():
    verdict = verify(Transactions.of([]), "k=2")
    assert verdict.ok
    assert verdict.k_min is None


def test_empty_baskets_are_rows():
    assert verify(Transactions.of([[], [], []]), "k=3").ok
    assert not verify(Transactions.of([["a"], ["a"], []]), "k=2").ok


def test_shows_twenty_offenders_and_counts_all():
    verdict = verify(Transactions.of([[number] for number in range(30)]), "k=2")
    assert verdict.offending_rows == 30
    assert verdict.first_offenders == tuple(range(1, 21))
    assert verdict.to_dict()["first_offenders"] == list(range(1, 21))


def test_a_verdict_is_frozen_and_holds_no_content():
    verdict = verify(Transactions.of([["hidden"], ["seen"]]), "k=2")
    with pytest.raises(AttributeError):
        verdict.ok = True
    assert "hidden" not in repr(verdict)


def test_judges_without_loading_any_method():
    program = (
        "import sys, shoal.privacy\n"
        "rooms = ('shoal.methods', 'shoal.mining', 'shoal.engines')\n"
        "assert not [name for name in sys.modules if name.startswith(rooms)]"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
