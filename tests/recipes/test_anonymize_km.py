"""k^m-anonymity through the door: from data and files, judged, priced and written."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import (
    InfeasibleError,
    InternalError,
    LimitReached,
    ParameterError,
    SchemaError,
    VerificationError,
)
from shoal.recipes import anonymize_km as module
from shoal.recipes.publish import publish

DRINKS = {"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]}
TREE = shoal.Hierarchy.of(DRINKS)
ROWS = [["tea", "rum"], ["cocoa", "rum"], ["tea"], ["tea", "gin"], [], ["tea", "rum"]]
FILE = "tea;hot;*\ncocoa;hot;*\nrum;cold;*\ngin;cold;*\n"

items = st.sampled_from(sorted(TREE.values))
baskets = st.lists(st.sets(items).map(sorted), min_size=2, max_size=20)


@settings(max_examples=150)
@given(baskets, st.data())
def test_every_promise_holds(rows, data):
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


def test_the_document():
    document = shoal.anonymize(ROWS, "km=2,2", taxonomy=TREE).to_dict()
    assert (document["schema"], document["model"]) == ("shoal.anonymize/1", "km=2,2")
    assert (document["method"], document["k"], document["rows"]) == ("km-apriori", 2, 6)
    assert document["certificate"] is None
    assert document["verdict"]["ok"] is True
    assert document["verdict"]["combinations"] == [2, 1]
    assert json.dumps(document, allow_nan=False)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"taxonomy": None}, "method km-apriori generalizes items by a taxonomy: give one"),
        ({"budget": 5}, "budget is for k-anonymity, and the model is km=2,2"),
        ({"exact": True}, "exact is for k-anonymity"),
        ({"certificate": "tight"}, "there is no certificate for km=2,2"),
        ({"certificate": "best"}, "unknown certificate 'best'"),
        ({"method": "sweep"}, "method sweep does not keep km=2,2; allowed: auto, km-apriori"),
        ({"method": "rbat"}, "method rbat does not keep km=2,2"),
        ({"suppression_limit": 0.1}, "suppression_limit is for tables"),
        ({"sensitive": "rum"}, "sensitive is for rules, and the model is km=2,2"),
        ({"threads": 0}, "from 1 to 1,024"),
        ({"time_limit": -1}, "positive"),
        ({"progress": 3}, "progress must be a function"),
    ],
    ids=str,
)
def test_options_are_checked(options, why):
    with pytest.raises(ParameterError, match=why) as caught:
        shoal.anonymize(ROWS, "km=2,2", **({"taxonomy": TREE} | options))
    assert "\n" not in str(caught.value)


def test_requests_that_cannot_be_met():
    with pytest.raises(InfeasibleError, match="the largest possible k is 6"):
        shoal.anonymize(ROWS, "km=7,2", taxonomy=TREE)
    with pytest.raises(SchemaError, match="1 item is missing from the taxonomy: 'beer'"):
        shoal.anonymize([["beer"], ["tea"]], "km=2,2", taxonomy=TREE)
    with pytest.raises(LimitReached, match="may use 1 MiB"):
        shoal.anonymize(ROWS, "km=2,2", taxonomy=TREE, memory_limit=2**20)


def test_extremes():
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


def test_what_keeps_no_promise_is_not_returned(monkeypatch):
    monkeypatch.setattr(module, "publish", lambda data, *others: data)
    with pytest.raises(VerificationError, match="combinations are too rare, so nothing is"):
        shoal.anonymize(ROWS, "km=2,2", taxonomy=TREE)
    other = shoal.Baskets.of([["hot", "cold"]] * len(ROWS))
    monkeypatch.setattr(module, "publish", lambda *given: other)
    with pytest.raises(InternalError, match="an item that its row does not have"):
        shoal.anonymize(ROWS, "km=2,2", taxonomy=TREE)


def test_a_time_limit_is_said():
    rows = [[n % 7, 7 + n % 5, 12 + n % 3] for n in range(200)]
    tree = shoal.Hierarchy.flat([str(n) for n in range(15)])
    release = shoal.anonymize(rows, "km=8,3", taxonomy=tree, time_limit=1e-9)
    assert release.verdict.ok
    assert any("not repeatable" in warning for warning in release.warnings)
    assert shoal.anonymize(rows, "km=8,3", taxonomy=tree, time_limit=60).warnings == ()


def test_progress_and_order():
    calls = []
    release = shoal.anonymize(
        ROWS, "km=2,2", taxonomy=TREE, keep_order=True, progress=lambda *given: calls.append(given)
    )
    assert calls[-1][0] == calls[-1][1] > 0
    assert release.data.row(4) == []
    (warning,) = release.warnings
    assert "keeps the input's order" in warning


def test_from_file_to_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shoal.write(shoal.Baskets.of(ROWS), "b.dat")
    (tmp_path / "items.csv").write_text(FILE)
    made = publish("b.dat", "r.dat", "km=2,2", taxonomy="items.csv")
    assert made.mapping_file is None
    assert shoal.read("r.dat") == made.release.data
    assert shoal.verify("r.dat", "km=2,2").ok
    assert made.release.data == shoal.anonymize(ROWS, "km=2,2", taxonomy=TREE).data
    run = json.loads(made.run_file.read_text())
    assert [file["path"] for file in run["other_inputs"]] == ["items.csv"]
    again = publish("b.dat", "again.csv", **run["recipe"])
    assert again.release.data == made.release.data
    made.release.write("w.parquet")
    assert shoal.read("w.parquet") == made.release.data
    names = sorted(path.name for path in tmp_path.iterdir())
    monkeypatch.setattr(module, "publish", lambda data, *others: data)
    with pytest.raises(VerificationError):
        publish("b.dat", "never.dat", "km=2,2", taxonomy="items.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == names
