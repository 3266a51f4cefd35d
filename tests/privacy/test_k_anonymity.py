import subprocess
import sys
from collections import Counter

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal import _core, verify
from shoal.data import Baskets
from shoal.data.rules import Rules
from shoal.errors import ParameterError, SchemaError
from shoal.io import read
from shoal.privacy import KAnonymity, PublishedBaskets
from shoal.privacy.rule_supports import count_rules

rows_of_few_items = st.lists(st.sets(st.sampled_from("abc")).map(sorted), max_size=40)


@given(rows_of_few_items, st.integers(2, 6))
def test_agrees_with_counting(rows, k):
    verdict = KAnonymity(k).check(PublishedBaskets(Baskets.of(rows)))
    assert verify(Baskets.of(rows), f"k={k}") == verdict
    counts = Counter(map(tuple, rows))
    offenders = [number for number, row in enumerate(rows, 1) if counts[tuple(row)] < k]
    assert verdict.ok == (not offenders)
    assert verdict.k_min == min(counts.values(), default=None)
    assert (verdict.rows, verdict.groups) == (len(rows), len(counts))
    assert verdict.offending_rows == len(offenders)
    assert list(verdict.first_offenders) == offenders[:20]
    assert verdict.model == f"k={k}"


FRAME = pl.DataFrame({"id": [1, 2], "cart": [["a"], ["a"]]})


@pytest.mark.parametrize(
    "data",
    [FRAME, FRAME.to_pandas(), FRAME.to_arrow(), read(FRAME)],
    ids=type,
)
def test_other_columns_are_never_passed_over(data):
    with pytest.raises(SchemaError, match=r"another column, 'id', .*column='cart'"):
        verify(data, "k=2")
    verdict = verify(data, "k=2", column="cart")
    assert verdict.ok
    (warning,) = verdict.warnings
    assert "only column 'cart' was judged; there is another column, 'id'" in warning


def test_two_columns_of_one_name_are_refused():
    twice = FRAME.select("cart").to_pandas()
    twice.insert(0, "cart", [1, 2], allow_duplicates=True)
    with pytest.raises(SchemaError, match="two columns are named 'cart'"):
        verify(twice, "k=2")


def test_the_column_named_must_be_the_one_that_was_read():
    with pytest.raises(ParameterError, match="come from column 'cart', not 'items'"):
        verify(read(FRAME), "k=2", column="items")


def test_merged_items_are_said_and_change_no_verdict():
    verdict = verify(Baskets.of([["a", "a"], ["a"]]), "k=2")
    assert verdict.warnings == ("1 repeated item within rows was merged",)
    assert verdict == verify(Baskets.of([["a"], ["a"]]), "k=2")


def test_data_without_rows_breaks_no_promise():
    verdict = verify(Baskets.of([]), "k=2")
    assert verdict.ok
    assert verdict.k_min is None


def test_empty_baskets_are_rows():
    assert verify(Baskets.of([[], [], []]), "k=3").ok
    assert not verify(Baskets.of([["a"], ["a"], []]), "k=2").ok


def test_shows_twenty_offenders_and_counts_all():
    verdict = verify(Baskets.of([[number] for number in range(30)]), "k=2")
    assert verdict.offending_rows == 30
    assert verdict.first_offenders == tuple(range(1, 21))
    assert verdict.to_dict()["first_offenders"] == list(range(1, 21))


def test_a_verdict_is_frozen_and_holds_no_content():
    verdict = verify(Baskets.of([["hidden"], ["seen"]]), "k=2")
    with pytest.raises(AttributeError):
        verdict.ok = True
    assert "hidden" not in repr(verdict)


def test_judges_without_loading_any_method():
    program = (
        "import sys, shoal.privacy\n"
        "rooms = ('shoal.methods', 'shoal.mining', 'shoal.certificate', 'shoal.loss')\n"
        "assert not [name for name in sys.modules if name.startswith(rooms)]"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_verifier_shares_no_equal_rows_with_publishing(monkeypatch):
    def refuse(*_):
        raise AssertionError("this counts rows for methods and for publishing")

    for name in ("equal_rows", "sorted_by_content", "make_sets"):
        rows = read([["a", "b"], ["a", "b"], ["c"]])
        rules = Rules.of([(["a"], ["b"]), (["c"], ["a"])])
        monkeypatch.setattr(_core, name, refuse)
        assert verify(rows, "k=2").first_offenders == (3,)
        counts = count_rules(rows, rules, {})
        assert (counts.supports.tolist(), counts.joint.tolist()) == ([2, 1], [2, 0])
        monkeypatch.undo()


def test_rows_are_equal_only_if_all_their_items_are():
    # The same bytes, parted in other places; and codes of which one is the start of another.
    rows = [[1, 2], [1], [2], [1, 2, 3], [], [3], [1, 2], [256], [1, 256]]
    assert verify(rows, "k=2").figures["groups"] == 8
    assert verify(rows, "k=2").first_offenders == (2, 3, 4, 5, 6, 8, 9)
