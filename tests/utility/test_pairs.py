from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.errors import ParameterError
from shoal.utility import frequent_pairs_kept

rows_of = st.lists(st.sets(st.sampled_from("abcdef")), max_size=15)


def frequent(rows, least):
    items = sorted(set().union(*rows))
    return {
        pair for pair in combinations(items, 2) if sum(set(pair) <= row for row in rows) >= least
    }


@given(rows_of, rows_of, st.none() | st.integers(1, 4))
def test_agrees_with_counting(original, published, min_support):
    least = min_support or 2
    before, after = frequent(original, least), frequent(published, least)
    result = frequent_pairs_kept(
        Baskets.of([sorted(row) for row in original]),
        Baskets.of([sorted(row) for row in published]),
        min_support,
    )
    assert (result.pairs, result.kept, result.min_support) == (
        len(before),
        len(before & after),
        least,
    )
    assert result.share == pytest.approx(len(before & after) / len(before) if before else 1)
    assert result.to_dict()["share"] == result.share


def test_names_of_two_kinds():
    """A release read from a file of sets has strings where the original has integers."""
    original = Baskets.of([[9, 10, 11]] * 3)
    published = Baskets.of([["10", "9", "{11,12}"]] * 3)
    result = frequent_pairs_kept(original, published)
    assert (result.pairs, result.kept) == (3, 1)


def test_the_default_is_a_share_of_the_rows():
    data = Baskets.of([["a", "b"]] * 300)
    assert frequent_pairs_kept(data, data).min_support == 3
    assert frequent_pairs_kept(data, data, "50%").min_support == 150
    with pytest.raises(ParameterError, match="min_support"):
        frequent_pairs_kept(data, data, 0)
