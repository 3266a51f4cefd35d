from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.release.order import sort_by_content

rows_of_few_items = st.lists(st.sets(st.integers(-3, 3)).map(sorted), max_size=30)


@given(rows_of_few_items, st.randoms())
def test_the_same_rows_come_out_sorted_whatever_their_order(rows, random):
    expected = sorted(rows)
    assert list(sort_by_content(Baskets.of(rows))) == expected
    shuffled = random.sample(rows, len(rows))
    assert list(sort_by_content(Baskets.of(shuffled))) == expected
