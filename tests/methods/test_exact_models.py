"""The exact method under every model: no method publishes tiny tables at a lower loss."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import InfeasibleError
from shoal.methods import METHODS, methods_for
from shoal.privacy import MODELS, parse_model

#: What is asked for, by the names of models: all variants, and several at once.
ASKED = {
    "k": ("k=2", "k=3"),
    "l": ("l=2", "l=entropy:1.7", "l=recursive:2:2"),
    "t": ("t=0.3", "t=ordered:0.2", "t=hierarchical:0.3"),
    "alpha": ("alpha=0.6,k=2",),
    "delta": ("delta=1", "delta=strict:1.5"),
    "beta": ("beta=1", "beta=enhanced:1"),
    "several": ("k=3,l=2,t=0.4", "k=2,l=2,delta=1", "t=0.4,beta=1"),
}
MODELS_ASKED = [text for texts in ASKED.values() for text in texts]
TREE = {"low": ["1", "2"], "high": ["3", "4"]}
PLACES = {"north": {"a": ["a1", "a2"], "b": ["b1"]}, "south": ["c1", "c2"]}
TABLES = st.lists(
    st.tuples(
        st.integers(20, 26),
        st.sampled_from(["a1", "a2", "b1", "c1", "c2"]),
        st.sampled_from("1123"),
    ),
    min_size=3,
    max_size=12,
)  # fmt: skip

#: Costs are counted in parts of a cell and rounded down, in each column.
ROUNDING = 1e-5


def test_every_model_and_method_is_here() -> None:
    for_tables = {name for name, model in MODELS.items() if model.is_for("table")}
    assert {*ASKED} - {"several"} == for_tables
    several = methods_for("table", parse_model("k=2,l=2"))
    assert {method.name for method in several} == {
        name for kind, name in METHODS if kind == "table"
    }


@pytest.mark.parametrize("model", MODELS_ASKED)
@settings(max_examples=10)
@given(rows=TABLES, recoding=st.sampled_from(["hierarchy", "set"]))
def test_no_method_loses_less(model: str, rows: Any, recoding: str) -> None:
    frame = pl.DataFrame(rows, ["age", "place", "ill"], orient="row")
    table = shoal.Table.of(
        frame,
        ["age", "place"],
        sensitive=["ill"],
        hierarchies={"place": PLACES, "ill": TREE},
        recoding={"age": "range" if recoding == "set" else "auto", "place": recoding},
    )
    try:
        best = shoal.anonymize(table, model, method="exact", certificate="none")
    except InfeasibleError:
        return
    for method in methods_for("table", best.model):
        other = shoal.anonymize(table, model, method=method.name, certificate="none")
        assert other.verdict.ok
        assert best.loss.lm <= other.loss.lm + ROUNDING, method.name
