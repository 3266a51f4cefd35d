"""What every run keeps, whatever the kind of data, the model and the method."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from threading import Event

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import (
    Cancelled,
    InfeasibleError,
    InternalError,
    LimitReached,
    VerificationError,
)
from shoal.methods import KmApriori, Sweep
from shoal.methods.grouping import Grouping
from shoal.methods.rbat import RBAT

from ..conftest import LONG
from .cases import rows_of

TREE = shoal.Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]})
ROWS = [["tea", "rum"], ["cocoa", "rum"], ["tea"], ["tea", "gin"], [], ["tea", "rum"]]

few_items = st.lists(st.sets(st.integers(0, 6)).map(sorted), min_size=2, max_size=24)
drinks = st.lists(
    st.sets(st.sampled_from(sorted(TREE.values))).map(sorted), min_size=2, max_size=20
)


def codes(release):
    return [getattr(warning, "code", "") for warning in release.warnings]


# The models, from their definitions.


@given(few_items, st.data())
def test_k_anonymity(rows, data):
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


@settings(max_examples=1500 if LONG else 70)
@given(drinks, st.data())
def test_km_anonymity(rows, data):
    k, m = data.draw(st.integers(2, len(rows))), data.draw(st.integers(1, 4))
    release = shoal.anonymize(rows, shoal.KmAnonymity(k, m), taxonomy=TREE, keep_order=True)
    published = list(release.data)
    for row, made in zip(rows, published, strict=True):
        above = {node for item in row for node in TREE.path(TREE.node_of(item))}
        assert {*made} <= above
    counts = Counter(c for row in published for n in range(1, m + 1) for c in combinations(row, n))
    assert min(counts.values(), default=k) >= k
    assert release.verdict.ok
    assert release.verdict.least_support == min(counts.values(), default=None)
    shuffled = shoal.anonymize(rows, f"km={k},{m}", taxonomy=TREE, threads=2)
    assert list(shuffled.data) == sorted(published)
    assert shuffled.loss == release.loss


def test_extremes_of_km():
    equal = [["rum", "tea"]] * 4
    assert list(shoal.anonymize(equal, "km=4,16", taxonomy=TREE).data) == equal
    empty = shoal.anonymize([[], [], []], "km=2,2", taxonomy=TREE)
    assert list(empty.data) == [[], [], []]
    assert empty.verdict.least_support is None
    one = shoal.anonymize([["rum"], [], []], "km=2,1", taxonomy=TREE)
    assert list(one.data) == [[], [], []]
    many = [str(number) for number in range(100_000)]
    wide = shoal.anonymize([many, many[:2], []], "km=2,2", taxonomy=shoal.Hierarchy.flat(many))
    assert wide.verdict.ok
    assert wide.data.size == 4


# Every kind.


def test_the_order_tells_nothing_unless_it_is_kept(case):
    release, kept = case.anonymize(), case.anonymize(keep_order=True)
    assert rows_of(release) == sorted(rows_of(release)) == sorted(rows_of(kept))
    assert release.loss == kept.loss
    assert "order-kept" not in codes(release)
    assert codes(kept) == [*codes(release), "order-kept"]
    assert (release.provenance.keeps_order, kept.provenance.keeps_order) == (False, True)


def test_any_number_of_threads_gives_the_same(case):
    releases = [case.anonymize(threads=threads) for threads in (1, 2, 5)]
    for release in releases:
        assert rows_of(release) == rows_of(releases[0])
        assert (release.loss, release.utility) == (releases[0].loss, releases[0].utility)
        assert release.facts == releases[0].facts
        assert release.repeatable
    assert [release.provenance.threads for release in releases] == [1, 2, 5]


def test_many_rows_on_any_number_of_threads():
    rows = [sorted({n % 7, n % 5 + 10, n % 3 + 20}) for n in range(500)]
    one, two = (shoal.anonymize(rows, "k=5", threads=threads) for threads in (1, 2))
    assert one.data == two.data


def test_the_document_is_json_and_names_no_value(case):
    release = case.anonymize()
    document = json.loads(json.dumps(release.to_dict(), allow_nan=False))
    assert document["schema"] == "shoal.anonymize/1"
    assert (document["kind"], document["method"]) == (release.kind.name, release.method)
    assert (document["model"], document["k"]) == (case.model, release.model.k)
    assert document["rows"] == len(release.data) == release.verdict.rows
    assert document["verdict"]["ok"] is True
    assert document["loss"] == release.loss.to_dict()
    assert document["warning_codes"] == codes(release)
    assert (document["certificate"] is None) == (release.certificate is None)
    assert "seed" not in json.dumps(document)
    for value in ("tea", "rum", '"a"', "flu", "31-33"):
        assert value not in json.dumps(document)


def test_the_summary_and_the_notebook_show_the_verdict(case):
    release = case.anonymize()
    assert release.summary()["verdict"].startswith(f"{case.model} holds; ")
    assert "<th>verdict</th>" in release._repr_html_()


def test_progress_ends_with_all_that_there_is(case):
    calls, phases = [], []

    class Watch:
        def begin(self, phase):
            phases.append(phase.name)

        def __call__(self, *figures):
            calls.append(figures)

    case.anonymize(progress=Watch())
    assert phases
    assert all(0 <= done <= total and found >= 0 for done, total, found in calls)
    assert calls[-1][1] > 0
    if not case.is_table:  # whose sweep counts blocks of rows, and there is one
        assert calls[-1][0] == calls[-1][1]


def test_whatever_progress_raises_ends_the_run(case):
    def progress(*figures):
        raise RuntimeError("the window was closed")

    with pytest.raises(RuntimeError, match="the window was closed"):
        case.anonymize(progress=progress)


def test_a_run_that_is_cancelled_from_the_start(case):
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        case.anonymize(cancel=cancel)
    cancel.clear()
    assert case.anonymize(cancel=cancel).verdict.ok


def test_a_limit_on_memory(case):
    with pytest.raises(LimitReached, match="may use 1 MiB"):
        case.anonymize(memory_limit=2**20)
    memory = case.anonymize(memory_limit="2G").memory
    assert memory.limit == 2**31
    assert 2**20 < memory.estimate < 2**29
    assert memory.peak > 2**20
    assert case.anonymize().memory.limit > 2**20


def test_k_above_the_number_of_rows(case):
    rows = len(case.anonymize().data)
    model = re.sub(r"(km?)=\d", rf"\1={rows + 1}", case.model)
    with pytest.raises(InfeasibleError, match=f"the largest possible k is {rows}$") as caught:
        case.anonymize(model=model)
    assert caught.value.parameter == "model"


@pytest.mark.parametrize("rows", [[], [[1]]])
def test_too_few_rows_for_any_k(rows):
    with pytest.raises(InfeasibleError, match=f"nothing can be published of {len(rows)} row") as e:
        shoal.anonymize(rows, "k=2")
    assert e.value.parameter == "input"
    assert shoal.anonymize([[1], [2], [1, 2]], "k=3").groups == 1


# Time.

MANY = {
    "km": (
        [[n % 7, 7 + n % 5, 12 + n % 3] for n in range(20_000)],
        "km=8,3",
        {"taxonomy": shoal.Hierarchy.flat([str(n) for n in range(15)])},
    ),
    "baskets": ([[n % 7, 7 + n % 5, 12 + n % 3] for n in range(20_000)], "k=300", {}),
}


@pytest.mark.parametrize("name", MANY)
def test_a_release_that_a_time_limit_cut_short_says_so(name):
    rows, model, options = MANY[name]
    release = shoal.anonymize(rows, model, time_limit=1e-6, **options)
    assert release.verdict.ok
    assert not release.repeatable
    assert "not-repeatable" in codes(release)
    assert "not-listed" not in codes(release)
    assert "not-repeatable" in release.to_dict()["warning_codes"]


def test_a_time_limit_without_time_to_search_writes_nothing():
    people = {"age": [n * n % 997 for n in range(100_000)], "zip": [n % 89 for n in range(100_000)]}
    with pytest.raises(LimitReached, match=r"left no time to search.*: try time_limit 1$"):
        shoal.anonymize(people, "k=3", qi=["age", "zip"], time_limit=1e-6)


def test_a_time_limit_that_is_not_reached_changes_nothing(case):
    limited, free = case.anonymize(time_limit=600), case.anonymize()
    assert rows_of(limited) == rows_of(free)
    assert limited.repeatable
    assert limited.warnings == free.warnings


def test_rules_stay_protected_when_the_time_is_up():
    baskets = shoal.datasets.clicks(3000, seed=1)
    names = baskets.vocabulary.strings
    model = shoal.PSRules(shoal.random_rules(baskets, names[:9], 40, seed=3), k=4, c=0.9)
    release = shoal.anonymize(baskets, model, time_limit=1e-6)
    assert release.verdict.ok
    assert not release.repeatable
    assert "not-repeatable" in codes(release)


# A method that errs is found out.


def grouped(group_of_row, centres):
    """Return a method's run that finds these groups whatever the data."""
    offsets = np.cumsum([0, *map(len, centres)])
    grouping = Grouping(
        group_of_row=np.array(group_of_row, dtype=np.int32),
        centre_items=np.array([item for centre in centres for item in centre], dtype=np.int32),
        centre_offsets=offsets.astype(np.int64),
        proved=np.ones(len(centres), dtype=bool),
        nodes=0,
        repeatable=True,
    )
    return lambda *given: grouping


def test_a_release_that_fails_its_own_verdict_is_not_returned(monkeypatch):
    monkeypatch.setattr(Sweep, "run", grouped([0, 0, 1], [[0], [1]]))
    with pytest.raises(VerificationError, match="1 row is in too small a group"):
        shoal.anonymize([["a"], ["a"], ["b"]], "k=2", certificate="none")


def test_a_release_that_adds_an_item_is_not_returned(monkeypatch):
    monkeypatch.setattr(Sweep, "run", grouped([0, 0, 0], [[0]]))
    with pytest.raises(InternalError, match="an item that its row does not have"):
        shoal.anonymize([["a"], ["a"], ["b"]], "k=2", certificate="none")


class Recoded:
    """What a method for km might have found."""

    def __init__(self, found, published):
        self._found, self._published = found, published

    def publish(self, data):
        return self._published

    def __getattr__(self, name):
        return getattr(self._found, name)


@pytest.mark.parametrize(
    ("published", "error", "why"),
    [
        (ROWS, VerificationError, "combinations are too rare, so nothing is"),
        ([["hot", "cold"]] * len(ROWS), InternalError, "an item that its row does not have"),
    ],
    ids=["unchanged", "added"],
)
def test_a_wrong_recoding_is_not_returned(monkeypatch, published, error, why):
    real = KmApriori.run
    other = shoal.Baskets.of(published)
    monkeypatch.setattr(KmApriori, "run", lambda *given: Recoded(real(*given), other))
    with pytest.raises(error, match=why):
        shoal.anonymize(ROWS, "km=2,2", taxonomy=TREE)


@pytest.mark.parametrize(
    ("sets", "error", "why"),
    [
        ([[item] for item in "abcdef"], VerificationError, "1 rule is unprotected, so nothing is"),
        (["abcdef", "gh"], shoal.errors.ParameterError, "sensitive items are published intact"),
    ],
    ids=["intact", "hidden"],
)
def test_a_wrong_mapping_is_not_returned(monkeypatch, sets, error, why):
    real = RBAT.run
    mapping = shoal.ItemMapping.of_sets(sets)
    monkeypatch.setattr(RBAT, "run", lambda *given: replace(real(*given), mapping=mapping))
    rows = [list(row) for row in ("bcegh", "acdij", "afl", "begh", "dfl")]
    model = shoal.PSRules(shoal.Rules.of([("ac", "h")]), k=3, c=0.6)
    with pytest.raises(error, match=why):
        shoal.anonymize(rows, model, sensitive=["[g-l]"])


def test_a_cell_that_does_not_cover_its_value_is_not_returned(monkeypatch):
    from shoal.methods.table_grouping import TableGrouping

    real = TableGrouping.publish
    monkeypatch.setattr(
        TableGrouping,
        "publish",
        lambda *given: real(*given).with_columns(age=pl.lit("31-32")),
    )
    with pytest.raises(InternalError, match="a cell that does not cover its value"):
        shoal.anonymize({"age": [31, 32, 35]}, "k=3", qi=["age"])


# What is read.


def test_frames_are_read():
    frame = pl.DataFrame({"items": [["a", "b"], ["a"], ["a"]]})
    assert list(shoal.anonymize(frame, shoal.KAnonymity(3)).data) == [["a"]] * 3


def test_one_list_column_among_several():
    frame = pl.DataFrame({"a": [[1], [1]], "b": [[2, 3], [2]]})
    release = shoal.anonymize(frame, "k=2", column="b")
    assert list(release.data) == [[2], [2]]
    assert release.data.column == "b"
    with pytest.raises(shoal.errors.ParameterError, match="column is for list columns"):
        shoal.anonymize([[1], [1]], "k=2", column="b")


@pytest.mark.parametrize("model", ["k=2", "km=2,1", "rules"])
def test_columns_left_out_are_named(model):
    frame = pl.DataFrame({"day": [1, 2, 3, 4], "items": [["tea", "flu"], ["tea"]] * 2})
    options = {"taxonomy": {"all": ["tea", "flu"]}} if model == "km=2,1" else {}
    rules = shoal.PSRules(shoal.Rules.of([(["tea"], ["flu"])]), k=2, c=0.9)
    release = shoal.anonymize(frame, rules if model == "rules" else model, **options)
    left_out = [said for said in release.warnings if said.code == "columns-left-out"]
    assert left_out == ["columns left out of the release: day"]


def test_warnings_about_the_input_come_first():
    baskets = shoal.Baskets.of([["a", "a"], ["a"]])
    release = shoal.anonymize(baskets, "k=2", keep_order=True)
    assert len(release.warnings) == 2
    assert release.warnings[0] == "1 repeated item within rows was merged"
    assert codes(release)[1] == "order-kept"
    assert shoal.anonymize([["a"], ["a"]], "k=2").warnings == ()


def test_a_release_of_nothing_says_so():
    assert codes(shoal.anonymize([["a"], ["b"]], "k=2")) == ["all-suppressed"]


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (shoal.Baskets.of([["a", "a"], ["a"]]), {}),
        ({"sex": ["f"] * 4, "age": [1, 2, 3, 4]}, {"qi": ["sex", "age"]}),
    ],
    ids=["repeated", "one value"],
)
def test_every_warning_has_a_code(data, options):
    said = codes(shoal.anonymize(data, "k=2", **options))
    assert said
    assert all(said)


# Several models.


@pytest.mark.parametrize("models", ["k=2/3/4", ["k=4", shoal.KAnonymity(2), "k=3", "k=2"]])
def test_of_several_models_the_strictest_is_published(models):
    several, one = shoal.anonymize(ROWS, models), shoal.anonymize(ROWS, "k=4")
    assert several.data == one.data
    assert several.model == shoal.KAnonymity(4)
    assert [point.k for point in several.curve] == [2, 3, 4]
    losses = [point.loss for point in several.curve]
    assert losses == sorted(losses)
    assert one.curve == ()
    assert [point["k"] for point in several.to_dict()["curve"]] == [2, 3, 4]


def test_a_curve_of_each_kind(case):
    models = {
        "k=2": "k=2/3",
        "k=3": ["k=2", "k=3"],
        "km=2,2": ["km=2,1", "km=2,2"],
        "rules=rules.txt,k=3,c=0.6": "rules=rules.txt,k=2/3,c=0.6",
    }[case.model]
    release = case.anonymize(model=models)
    assert len(release.curve) == 2
    assert release.verdict.ok
    for point in release.curve:
        assert 0 <= point.loss <= 1
        assert point.bound is None or point.bound <= point.loss
        assert (point.c is None) == (point.log2_loss is None) == (not case.companions)


def test_a_release_remembers_the_recipe_that_repeats_it(case):
    release = case.anonymize()
    assert release.provenance.recipe.get("data", {}) == case.data
    assert release.provenance.recipe["model"] == case.model
    assert release.provenance.version == shoal.__version__
