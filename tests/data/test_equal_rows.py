from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows

rows_of_few_items = st.lists(st.sets(st.integers(0, 4), max_size=3), max_size=30)


def check(rows):
    data = Baskets.of([sorted(row) for row in rows])
    parts = equal_rows(data)
    counts = Counter(frozenset(row) for row in rows)
    assert len(parts.sizes) == len(counts)
    assert sorted(parts.sizes.tolist()) == sorted(counts.values())
    for number, row in enumerate(rows):
        group = parts.of_row[number]
        assert parts.sizes[group] == counts[frozenset(row)]
        assert rows[parts.first[group]] == row
        assert parts.first[group] <= number


@given(rows_of_few_items)
def test_agrees_with_counting_sets(rows):
    check(rows)
