"""A table in, a release out."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import InfeasibleError, LimitReached, ParameterError
from shoal.methods import table_sweep
from shoal.recipes.anonymize_table import anonymize_table
from shoal.recipes.table_methods import TABLE_METHODS
from shoal.wording import speaking_of

PLACES = {"north": {"far": ["a", "b"], "near": ["c"]}, "south": ["d", "e"]}


def people(rows: int = 60, **roles: Any) -> shoal.Table:
    draw = np.random.default_rng(0)
    frame = pl.DataFrame(
        {
            "place": draw.choice(list("abcde"), rows),
            "ill": draw.choice(["flu", "cold"], rows),
            "age": draw.integers(20, 80, rows),
            "note": [f"n{row}" for row in range(rows)],
        }
    )
    told = {"qi": {"age": None, "place": PLACES}, "sensitive": ["ill"], **roles}
    return shoal.Table.of(frame, **told)


@pytest.mark.parametrize("method", [*TABLE_METHODS, "auto"])
def test_every_method_publishes_columns_with_a_role_in_their_order(method):
    release = anonymize_table(people(rows=12), "k=3", method=method)
    assert release.data.columns == ["place", "ill", "age"]
    assert release.dropped == ("note",)
    assert release.verdict.ok
    assert release.verdict.k_min >= 3
    assert release.method == ("sweep" if method == "auto" else method)
    assert any("left out of the release: note" in said for said in release.warnings)
    assert release.loss == shoal.measure(people(rows=12), release.data, k=3)


def test_rows_are_sorted_unless_the_order_is_kept():
    table = people()
    release = shoal.anonymize(table, "k=5")
    assert release.data.equals(release.data.sort(*release.data.columns))
    assert not any("order" in said for said in release.warnings)
    kept = shoal.anonymize(table, "k=5", keep_order=True)
    assert any("keeps the input's order" in said for said in kept.warnings)
    assert shoal.loss.covers(table, kept.data)
    assert kept.data["ill"].equals(table.others["ill"])
    assert kept.data.sort(*kept.data.columns).equals(release.data)


@pytest.mark.parametrize("certificate", ["quick", "tight"])
@pytest.mark.parametrize("recoding", ["auto", "hierarchy", "set"])
def test_threads_and_order_of_input_do_not_matter(certificate, recoding):
    one, two, again = (
        anonymize_table(people(recoding=recoding), "k=4", threads=threads, certificate=certificate)
        for threads in (1, 2, 2)
    )
    assert one.data.equals(two.data)
    assert two.data.equals(again.data)
    assert one.repeatable
    if recoding == "hierarchy":
        assert one.certificate.to_dict() == two.certificate.to_dict()
        assert one.certificate.bound <= one.loss.lm
        assert one.certificate.kind == certificate
    else:
        assert one.certificate is None


def test_ranges_and_sets_have_no_certificate_and_say_so_when_asked_for_a_tight_one():
    release = anonymize_table(people(), "k=4", certificate="tight")
    (said,) = (said for said in release.warnings if "no certificate for columns" in said)
    assert "recoding={" in said
    with speaking_of("flags"):
        flags = anonymize_table(people(), "k=4", certificate="tight").warnings
    columns = [c.name for c in people().quasi_identifiers if c.recoding != "hierarchy"]
    cure = "--recoding " + ",".join(f"{name}=hierarchy" for name in columns)
    assert any(cure in said for said in flags)
    assert release.to_dict()["certificate"] is None
    none = anonymize_table(people(recoding="hierarchy"), "k=4", certificate="none")
    assert none.certificate is None


def test_highest_levels_are_kept_and_what_lies_above_tells_nothing():
    table = people(rows=40, recoding="hierarchy", max_level={"place": 1})
    release = anonymize_table(table, "k=12", keep_order=True)
    allowed = {"a", "b", "c", "d", "e", "far", "near", "south", "*"}
    assert {*release.data["place"]} <= allowed
    hidden = release.data.filter(pl.col("place") == "*")
    assert {*hidden["age"]} <= {"*"}
    assert release.loss.suppressed_rows == len(hidden) > 0


def test_the_suppression_limit():
    table = people(rows=40, recoding="hierarchy", max_level={"place": 0, "age": 0})
    free = anonymize_table(table, "k=8")
    assert free.loss.suppressed_rows == 40
    assert anonymize_table(table, "k=8", suppression_limit=1.0).verdict.ok
    with pytest.raises(InfeasibleError, match=r"100.00% of the rows would be suppressed, above"):
        anonymize_table(table, "k=8", suppression_limit=0.5)
    for limit in (-0.1, 1.5, float("nan")):
        with pytest.raises(ParameterError, match="a share from 0 to 1"):
            anonymize_table(table, "k=8", suppression_limit=limit)


def test_k_counts_persons():
    draw = random.Random(0)
    who = [f"p{draw.randint(0, 9)}" for _ in range(50)]
    frame = {"who": who, "age": [draw.randint(20, 40) for _ in who]}
    table = shoal.Table.of(frame, ["age"], person="who")
    release = anonymize_table(table, "k=5", keep_order=True)
    assert release.data.columns == ["age"]
    assert release.verdict.persons == 10
    groups = pl.DataFrame({"age": release.data["age"], "who": who}).group_by("age")
    assert groups.agg(pl.col("who").n_unique())["who"].min() >= 5
    persons = len({*who})
    with pytest.raises(InfeasibleError, match=f"the largest possible k is {persons}"):
        anonymize_table(table, f"k={persons + 1}")


def test_k_above_the_rows():
    with pytest.raises(InfeasibleError, match="the largest possible k is 6"):
        anonymize_table(people(rows=6), "k=7")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "patternka"}, "allowed: auto, sweep, gen-cover-cf"),
        ({"method": "exact"}, "the exact method takes at most 16"),
        ({"certificate": "loose"}, "quick"),
        ({"threads": 0}, "threads"),
        ({"time_limit": -1}, "positive"),
        ({"memory_limit": "lots"}, "such as"),
        ({"budget": 5}, "budget"),
    ],
)
def test_wrong_options(options, words):
    with pytest.raises(ParameterError, match=words):
        shoal.anonymize(people(), "k=3", **options)


def test_a_time_limit_gives_a_release_that_says_so():
    release = anonymize_table(people(rows=100_000), "k=3", time_limit=1e-6)
    assert release.verdict.ok
    assert not release.repeatable
    assert any("not repeatable" in said for said in release.warnings)
    assert not any("too many" in said for said in release.warnings)


def test_a_small_memory_limit():
    with pytest.raises(LimitReached, match="memory"):
        anonymize_table(people(), "k=3", memory_limit="100M")
    release = anonymize_table(people(), "k=3", memory_limit="200M")
    assert release.memory.estimate <= release.memory.limit


def test_patterns_that_are_too_many_to_look_at_are_told(monkeypatch):
    monkeypatch.setattr(table_sweep, "MOST_VISITED", 0)
    release = anonymize_table(people(), "k=3")
    assert release.verdict.ok
    assert release.notes == (table_sweep.NOT_LISTED,)
    assert table_sweep.NOT_LISTED in release.warnings


def test_awkward_numbers_and_words_come_out_as_they_went_in():
    frame = {
        "age": [" 39", "39", "40 ", "1e2", "-5", ".5"],
        "job": [" clerk", "clerk", "{x", 'a"b', "b, c", "?"],
    }
    table = shoal.Table.of(frame, ["age", "job"])
    release = anonymize_table(table, "k=3", keep_order=True)
    assert shoal.loss.covers(table, release.data)
    assert release.verdict.k_min >= 3


def test_one_value_and_missing_values():
    frame = {"sex": ["f"] * 4, "age": ["?", "", None, "7"], "zip": [1, 2, 1, 2]}
    release = anonymize_table(shoal.Table.of(frame, ["sex", "age", "zip"]), "k=2")
    assert {*release.data["sex"]} == {"f"}
    assert {*release.data["age"]} <= {"?", "*"}
    assert any("one value only" in said for said in release.warnings)


def test_long_cells_of_many_values_take_little_memory():
    values = [f"value {number:05}" for number in range(4000)]
    table = shoal.Table.of({"x": values, "y": [n // 10 for n in range(4000)]}, ["x", "y"])
    release = anonymize_table(table, "k=10", method="mondrian")
    assert release.verdict.k_min >= 10


def test_columns_that_are_kept_may_hold_anything():
    frame = pl.DataFrame(
        {"age": [1, 2, 1, 2], "seen": [[1], [2, 3], None, []], "when": [None, 1.5, 2.5, 1.5]}
    )
    table = shoal.Table.of(frame, ["age"], keep=["seen", "when"])
    release = anonymize_table(table, "k=2")
    assert release.data.schema["seen"] == pl.List(pl.Int64)
    assert release.data["age"].to_list() == ["1", "1", "2", "2"]


def test_a_column_without_a_name_is_seen_among_those_left_out():
    frame = {"age": [31, 32], "": ["x", "y"], "joined": ["a", "b"]}
    (said,) = anonymize_table(shoal.Table.of(frame, ["age"]), "k=2").warnings
    assert said == "columns left out of the release: '', joined"
