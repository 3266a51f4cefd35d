"""A verdict that is counted in pieces is that of all rows together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.engines.engine import Engine
from shoal.privacy import KAnonymity, KmAnonymity, Model, PublishedBaskets, PublishedColumns
from shoal.privacy.model import judge


class Pieces(Engine):
    """An engine whose data comes in pieces already."""

    name = "pieces"

    def parts(self, data: Sequence[Any]) -> Sequence[Any]:
        return data


rows_of_items = st.lists(st.sets(st.sampled_from("abc")), min_size=1, max_size=30)
places = st.lists(st.integers(0, 30), max_size=3)


def cut(rows: Any, cuts: list[int]) -> list[Any]:
    ends = [0, *sorted(min(place, len(rows)) for place in cuts), len(rows)]
    return [rows[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize("model", [KAnonymity(2), KAnonymity(4), KmAnonymity(2, 2)])
@given(rows=rows_of_items, cuts=places)
def test_baskets(model: Model, rows: list[set[str]], cuts: list[int]) -> None:
    rows = [sorted(row) for row in rows]
    whole = model.check(PublishedBaskets(Baskets.of(rows)))
    pieces = [PublishedBaskets(Baskets.of(piece)) for piece in cut(rows, cuts)]
    assert judge(model, pieces, Pieces()) == whole


@given(
    rows=st.lists(
        st.tuples(st.sampled_from("xy*"), st.sampled_from(["p", None]), st.integers(0, 5)),
        min_size=1,
        max_size=30,
    ),
    cuts=places,
    counts_persons=st.booleans(),
)
def test_tables(rows: list[Any], cuts: list[int], counts_persons: bool) -> None:
    model = KAnonymity(3)

    def view(piece: list[Any]) -> PublishedColumns:
        cells = {"a": [row[0] for row in piece], "b": [row[1] for row in piece]}
        frame = pl.DataFrame(cells, schema={"a": pl.String, "b": pl.String})
        persons = [row[2] for row in piece] if counts_persons else None
        return PublishedColumns(frame, ["a", "b"], persons)

    assert judge(model, [view(piece) for piece in cut(rows, cuts)], Pieces()) == model.check(
        view(rows)
    )
