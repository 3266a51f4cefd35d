"""Rules through the door: protected, intact where sensitive, priced as counting says."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import log2

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.rules import Rules
from shoal.errors import (
    InfeasibleError,
    LimitReached,
    ParameterError,
    VerificationError,
)
from shoal.recipes import anonymize_rules as module
from shoal.utility import Workload

# Table 1 of the paper on MR-RBAT: public items a to f, sensitive ones g to l.
TABLE_1 = [list(codes) for codes in ("bcegh", "acdij", "afl", "begh", "dfl")]
MODEL = shoal.PSRules(Rules.of([("ac", "h")]), k=3, c=0.6)
SENSITIVE = "g,h,i,j,l"


def support(rows, sets):
    """Count the rows that have an item of each of the sets."""
    return sum(all({*row} & set_ for set_ in sets) for row in rows)


def sets_of(mapping):
    """Return the set that each public item is published in."""
    members: dict[str, set[str]] = {}
    for item, name in mapping.by_item.items():
        members.setdefault(name, set()).add(item)
    return {item: frozenset(members[name]) for item, name in mapping.by_item.items()}


def random_baskets(seed):
    """Draw baskets of up to eight public items and up to three sensitive ones; and rules."""
    draw = random.Random(seed)
    public = [f"p{i}" for i in range(draw.randint(1, 8))]
    sensitive = [f"s{i}" for i in range(draw.randint(1, 3))]
    density = draw.uniform(0.1, 0.6)
    rows = [
        [i for i in public if draw.random() < density]
        + [s for s in sensitive if draw.random() < 0.3]
        for _ in range(draw.randint(4, 30))
    ]
    rows[0] = public + sensitive  # so that every item occurs
    rules = [
        (draw.sample(public, draw.randint(1, min(3, len(public)))), [draw.choice(sensitive)])
        for _ in range(draw.randint(1, 6))
    ]
    weights = {i: draw.choice([0, 0.25, 1, 3]) for i in public if draw.random() < 0.4}
    items = public + sensitive
    queries = [draw.sample(items, draw.randint(1, min(3, len(items)))) for _ in range(5)]
    k, c = draw.randint(2, 4), draw.choice([0.5, 2 / 3, 0.9, 1.0])
    options = {"alpha": draw.choice(["full", 1, 4]), "weights": weights}
    return rows, sensitive, shoal.PSRules(Rules.of(rules), k, c), rules, queries, options


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_random_baskets_end_to_end(seed):
    rows, sensitive, model, rules, queries, options = random_baskets(seed)
    options |= {"sensitive": sensitive, "queries": Workload.of(queries), "threads": 1}
    try:
        release = shoal.anonymize(rows, model, keep_order=True, **options)
    except InfeasibleError:
        hopeless = shoal.privacy.ps_rules.at_full_generalization(
            shoal.Baskets.of(rows), model, sensitive
        )
        assert hopeless.impossible or hopeless.cannot_start
        return
    assert release.verdict.ok
    assert release.sensitive == tuple(sensitive)
    by_item, within = release.mapping.by_item, sets_of(release.mapping)
    for row, published in zip(rows, release.data, strict=True):
        assert {*published} == {by_item.get(item, item) for item in row}
        assert {*published} & {*sensitive} == {*row} & {*sensitive}
    for antecedent, consequent in rules:
        known = {within[item] for item in antecedent}
        assert support(rows, known) >= model.k
        joint = support(rows, [*known, *({item} for item in consequent)])
        assert joint / support(rows, known) <= model.c

    weights = options["weights"]
    lost = sum(
        (2 ** len(set_) - 1)
        / (2 ** len(within) - 1)
        * (sum(weights.get(item, 1) for item in set_) / len(set_))
        * support(rows, [set_])
        for set_ in {*within.values()}
    )
    assert release.loss.log2 == (pytest.approx(log2(lost)) if lost else None)
    assert release.loss.sets == len({*within.values()})
    errors = []
    for query in queries:
        true = support(rows, [{item} for item in query])
        estimate = support(rows, {within.get(item, frozenset([item])) for item in query})
        for item in query:
            estimate /= len(within.get(item, [item]))
        errors.append(abs(true - estimate) / max(true, 0.001 * len(rows)))
    assert release.utility.are.errors == pytest.approx(errors)
    assert release.utility.are.are == pytest.approx(np.mean(errors))

    sorted_ = shoal.anonymize(rows, model, **options)
    assert sorted(map(sorted, sorted_.data)) == sorted(map(sorted, release.data))
    assert list(sorted_.data) == sorted(sorted_.data)
    assert (sorted_.loss, sorted_.utility.are) == (release.loss, release.utility.are)


def test_the_worked_example(tmp_path):
    release = shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE)
    assert (release.verdict.ok, release.verdict.least_support) == (True, 3)
    assert release.sensitive == ("g", "h", "i", "j", "l")
    # Only the items of the consequents are sensitive when no others are named.
    alone = shoal.anonymize(TABLE_1, MODEL)
    assert alone.sensitive == ("h",)
    assert len(alone.mapping) == 10


def test_the_same_from_data_from_files_and_from_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shoal.write(shoal.Baskets.of(TABLE_1), "d.dat")
    (tmp_path / "rules.txt").write_text("a c -> h\na c -> h  # again\n")
    (tmp_path / "weights.csv").write_text("item,weight\na,3\n")
    (tmp_path / "queries.txt").write_text("a b\nc h\n")
    (tmp_path / "secret.txt").write_text("g\n[h-l]\n")
    here = shoal.anonymize(
        TABLE_1,
        MODEL,
        sensitive=SENSITIVE,
        weights={"a": 3},
        queries=Workload.of([["a", "b"], ["c", "h"]]),
    )
    files = shoal.anonymize(
        "d.dat",
        "rules=rules.txt,k=3,c=0.6",
        sensitive="@secret.txt",
        weights="weights.csv",
        queries=tmp_path / "queries.txt",
    )
    assert here.data == files.data
    assert here.mapping.by_item == files.mapping.by_item
    assert here.loss == files.loss
    assert here.utility == files.utility
    assert files.to_dict()["rules"] == 1
    assert files.verdict.model == "rules=rules.txt,k=3,c=0.6"


def test_threads_partitions_and_gamma_change_nothing():
    baskets = shoal.datasets.clicks(1500, seed=1)
    names = baskets.vocabulary.strings
    rules = shoal.random_rules(baskets, names[:9], 40, size=2, seed=3)
    model = shoal.PSRules(rules, k=4, c=0.9)
    ways = [{"threads": 1}, {"threads": 2, "gamma": 1}, {"threads": 5, "gamma": 77}]
    one, *others = (shoal.anonymize(baskets, model, sensitive=names[:9], **way) for way in ways)
    for other in others:
        assert other.data == one.data
        assert other.mapping.by_item == one.mapping.by_item
        assert other.tree.to_dict() == one.tree.to_dict()
        assert (other.loss, other.utility) == (one.loss, one.utility)


def test_the_document():
    document = shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE, queries=7).to_dict()
    assert list(document) == [
        "schema",
        "version",
        "method",
        "model",
        "k",
        "c",
        "rules",
        "rows",
        "public_items",
        "sensitive_items",
        "loss",
        "utility",
        "certificate",
        "verdict",
        "search",
        "tree",
        "memory",
        "seconds",
        "warnings",
    ]
    assert document["schema"] == "shoal.anonymize/1"
    assert (document["method"], document["model"]) == ("rbat", "1 rule,k=3,c=0.6")
    assert (document["public_items"], document["sensitive_items"]) == (6, 5)
    assert document["utility"]["are"]["queries"] == 7
    assert document["certificate"] is None
    assert document["search"] == {"rejected_splits": 1, "repeatable": True}
    assert document["loss"]["sets"] == 5
    assert json.dumps(document, allow_nan=False)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"budget": 5}, "budget is for k-anonymity, and the model is 1 rule,k=3,c=0.6"),
        ({"exact": True}, "exact is for k-anonymity"),
        ({"certificate": "tight"}, "there is no certificate for 1 rule,k=3,c=0.6"),
        ({"certificate": "best"}, "unknown certificate 'best'; allowed: none, quick, tight"),
        ({"taxonomy": shoal.Hierarchy.flat(["a"])}, "by sets of items, not by a taxonomy"),
        ({"method": "sweep"}, "method sweep does not keep 1 rule.*; allowed: auto, rbat"),
        ({"method": "magic"}, "unknown method 'magic'; allowed: auto, rbat"),
        ({"suppression_limit": 0.1}, "suppression_limit is for tables"),
        ({"alpha": 0}, "alpha must be from 1 to"),
        ({"alpha": "most"}, "alpha must be a whole number of at least 1, or 'full'"),
        ({"gamma": 0}, "gamma must be from 1 to"),
        ({"gamma": "full"}, "gamma must be from 1 to"),
        ({"queries": 0}, "queries must be from 1 to 10,000,000, not 0"),
        ({"queries": 1.5}, "queries must be from 1 to"),
        ({"query_items": -1}, "query_items must be from 0 to 1,000, not -1"),
        ({"query_items": 7}, "a query of 7 public items is more than there are"),
        ({"queries": Workload.of([["a"]]), "query_items": 2}, "query_items is for random queries"),
        ({"queries": Workload.of([["a"], ["zz"]])}, "query 2: there is no item 'zz'"),
        ({"weights": {"zz": 1}}, "'zz' has a weight and is no public item"),
        ({"weights": {"h": 1}}, "'h' has a weight and is no public item"),
        ({"weights": {"a": -1}}, "the weight of 'a' must be a number from 0 to 1,000,000"),
        ({"weights": {"a": "much"}}, "the weight of 'a' must be a number"),
        ({"weights": {"a": None}}, "the weight of 'a' must be a number"),
        ({"weights": {"a": float("nan")}}, "the weight of 'a' must be a number"),
        ({"sensitive": "a,h"}, "rule 1: item 'a' is sensitive"),
        ({"sensitive": "g"}, "rule 1: item 'h' is public"),
        ({"sensitive": "h,zz"}, "'zz' of the sensitive items is no item of the data"),
        ({"sensitive": []}, "no sensitive items were chosen"),
        ({"sensitive": "*"}, "all 11 items of the data are chosen"),
        ({"sensitive": 7}, "the sensitive items must be a text such as"),
        ({"threads": 0}, "from 1 to 1,024"),
        ({"time_limit": 0}, "positive"),
        ({"seed": -1}, "from 0 to"),
        ({"progress": 3}, "progress must be a function"),
        ({"memory_limit": "much"}, "500M"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_options_are_checked(options, why):
    with pytest.raises(ParameterError, match=why) as caught:
        shoal.anonymize(TABLE_1, MODEL, **({"sensitive": SENSITIVE} | options))
    assert "\n" not in str(caught.value)


FOR_RULES = {
    "sensitive": "h",
    "weights": {"a": 2},
    "alpha": 4,
    "gamma": 4,
    "queries": 10,
    "query_items": 2,
}


@pytest.mark.parametrize("name", FOR_RULES)
def test_options_of_rules_are_for_rules(name):
    given_ = {name: FOR_RULES[name]}
    for model in ("k=2", "km=2,2"):
        with pytest.raises(ParameterError, match=f"^{name} is for rules, and the model is {model}"):
            shoal.anonymize(TABLE_1, model, taxonomy=None, **given_)
    table = shoal.Table.of({"age": [1, 2]}, ["age"])
    with pytest.raises(ParameterError, match=f"^{name} is for baskets with rules, not for a table"):
        shoal.anonymize(table, "k=2", **given_)
    with pytest.raises(ParameterError, match="is for baskets; a table can promise k=10"):
        shoal.anonymize(table, MODEL)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (((), "h"), "rule 1 .*no item left of the arrow"),
        (("a", ()), "rule 1 .*no item right of the arrow"),
        (("a", "a"), "rule 1: item 'a' stands on both sides"),
        (("ah", "h"), "rule 1: item 'h' stands on both sides"),
        (("az", "h"), "rule 1: item 'z' is no item of the data"),
        (("a", "z"), "rule 1: item 'z' is no item of the data"),
    ],
)
def test_rules_that_are_none(rule, why):
    with pytest.raises(ParameterError, match=why):
        shoal.anonymize(TABLE_1, shoal.PSRules(Rules.of([rule]), 2, 0.9))


def test_rules_that_nothing_protects():
    rows = [*TABLE_1, *[["h"]] * 9]
    with pytest.raises(InfeasibleError, match=r"only 5 rows have any public item.*k is 5$"):
        shoal.anonymize(rows, shoal.PSRules(MODEL.rules, 6, 0.6), sensitive=SENSITIVE)
    with pytest.raises(InfeasibleError, match=r"RBAT cannot protect rule 1 \(a c -> h\).*c = 0.4$"):
        shoal.anonymize(TABLE_1, shoal.PSRules(MODEL.rules, 3, 0.3), sensitive=SENSITIVE)
    assert shoal.anonymize(TABLE_1, shoal.PSRules(MODEL.rules, 3, 0.4), sensitive=SENSITIVE)
    many = Rules.of([("a", "h"), ("b", "h"), ("c", "h"), ("d", "h"), ("e", "h")])
    with pytest.raises(InfeasibleError, match=r"rule 3 \(c -> h\) and 2 more"):
        shoal.anonymize(TABLE_1, shoal.PSRules(many, 3, 0.3), sensitive=SENSITIVE)
    with pytest.raises(InfeasibleError, match="the largest possible k is 5"):
        shoal.anonymize(TABLE_1, shoal.PSRules(MODEL.rules, 99, 0.6))
    with pytest.raises(InfeasibleError, match="nothing can be published of 1 row"):
        shoal.anonymize([["a", "c", "h"]], MODEL)


def test_the_allowed_confidence_is_one_that_works():
    rows = [["a", "h"]] * 2 + [["a"]]
    model = shoal.PSRules(Rules.of([("a", "h")]), 2, 0.5)
    with pytest.raises(InfeasibleError) as caught:
        shoal.anonymize(rows, model)
    allowed = float(str(caught.value).rsplit("c = ", 1)[1])
    assert shoal.anonymize(rows, shoal.PSRules(model.rules, 2, allowed)).verdict.ok
    # The bound itself is allowed, and a thousandth below it is not.
    assert shoal.anonymize(rows, shoal.PSRules(model.rules, 2, 2 / 3)).verdict.ok
    with pytest.raises(InfeasibleError):
        shoal.anonymize(rows, shoal.PSRules(model.rules, 2, 2 / 3 - 0.001))


def broken(monkeypatch, **changes):
    """Let the method return something else than it found."""
    real = module.rbat
    monkeypatch.setattr(
        module, "rbat", lambda *given, **options: replace(real(*given, **options), **changes)
    )


def test_a_release_that_fails_its_own_verdict_is_not_returned(monkeypatch):
    intact = shoal.ItemMapping.of_sets([[item] for item in "abcdef"])
    broken(monkeypatch, mapping=intact)
    with pytest.raises(VerificationError, match=r"1 rule is unprotected, so nothing is published"):
        shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE)


def test_a_release_that_hides_a_sensitive_item_is_not_returned(monkeypatch):
    broken(monkeypatch, mapping=shoal.ItemMapping.of_sets(["abcdef", "gh"]))
    with pytest.raises(ParameterError, match="sensitive items are published intact"):
        shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE)


def test_warnings_and_order():
    baskets = shoal.Baskets.of([*TABLE_1[:-1], ["d", "f", "l", "l"]])
    release = shoal.anonymize(baskets, MODEL, sensitive=SENSITIVE, keep_order=True)
    assert release.warnings[0] == "1 repeated item within rows was merged"
    assert "keeps the input's order" in release.warnings[1]
    assert len(release.warnings) == 2
    assert release.data.row(4)[-2:] == ["f", "l"]
    assert shoal.anonymize(TABLE_1, MODEL).warnings == ()


def test_a_time_limit_keeps_the_promise_and_says_so():
    baskets = shoal.datasets.clicks(3000, seed=1)
    names = baskets.vocabulary.strings
    model = shoal.PSRules(shoal.random_rules(baskets, names[:9], 40, seed=3), k=4, c=0.9)
    release = shoal.anonymize(baskets, model, time_limit=1e-6)
    assert release.verdict.ok
    assert not release.repeatable
    assert any("not repeatable" in warning for warning in release.warnings)


def test_memory_progress_and_columns():
    with pytest.raises(LimitReached, match="may use 1 MiB"):
        shoal.anonymize(TABLE_1, MODEL, memory_limit=2**20)
    calls = []
    shoal.anonymize(TABLE_1, MODEL, progress=lambda *figures: calls.append(figures))
    assert calls[-1][0] == calls[-1][1] == 10  # public items settled, and in all
    frame = pl.DataFrame({"id": range(5), "cart": TABLE_1})
    release = shoal.anonymize(frame, MODEL, sensitive=SENSITIVE, column="cart")
    assert list(release.data) == list(shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE).data)
    assert release.data.column == "cart"
    for keep_order in (False, True):
        assert shoal.anonymize(frame, MODEL, keep_order=keep_order).verdict.ok


def test_whole_numbers_as_items():
    rows = [[1, 2, 90], [1, 3], [2, 3, 91], [1, 2], [90]]
    model = shoal.PSRules(Rules.of([([1, 2], [90])]), 3, 0.7)
    text = shoal.PSRules(Rules.of([(["1", "2"], ["90"])]), 3, 0.7)
    one, other = shoal.anonymize(rows, model), shoal.anonymize(rows, text, sensitive=[90])
    assert one.data == other.data
    assert one.verdict.ok
    assert one.sensitive == ("90",)
    # Where nothing is generalized, numbers stay numbers.
    free = shoal.anonymize(rows, shoal.PSRules(Rules.of([([1], [90])]), 2, 1))
    assert list(free.data) == sorted(rows)


def test_extremes():
    one_public = [["a", "h"], ["a"], ["a"], []]
    release = shoal.anonymize(one_public, shoal.PSRules(Rules.of([("a", "h")]), 3, 0.4))
    assert list(release.data) == [[], ["a"], ["a"], ["a", "h"]]
    assert release.utility.are.queries == 1000
    equal = [["a", "b", "h"]] * 5
    assert list(shoal.anonymize(equal, shoal.PSRules(Rules.of([("ab", "h")]), 5, 1)).data) == equal
    with pytest.raises(InfeasibleError, match=r"allow c = 1$"):
        shoal.anonymize(equal, shoal.PSRules(Rules.of([("ab", "h")]), 5, 0.99))
    with pytest.raises(ParameterError, match="is no item of the data"):
        shoal.anonymize([[], [], []], MODEL)
    only_sensitive = [["h"], ["h"], ["a"], ["a"]]
    release = shoal.anonymize(only_sensitive, shoal.PSRules(Rules.of([("a", "h")]), 2, 0))
    assert list(release.data) == [["a"], ["a"], ["h"], ["h"]]
    assert release.verdict.largest_confidence == 0


def test_one_row_of_very_many_items():
    rows = [[f"i{number}" for number in range(50_000)] + ["h"], ["i0"], ["i1"], ["i0", "i1"]]
    model = shoal.PSRules(Rules.of([(["i0", "i1"], ["h"]), (["i2", "i3"], ["h"])]), 2, 0.6)
    release = shoal.anonymize(rows, model, queries=10)
    assert release.verdict.ok
    assert len(release.mapping) == 50_000


def test_a_sensitive_item_with_the_name_of_a_set():
    rows = [["a", "{a,b}"], ["b"], ["a", "b"], ["c"]]
    model = shoal.PSRules(Rules.of([("a", ["{a,b}"])]), 3, 0.6)
    with pytest.raises(ParameterError, match=r"sensitive item '\{a,b\}' could be taken for"):
        shoal.anonymize(rows, model)


def test_public_items_with_names_of_sets_counts_and_arrows():
    odd = ["{a,b}", "+3", "->", "a,b", 'say "x"', "{", "a", "b", " ", ""]
    rows = [odd, *([item, "h"] for item in odd[:3]), *([item] for item in odd)]
    model = shoal.PSRules(Rules.of([(odd[:2], ["h"]), (odd[2:4], ["h"])]), 3, 0.9)
    release = shoal.anonymize(rows, model, keep_order=True, alpha=1)
    assert release.verdict.ok
    assert len(release.mapping) == 10
    for row, published in zip(rows, release.data, strict=True):
        assert {*published} == {release.mapping.by_item.get(item, item) for item in row}
        assert ("h" in published) == ("h" in row)
