import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.errors import ParameterError
from shoal.loss.utility_loss import utility_loss

pytestmark = pytest.mark.usefixtures("values_shown")

PUBLIC = "abcdefg"


@st.composite
def releases(draw):
    rows = draw(st.lists(st.sets(st.sampled_from(PUBLIC + "xy")), max_size=12))
    public = draw(st.sets(st.sampled_from(PUBLIC), min_size=1)) | (set().union(*rows) - set("xy"))
    label = {item: draw(st.integers(0, 3)) for item in sorted(public)}
    sets = [{i for i in public if label[i] == n} for n in range(4)]
    numbers = st.integers(0, 5).map(lambda n: n / 4)
    weights = draw(st.none() | st.dictionaries(st.sampled_from(sorted(public)), numbers))
    return rows, [s for s in sets if s], weights


def exact(rows, sets, weights):
    total = sum(map(len, sets))
    loss = Fraction(0)
    for members in sets:
        weight = sum(Fraction((weights or {}).get(item, 1)) for item in members) / len(members)
        support = sum(bool(members & row) for row in rows)
        loss += Fraction(2 ** len(members) - 1, 2**total - 1) * weight * support
    return loss


def close(log2, value):
    return log2 is None if value == 0 else log2 == pytest.approx(math.log2(value), abs=1e-9)


@given(releases())
def test_agrees_with_exact_fractions(release):
    rows, sets, weights = release
    data = Baskets.of([sorted(row) for row in rows])
    loss = utility_loss(data, ItemMapping.of_sets(sets), weights)
    ul, most = exact(rows, sets, weights), exact(rows, [set().union(*sets)], weights)
    assert close(loss.log2, ul)
    assert close(loss.log2_of_one_set, most)
    assert loss.ul == pytest.approx(float(ul))
    assert loss.relative == pytest.approx(float(ul / most) if most else 0.0)
    assert loss.relative <= 1
    large = set().union(*(s for s in sets if len(s) > 1))
    assert (loss.sets, loss.largest_set) == (len(sets), max(map(len, sets)))
    assert loss.generalized_items == len(large)
    assert loss.intact_items == sum(len(s) == 1 for s in sets)
    assert loss.generalized_entries == sum(len(row & large) for row in rows)
    assert loss.entries == sum(map(len, rows))
    assert loss.empty_rows == loss.to_dict()["empty_rows"] == rows.count(set())
    told = loss.to_dict()
    assert (told["ul_log2"], told["relative"]) == (loss.log2, loss.relative)
    assert told["generalized_share"] == loss.generalized_share


def test_a_hundred_thousand_items():
    """2^-99,999 fits no number; its logarithm does."""
    items = list(range(100_000))
    data = Baskets.of([items, items[:10]])
    alone = utility_loss(data, ItemMapping.of_sets([item] for item in items))
    assert alone.log2 == pytest.approx(math.log2(100_010) - 100_000)
    assert (alone.ul, alone.relative, alone.generalized_entries) == (0.0, 0.0, 0)
    half = utility_loss(data, ItemMapping.of_sets([items[:50_000], items[50_000:]]))
    assert half.log2 == pytest.approx(math.log2(3) - 50_000)
    whole = utility_loss(data, ItemMapping.of_sets([items]))
    assert (whole.ul, whole.relative, whole.largest_set) == (2.0, 1.0, 100_000)


def test_nothing_to_lose():
    data = Baskets.of([["x"], []])
    for mapping in (ItemMapping.of_sets([]), ItemMapping.of_sets([["a", "b"]])):
        loss = utility_loss(data, mapping)
        assert (loss.log2, loss.ul, loss.relative) == (None, 0.0, 0.0)
    free = utility_loss(Baskets.of([["a"]]), ItemMapping.of_sets(["a"]), {"a": 0})
    assert free.log2 is None
    empty = utility_loss(Baskets.of([]), ItemMapping.of_sets(["a"]))
    assert (empty.log2, empty.generalized_share) == (None, 0.0)


def test_weights_by_number_and_large_ones():
    data = Baskets.of([[1, 2]])
    loss = utility_loss(data, ItemMapping.of_sets([[1, 2]]), {1: 1e6, 2: 1e6})
    assert loss.ul == pytest.approx(1e6)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"z": 1}, "'z' has a weight and is no public item"),
        ({"a": -1}, "the weight of 'a' must be a number from 0 to 1,000,000"),
        ({"a": math.nan}, "must be a number from 0"),
        ({"a": math.inf}, "must be a number from 0"),
        ({"a": "2"}, "must be a number from 0"),
        ({"a": True}, "must be a number from 0"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(ParameterError, match=message):
        utility_loss(Baskets.of([["a"]]), ItemMapping.of_sets(["a"]), weights)
