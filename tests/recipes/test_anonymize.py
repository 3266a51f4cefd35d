from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import (
    InfeasibleError,
    InternalError,
    LimitReached,
    ParameterError,
    VerificationError,
)
from shoal.methods.grouping import Grouping
from shoal.recipes import anonymize_baskets as module

rows_of_few_items = st.lists(st.sets(st.integers(0, 6)).map(sorted), min_size=2, max_size=24)


@given(rows_of_few_items, st.data())
def test_every_promise_holds(rows, data):
    k = data.draw(st.integers(2, len(rows)))
    release = shoal.anonymize(rows, f"k={k}", keep_order=True)
    published = list(release.data)
    assert len(published) == len(rows)
    assert all({*kept} <= {*row} for row, kept in zip(rows, published, strict=True))
    assert min(Counter(map(tuple, published)).values()) == release.verdict.k_min >= k
    total = sum(map(len, rows))
    kept = sum(map(len, published))
    assert release.loss.gcp == pytest.approx(1 - kept / total if total else 0)
    assert kept >= len(rows) * len(set.intersection(*map(set, rows)))

    shuffled = shoal.anonymize(rows, f"k={k}")
    assert list(shuffled.data) == sorted(published)
    assert shuffled.loss == release.loss


def test_the_same_on_any_number_of_threads():
    rows = [sorted({n % 7, n % 5 + 10, n % 3 + 20}) for n in range(500)]
    one, two = (shoal.anonymize(rows, "k=5", threads=threads) for threads in (1, 2))
    assert one.data == two.data


def test_frames_are_read():
    frame = pl.DataFrame({"items": [["a", "b"], ["a"], ["a"]]})
    assert list(shoal.anonymize(frame, shoal.KAnonymity(3)).data) == [["a"]] * 3


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"method": "magic"}, "unknown method 'magic'; allowed: auto, sweep, patternka"),
        ({"threads": 0}, "from 1 to 1,024"),
        ({"budget": 0}, "from 1 to"),
        ({"budget": 5, "exact": True}, "one or the other"),
        ({"time_limit": 0}, "positive"),
        ({"seed": -1}, "from 0 to"),
    ],
)
def test_parameters_are_checked(options, why):
    with pytest.raises(ParameterError, match=why):
        shoal.anonymize([[1], [1]], "k=2", **options)


def test_the_largest_possible_k():
    assert shoal.anonymize([[1], [2], [1, 2]], "k=3").groups == 1
    with pytest.raises(InfeasibleError, match="the largest possible k is 3"):
        shoal.anonymize([[1], [2], [1, 2]], "k=4")


@pytest.mark.parametrize("rows", [[], [[1]]])
def test_too_few_rows_for_any_k(rows):
    with pytest.raises(InfeasibleError, match=f"nothing can be published of {len(rows)} row"):
        shoal.anonymize(rows, "k=2")


def test_warnings():
    baskets = shoal.Baskets.of([["a", "a"], ["a"]])
    release = shoal.anonymize(baskets, "k=2", keep_order=True)
    assert len(release.warnings) == 2
    assert release.warnings[0] == "1 repeated item within rows was merged"
    assert shoal.anonymize([["a"], ["a"]], "k=2").warnings == ()


def broken_method(group_of_row, centres):
    """A method that returns these groups whatever the data."""
    offsets = np.cumsum([0, *map(len, centres)])
    grouping = Grouping(
        group_of_row=np.array(group_of_row, dtype=np.int32),
        centre_items=np.array([item for centre in centres for item in centre], dtype=np.int32),
        centre_offsets=offsets.astype(np.int64),
        proved=np.ones(len(centres), dtype=bool),
        nodes=0,
        repeatable=True,
    )
    return {"sweep": lambda *arguments, **options: grouping}


def test_a_release_that_fails_its_own_verdict_is_not_returned(monkeypatch):
    monkeypatch.setattr(module, "METHODS", broken_method([0, 0, 1], [[0], [1]]))
    with pytest.raises(VerificationError, match="1 row is in too small a group"):
        shoal.anonymize([["a"], ["a"], ["b"]], "k=2")


def test_a_release_that_adds_an_item_is_not_returned(monkeypatch):
    monkeypatch.setattr(module, "METHODS", broken_method([0, 0, 0], [[0]]))
    with pytest.raises(InternalError, match="an item that its row does not have"):
        shoal.anonymize([["a"], ["a"], ["b"]], "k=2")


def test_progress_ends_with_all_rows():
    calls = []
    shoal.anonymize([[1]] * 9, "k=3", progress=lambda *figures: calls.append(figures))
    assert calls


def test_data_too_large_for_the_memory_is_refused():
    with pytest.raises(LimitReached, match="may use 1 MiB"):
        shoal.anonymize([[1, 2]] * 4, "k=2", memory_limit=2**20)
    with pytest.raises(ParameterError, match="500M"):
        shoal.anonymize([[1, 2]] * 4, "k=2", memory_limit="much")
    assert shoal.anonymize([[1, 2]] * 4, "k=2").memory.limit > 2**20


def test_one_list_column_among_several():
    frame = pl.DataFrame({"a": [[1], [1]], "b": [[2, 3], [2]]})
    release = shoal.anonymize(frame, "k=2", column="b")
    assert list(release.data) == [[2], [2]]
    with pytest.raises(ParameterError, match="column is for frames"):
        shoal.anonymize([[1], [1]], "k=2", column="b")


@pytest.mark.parametrize("model", ["k=2", "km=2,1", "rules"])
def test_columns_left_out_are_told(model):
    frame = pl.DataFrame({"day": [1, 2, 3, 4], "items": [["tea", "flu"], ["tea"]] * 2})
    options = {"taxonomy": {"all": ["tea", "flu"]}} if model == "km=2,1" else {}
    promise = shoal.PSRules(shoal.Rules.of([(["tea"], ["flu"])]), k=2, c=0.9)
    release = shoal.anonymize(frame, promise if model == "rules" else model, **options)
    assert "columns left out of the release: day" in release.warnings
