"""A table in, a release out: levels, suppression, persons, certificates, awkward cells."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import InfeasibleError, LimitReached, ParameterError
from shoal.hierarchies.bands import with_bands
from shoal.methods import METHODS, table_sweep
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
    given = {"qi": {"age": None, "place": PLACES}, "sensitive": ["ill"], **roles}
    return shoal.Table.of(frame, **given)


@pytest.mark.parametrize("method", [*(name for kind, name in METHODS if kind == "table"), "auto"])
def test_every_method_publishes_columns_with_a_role_in_their_order(method):
    release = shoal.anonymize(people(rows=12), "k=3", method=method)
    assert release.data.columns == ("place", "ill", "age")
    assert release.data.dropped == ("note",)
    assert release.verdict.ok
    assert release.verdict.k_min >= 3
    assert release.method == ("sweep" if method == "auto" else method)
    assert "columns left out of the release: note" in release.warnings
    assert release.loss == shoal.measure(people(rows=12), release.data, k=3)
    assert release.facts["quasi_identifiers"] == ["age", "place"]


def test_columns_that_are_not_generalized_stay_with_their_rows():
    table = people()
    kept = shoal.anonymize(table, "k=5", keep_order=True)
    assert shoal.loss.covers(with_bands(table, 5), kept.data.frame)
    assert kept.data.to_polars()["ill"].equals(table.others["ill"])


@pytest.mark.parametrize("certificate", ["quick", "tight"])
@pytest.mark.parametrize("recoding", ["auto", "hierarchy", "set"])
def test_certificates_are_the_same_on_any_number_of_threads(certificate, recoding):
    one, two, again = (
        shoal.anonymize(people(recoding=recoding), "k=4", threads=threads, certificate=certificate)
        for threads in (1, 2, 2)
    )
    assert one.data.rows() == two.data.rows() == again.data.rows()
    assert one.repeatable
    if recoding != "set":
        assert one.certificate.to_dict() == two.certificate.to_dict()
        assert one.certificate.bound <= one.loss.lm
        assert one.certificate.kind == certificate
    else:
        assert one.certificate is None


def test_ranges_and_sets_have_no_certificate_and_say_so_when_asked_for_a_tight_one():
    exact = people(recoding="set")
    release = shoal.anonymize(exact, "k=4", certificate="tight")
    (said,) = (said for said in release.warnings if said.code == "no-certificate")
    assert "recoding='hierarchy'" in said
    with speaking_of("flags"):
        flags = shoal.anonymize(exact, "k=4", certificate="tight").warnings
    assert any("--recoding hierarchy" in said for said in flags)
    assert release.to_dict()["certificate"] is None
    none = shoal.anonymize(people(recoding="hierarchy"), "k=4", certificate="none")
    assert none.certificate is None


def test_highest_levels_are_kept_and_what_lies_above_tells_nothing():
    table = people(rows=40, recoding="hierarchy", max_level={"place": 1})
    release = shoal.anonymize(table, "k=12", keep_order=True)
    frame = release.data.to_polars()
    assert {*frame["place"]} <= {"a", "b", "c", "d", "e", "far", "near", "south", "*"}
    hidden = frame.filter(pl.col("place") == "*")
    assert {*hidden["age"]} <= {"*"}
    assert release.loss.suppressed_rows == len(hidden) > 0


def test_the_suppression_limit():
    table = people(rows=40, recoding="hierarchy", max_level={"place": 0, "age": 0})
    assert shoal.anonymize(table, "k=8").loss.suppressed_rows == 40
    assert shoal.anonymize(table, "k=8", suppression_limit=1.0).verdict.ok
    with pytest.raises(InfeasibleError, match=r"100.00% of the rows would be suppressed") as caught:
        shoal.anonymize(table, "k=8", suppression_limit=0.5)
    assert caught.value.parameter == "suppression_limit"
    for limit in (-0.1, 1.5, float("nan")):
        with pytest.raises(ParameterError) as wrong:
            shoal.anonymize(table, "k=8", suppression_limit=limit)
        assert wrong.value.parameter == "suppression_limit"


def test_k_counts_persons():
    draw = random.Random(0)
    who = [f"p{draw.randint(0, 9)}" for _ in range(50)]
    frame = {"who": who, "age": [draw.randint(20, 40) for _ in who]}
    release = shoal.anonymize(frame, "k=5", qi=["age"], person="who", keep_order=True)
    assert release.data.columns == ("age",)
    assert release.verdict.persons == 10
    groups = release.data.to_polars().with_columns(who=pl.Series(who)).group_by("age")
    assert groups.agg(pl.col("who").n_unique())["who"].min() >= 5
    assert shoal.verify(release.data.to_polars(), "k=5", qi=["age"], person=who) == release.verdict
    persons = len({*who})
    with pytest.raises(InfeasibleError, match=f"the largest possible k is {persons}") as caught:
        shoal.anonymize(frame, f"k={persons + 1}", qi=["age"], person="who")
    assert caught.value.parameter == "model"


def test_a_small_memory_limit():
    with pytest.raises(LimitReached, match="memory"):
        shoal.anonymize(people(), "k=3", memory_limit="100M")
    release = shoal.anonymize(people(), "k=3", memory_limit="200M")
    assert release.memory.estimate <= release.memory.limit


def test_patterns_that_are_too_many_to_look_at_are_mentioned(monkeypatch):
    monkeypatch.setattr(table_sweep, "MOST_VISITED", 0)
    release = shoal.anonymize(people(), "k=3")
    assert release.verdict.ok
    assert release.search["notes"] == [table_sweep.NOT_LISTED]
    assert table_sweep.NOT_LISTED in release.warnings


def test_awkward_numbers_and_words_come_out_as_they_went_in():
    frame = {
        "age": [" 39", "39", "40 ", "1e2", "-5", ".5"],
        "job": [" clerk", "clerk", "{x", 'a"b', "b, c", "?"],
    }
    table = shoal.Table.of(frame, ["age", "job"])
    release = shoal.anonymize(table, "k=3", keep_order=True)
    assert shoal.loss.covers(table, release.data.frame)
    assert release.verdict.k_min >= 3


def test_one_value_and_missing_values():
    frame = {"sex": ["f"] * 4, "age": ["?", "", None, "7"], "zip": [1, 2, 1, 2]}
    release = shoal.anonymize(frame, "k=2", qi=["sex", "age", "zip"])
    published = release.data.to_polars()
    assert {*published["sex"]} == {"f"}
    assert {*published["age"]} <= {"?", "*"}
    assert any("one value only" in said for said in release.warnings)


def test_long_cells_of_many_values_take_little_memory():
    values = [f"value {number:05}" for number in range(4000)]
    frame = {"x": values, "y": [n // 10 for n in range(4000)]}
    release = shoal.anonymize(frame, "k=10", qi=["x", "y"], method="mondrian")
    assert release.verdict.k_min >= 10


def test_columns_that_are_kept_keep_their_type():
    frame = pl.DataFrame({"age": [1, 2, 1, 2], "when": [None, 1.5, 2.5, 1.5]})
    release = shoal.anonymize(frame, "k=2", qi=["age"], keep=["when"])
    published = release.data.to_polars()
    assert published.schema["when"] == pl.Float64
    assert published["age"].to_list() == ["1", "1", "2", "2"]


def test_a_column_without_a_name_is_seen_among_those_left_out():
    frame = {"age": [31, 32], "": ["x", "y"], "joined": ["a", "b"]}
    said, *_ = shoal.anonymize(frame, "k=2", qi=["age"]).warnings
    assert said == "columns left out of the release: '', joined"


def test_a_table_in_memory_has_its_roles_already():
    for options in ({"keep": ["note"]}, {"qi": ["age"]}, {"weights": {"age": 2.0}}):
        with pytest.raises(ParameterError, match="has its roles already") as caught:
            shoal.anonymize(people(), "k=3", **options)
        assert caught.value.parameter in options
