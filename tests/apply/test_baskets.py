"""New baskets as centres of an earlier release."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import ParameterError
from shoal.kinds import KINDS
from shoal.privacy import parse_model

ROWS = st.lists(st.frozensets(st.integers(0, 6), max_size=5), min_size=2, max_size=14)
TREE = {"low": {"tiny": ["0", "1"], "small": ["2"]}, "high": ["3", "4", "5", "6"]}


@given(old=ROWS, new=ROWS, k=st.sampled_from([2, 3]), tree=st.booleans())
def test_centres_are_contained_and_hidden_and_nothing_is_left_out_idly(
    old: list[Any], new: list[Any], k: int, tree: bool
) -> None:
    if len(old) < k:
        return
    given: dict[str, Any] = {"taxonomy": TREE} if tree else {}
    texts = [[list(map(str, row)) for row in rows] for rows in (old, new)]
    release = shoal.anonymize(texts[0], f"k={k}", threads=1, **given)
    rows = shoal.read(texts[1], **given)
    kind = KINDS["baskets"]
    made = kind.apply(None, release.data, rows, parse_model(f"k={k}"), {})
    published = kind.publish(made.data, made.found)
    assert len(published) + made.left_out == len(new)
    inside = [{*row} for row in made.data.rows_with_nodes]
    assert all(
        {*map(str, one)} <= {*map(str, whole)} for one, whole in zip(published, inside, strict=True)
    )
    sizes = Counter(tuple(map(str, row)) for row in published)
    centres = {tuple(map(str, row)) for row in release.data}
    assert {*sizes} <= centres
    assert all(size >= k for size in sizes.values())
    assert shoal.verify(
        [*release.data, *published] if len(published) else release.data, f"k={k}"
    ).ok
    kept = Counter(map(tuple, made.data))
    left = Counter(map(tuple, rows)) - kept
    assert left.total() == made.left_out
    above = dict(zip(map(tuple, rows), map(frozenset, rows.rows_with_nodes), strict=True))
    for centre in centres:
        fits = sum(n for row, n in left.items() if {*centre} <= {*map(str, above[row])})
        assert fits == 0 if centre in sizes else fits < k


def test_the_longest_centre_that_has_enough_is_taken() -> None:
    old = [[1, 2, 3], [1, 2, 3], [1, 2], [1, 2], [9], [9]]
    release = shoal.anonymize(old, "k=2", threads=1)
    kind = KINDS["baskets"]
    new = shoal.read([[1, 2, 3, 4], [1, 2, 3], [1, 2, 5], [9], [1, 2, 6], [7]])
    made = kind.apply(None, release.data, new, parse_model("k=2"), {})
    published = kind.publish(made.data, made.found)
    assert sorted(published) == [[1, 2], [1, 2], [1, 2, 3], [1, 2, 3]]
    assert made.left_out == 2
    # One row alone is not enough for the longest: it goes where others are.
    new = shoal.read([[1, 2, 3, 4], [1, 2, 5], [1, 2, 6]])
    made = kind.apply(None, release.data, new, parse_model("k=2"), {})
    assert [*kind.publish(made.data, made.found)] == [[1, 2]] * 3


@pytest.mark.parametrize("model", ["km=2,2"])
def test_other_models_are_refused(model: str) -> None:
    rows = shoal.read([[1], [1]])
    with pytest.raises(ParameterError, match="anonymize the new file by itself"):
        KINDS["baskets"].apply(None, rows, rows, parse_model(model), {})
