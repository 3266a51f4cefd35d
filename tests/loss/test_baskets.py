from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.errors import ParameterError
from shoal.loss import is_row_by_row_subset, measure_baskets


@st.composite
def suppressions(draw):
    """Rows, and for each the part of it that is kept."""
    items = st.sampled_from("abcd")
    original = draw(st.lists(st.sets(items), max_size=30))
    kept = [{item for item in row if draw(st.booleans())} for row in original]
    return [sorted(row) for row in original], [sorted(row) for row in kept]


@given(suppressions(), st.randoms())
def test_agrees_with_counting_in_any_order(rows, random):
    original, kept = rows
    shuffled = random.sample(kept, len(kept))
    loss = measure_baskets(Baskets.of(original), Baskets.of(shuffled))
    sizes = Counter(map(tuple, kept)).values()
    before, after = sum(map(len, original)), sum(map(len, kept))
    assert (loss.rows, loss.items, loss.kept_items) == (len(original), before, after)
    assert loss.suppressed_items == before - after
    assert loss.gcp == pytest.approx(1 - after / before if before else 0)
    assert loss.groups == len(sizes)
    assert loss.largest_group == max(sizes, default=0)
    assert loss.mean_group == pytest.approx(len(kept) / len(sizes) if kept else 0)
    assert loss.discernibility == sum(size**2 for size in sizes)
    assert loss.empty_rows == loss.to_dict()["empty_rows"] == kept.count([])


row_lists = st.lists(st.sets(st.sampled_from("abc")).map(sorted), min_size=1, max_size=4)


@given(row_lists, row_lists)
def test_subset_row_by_row(original, published):
    expected = len(original) == len(published) and all(
        set(after) <= set(before) for before, after in zip(original, published, strict=True)
    )
    before, after = Baskets.of(original), Baskets.of(published)
    assert is_row_by_row_subset(before, after) == expected
    if expected:
        measure_baskets(before, after)


@pytest.mark.parametrize(
    ("published", "why"),
    [
        ([["a"]], "1 row and the original 2"),
        ([["a"], ["z"]], "1 item of the release does not occur"),
        ([["b"], ["b"]], "1 item occurs more often in the release"),
        ([["a", "b", "c"], []], "longer rows"),
    ],
)
def test_what_cannot_be_a_suppression_is_refused(published, why):
    original = Baskets.of([["a", "b"], ["a", "c"]])
    with pytest.raises(ParameterError, match=why):
        measure_baskets(original, Baskets.of(published))


def test_numbers_and_their_texts_are_the_same_items():
    numbers = Baskets.of([[2, 10], [10]])
    texts = Baskets.of([["10"], ["10"]])
    assert measure_baskets(numbers, texts).kept_items == 2
    assert is_row_by_row_subset(numbers, texts)
    assert is_row_by_row_subset(Baskets.of([["10", "2"], ["10"]]), numbers)


def test_data_without_items_loses_nothing():
    empty = Baskets.of([[], []])
    assert measure_baskets(empty, empty).gcp == 0
    nothing = Baskets.of([])
    assert measure_baskets(nothing, nothing).groups == 0


def test_a_loss_is_frozen_and_has_a_plain_form():
    loss = measure_baskets(Baskets.of([["a", "b"]]), Baskets.of([["a"]]))
    with pytest.raises(AttributeError):
        loss.items = 0
    assert loss.to_dict()["gcp"] == 0.5
    assert loss.to_dict()["suppressed_items"] == 1
