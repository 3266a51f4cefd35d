import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets, Vocabulary
from shoal.errors import ParameterError, SchemaError

INTEGERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)
STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
ROWS = st.lists(st.lists(INTEGERS, max_size=5), max_size=8) | st.lists(
    st.lists(STRINGS, max_size=5), max_size=8
)


def as_sets(rows):
    return [sorted(set(row), key=lambda i: i.encode() if isinstance(i, str) else i) for row in rows]


@given(ROWS)
def test_rows_become_sorted_sets(rows):
    baskets = Baskets.of(rows)
    assert list(baskets) == as_sets(rows)
    assert baskets.duplicates_merged == sum(len(row) - len(set(row)) for row in rows)
    assert baskets.item_count == len({item for row in rows for item in row})
    assert baskets.lengths.tolist() == [len(set(row)) for row in rows]


@given(ROWS)
def test_series_round_trip(rows):
    baskets = Baskets.of(rows)
    series = baskets.to_series()
    assert series.to_list() == as_sets(rows)
    assert Baskets.from_series(series) == baskets


@given(st.lists(st.none() | st.lists(st.none() | st.integers(0, 3), max_size=5), max_size=8))
def test_nulls_are_no_items_and_no_duplicates(rows):
    kept = [[item for item in row or [] if item is not None] for row in rows]
    baskets = Baskets.from_series(pl.Series("items", rows, dtype=pl.List(pl.Int8)))
    assert list(baskets) == as_sets(kept)
    assert baskets.duplicates_merged == sum(len(row) - len(set(row)) for row in kept)


@given(ROWS, st.randoms())
def test_equality_is_about_rows_not_about_unused_items(rows, random):
    baskets = Baskets.of(rows)
    kept = [row for row in rows if random.random() < 0.5]
    fewer = Baskets.of(kept)
    offsets = np.concatenate([[0], np.cumsum([len(set(row)) for row in kept])]).astype(int)
    names = baskets.vocabulary.to_list()
    codes = [names.index(item) for row in as_sets(kept) for item in row]
    wide = Baskets(np.array(codes, dtype=int), offsets, baskets.vocabulary)
    assert wide == fewer
    assert wide.trimmed().vocabulary.to_list() == fewer.vocabulary.to_list()
    assert (baskets == fewer) == (as_sets(rows) == as_sets(kept))


def test_integers_and_strings_differ():
    assert Baskets.of([[1]]) != Baskets.of([["1"]])
    assert Baskets.of([[]]) == Baskets.from_series(pl.Series([[]], dtype=pl.List(pl.String)))
    assert Baskets.of([[]]) != [[]]


@pytest.mark.parametrize(
    "dtype",
    [pl.Int8, pl.UInt16, pl.Int64, pl.UInt64, pl.String, pl.Categorical, pl.Enum(["1", "2"])],
)
def test_columns_of_any_integer_or_string_type(dtype):
    text = dtype == pl.Categorical or dtype == pl.String or isinstance(dtype, pl.Enum)
    rows = [["2", "1"], ["1"]] if text else [[2, 1], [1]]
    baskets = Baskets.from_series(pl.Series(rows, dtype=pl.List(dtype)))
    assert list(baskets) == as_sets(rows)


def test_arrays_of_fixed_size():
    series = pl.Series([[2, 1], [1, 1]], dtype=pl.Array(pl.Int32, 2))
    assert list(Baskets.from_series(series)) == [[1, 2], [1]]


def test_a_column_of_nulls_is_empty_baskets():
    assert list(Baskets.from_series(pl.Series([None, None]))) == [[], []]
    assert list(Baskets.from_series(pl.Series([[None], []]))) == [[], []]


@pytest.mark.parametrize(
    "rows",
    [[[1], ["secret"]], [["secret"], [1]], [[1.5]], [[True]], [["secret", None]], ["secret"], [7]],
)
def test_rows_that_are_no_baskets(rows):
    with pytest.raises(SchemaError) as caught:
        Baskets.of(rows)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("big", [2**63, 2**64 - 1, 2**70])
def test_an_integer_that_does_not_fit(big):
    with pytest.raises(SchemaError, match="64 bits") as caught:
        Baskets.of([[big]])
    assert str(big) not in str(caught.value)


@pytest.mark.parametrize("series", [pl.Series([1]), pl.Series([[1.0]]), pl.Series([[[1]]])])
def test_columns_that_are_no_baskets(series):
    with pytest.raises(SchemaError):
        Baskets.from_series(series)


@pytest.mark.parametrize(
    ("items", "offsets", "names"),
    [
        ([0], [0], ["a"]),
        ([0], [], ["a"]),
        ([0, 0], [0, 2, 1, 2], ["a"]),
        ([1], [0, 1], ["a"]),
        ([-1], [0, 1], ["a"]),
        ([2**32], [0, 1], ["a"]),
        ([0, 0], [0, 2], ["a"]),
        ([1, 0], [0, 2], ["a", "b"]),
        ([0], [0, 1], ["b", "a"]),
        ([0], [0, 1], ["a", "a"]),
        ([0], [0, 1], ["a", None]),
    ],
)
def test_broken_parts_are_refused(items, offsets, names):
    with pytest.raises(ParameterError):
        Baskets(
            np.array(items, dtype=int), np.array(offsets, dtype=int), Vocabulary(pl.Series(names))
        )


def test_a_vocabulary_is_of_integers_or_strings():
    with pytest.raises(SchemaError, match="float64"):
        Baskets(np.array([0]), np.array([0, 1]), Vocabulary(pl.Series([1.5])))


def test_arrays_are_read_only_and_the_callers_are_left_alone():
    items, offsets = np.array([0], dtype=np.int32), np.array([0, 1])
    baskets = Baskets(items, offsets, Vocabulary(["a"]))
    with pytest.raises(ValueError, match="read-only"):
        baskets.items[0] = 1
    assert items.flags.writeable
    assert offsets.flags.writeable


def test_rows_by_number():
    baskets = Baskets.of([[1], [2]])
    assert (baskets.row(0), baskets.row(-1)) == ([1], [2])
    for index in (2, -3):
        with pytest.raises(IndexError):
            baskets.row(index)
