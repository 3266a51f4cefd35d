"""Rules through the door: protected, intact where sensitive, priced as counting says."""

from __future__ import annotations

import random
from math import log2

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError, InfeasibleError, ParameterError
from shoal.privacy import parse_models
from shoal.privacy.rule_checks import at_full_generalization
from shoal.utility import Workload

from ..conftest import LONG

pytestmark = pytest.mark.usefixtures("values_shown")

Rules = shoal.Rules

# Table 1 of the paper on MR-RBAT: public items a to f, sensitive ones g to l.
TABLE_1 = [list(codes) for codes in ("bcegh", "acdij", "afl", "begh", "dfl")]
MODEL = shoal.PSRules(Rules.of([("ac", "h")]), k=3, c=0.6)
SENSITIVE = ["g", "h", "i", "j", "l"]


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


@settings(max_examples=3000 if LONG else 120)
@given(st.integers(0, 2**32))
def test_random_baskets_end_to_end(seed):
    rows, sensitive, model, rules, queries, options = random_baskets(seed)
    options |= {"sensitive": sensitive, "queries": Workload.of(queries), "threads": 1}
    try:
        release = shoal.anonymize(rows, model, keep_order=True, **options)
    except InfeasibleError:
        hopeless = at_full_generalization(shoal.Baskets.of(rows), model, sensitive)
        assert hopeless.impossible or hopeless.cannot_start
        return
    assert release.verdict.ok
    assert release.facts["sensitive_items"] == len(sensitive)
    by_item, within = release.companions["mapping"].by_item, sets_of(release.companions["mapping"])
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
    assert release.facts["sensitive_items"] == 5
    # Only the items of the consequents are sensitive when no others are named.
    alone = shoal.anonymize(TABLE_1, MODEL)
    assert alone.facts["sensitive_items"] == 1
    assert len(alone.companions["mapping"]) == 10


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
        sensitive=["@secret.txt"],
        weights="weights.csv",
        queries=tmp_path / "queries.txt",
    )
    assert here.data == files.data
    assert here.companions["mapping"].by_item == files.companions["mapping"].by_item
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
        assert other.companions["mapping"].by_item == one.companions["mapping"].by_item
        assert other.facts == one.facts
        assert (other.loss, other.utility) == (one.loss, one.utility)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (((), "h"), "rule 1: no item left of the arrow"),
        (("a", ()), "rule 1: no item right of the arrow"),
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


def test_warnings_and_order():
    baskets = shoal.Baskets.of([*TABLE_1[:-1], ["d", "f", "l", "l"]])
    release = shoal.anonymize(baskets, MODEL, sensitive=SENSITIVE, keep_order=True)
    assert release.warnings[0] == "1 repeated item within rows was merged"
    assert "keeps the input's order" in release.warnings[1]
    assert len(release.warnings) == 2
    assert release.data.row(4)[-2:] == ["f", "l"]
    assert shoal.anonymize(TABLE_1, MODEL).warnings == ()


def test_progress_and_columns():
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
    one, other = shoal.anonymize(rows, model), shoal.anonymize(rows, text, sensitive=["90"])
    assert one.data == other.data
    assert one.verdict.ok
    assert one.facts["sensitive_items"] == 1
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
    assert len(release.companions["mapping"]) == 50_000


def test_a_sensitive_item_with_the_name_of_a_set():
    rows = [["a", "{a,b}"], ["b"], ["a", "b"], ["c"]]
    model = shoal.PSRules(Rules.of([("a", ["{a,b}"])]), 3, 0.6)
    with pytest.raises(ParameterError, match=r"'\{a,b\}' could be taken for"):
        shoal.anonymize(rows, model)


def test_public_items_with_names_of_sets_counts_and_arrows():
    odd = ["{a,b}", "+3", "->", "a,b", 'say "x"', "{", "a", "b", " ", ""]
    rows = [odd, *([item, "h"] for item in odd[:3]), *([item] for item in odd)]
    model = shoal.PSRules(Rules.of([(odd[:2], ["h"]), (odd[2:4], ["h"])]), 3, 0.9)
    release = shoal.anonymize(rows, model, keep_order=True, alpha=1)
    assert release.verdict.ok
    assert len(release.companions["mapping"]) == 10
    for row, published in zip(rows, release.data, strict=True):
        assert {*published} == {
            release.companions["mapping"].by_item.get(item, item) for item in row
        }
        assert ("h" in published) == ("h" in row)


def test_files_are_named_with_the_line(tmp_path):
    bad = tmp_path / "bad.txt"
    for content, options, why in (
        ("a,2\nzz,3\n", {"weights": bad}, "line 2: 'zz' has a weight"),
        ("a,2\nb,1e9\n", {"weights": bad}, "line 2: a weight must be a number from 0 to 1,000,000"),
        ("a b\na zz\n", {"queries": bad}, "line 2: 'zz' is no item"),
        ("h\nzz\n", {"sensitive": [f"@{bad}"]}, "line 2: 'zz' of the sensitive items"),
    ):
        bad.write_text(content)
        with pytest.raises(FormatError, match=why):
            shoal.anonymize(TABLE_1, MODEL, **options)


def test_rules_that_hold_already_get_a_warning():
    rows = [["a", "h"], ["a"], ["a", "b"], ["b"], ["b"]]
    said = "all rules hold already, so the rows are published as they were"
    release = shoal.anonymize(rows, shoal.PSRules(Rules.of([("a", "h")]), k=2, c=0.5))
    assert release.warnings == (said,)
    assert release.warnings[0].code == "nothing-to-do"
    assert sorted(release.data) == sorted(rows)
    assert said not in shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE).warnings


def test_the_estimate_of_memory_counts_the_rules():
    rows = [["a", "h"], ["a"], ["a", "b"], ["b", "g"], ["b"]] * 20
    few = shoal.PSRules(Rules.of([("a", "h")]), k=2, c=0.9)
    many = shoal.PSRules(Rules.of([("a", "h"), ("b", "h"), ("ab", "h"), ("ab", "g")]), k=2, c=0.9)
    needs = [
        shoal.anonymize(rows, model, sensitive=["g", "h"]).memory.estimate for model in (few, many)
    ]
    assert needs[1] > needs[0]


def test_rules_from_a_path(tmp_path):
    path = tmp_path / "rules.txt"
    shoal.write_rules(MODEL.rules, path)
    for rules in (path, str(path)):
        assert shoal.PSRules(rules, k=3, c=0.6).rules.text(0) == "a c -> h"
    with pytest.raises(ParameterError, match=r"the rules must be shoal\.Rules, or the file"):
        shoal.PSRules([("a", "h")], k=3, c=0.6)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([], "there are no rules"),
        ([("a", "h"), ("b",)], "a list of pairs"),
        ([(["a"], 5)], "a list of pairs"),
        (["ab"], "a list of pairs"),
        ("ab", "a list of pairs"),
        (5, "a list of pairs"),
        ([("ab", "h"), ("ab", "bh")], "rule 2: item 'b' stands on both sides"),
        ([([], "h")], "rule 1: no item left of the arrow"),
    ],
)
def test_malformed_rules(rules, words):
    with pytest.raises(ParameterError, match=words):
        Rules.of(rules)


def test_a_mapping_is_applied_to_baskets():
    with pytest.raises(ParameterError, match=r"shoal\.read makes them"):
        shoal.ItemMapping.of_sets(["ab"]).apply([["a"]])


def test_verify_finds_the_mapping_beside_a_file(tmp_path):
    release = shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE)
    release.write(tmp_path / "r.dat")
    assert shoal.verify(tmp_path / "r.dat", MODEL) == release.verdict
    assert shoal.verify(str(tmp_path / "r.dat"), MODEL).ok


@pytest.mark.parametrize(
    "text",
    [
        "rules=r.txt",
        "rules=r.txt,k=5",
        "rules=r.txt,c=0.5",
        "rules=r.txt,k=1,c=0.5",
        "rules=r.txt,k=2.5,c=0.5",
        "rules=r.txt,c=half,k=5",
        "rules=r.txt,k=5,c=2",
        "rules=,k=5,c=0.5",
    ],
)
def test_what_is_wrong_with_a_model_of_rules(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shoal.write_rules(MODEL.rules, "r.txt")
    with pytest.raises(ParameterError) as caught:
        shoal.anonymize(TABLE_1, text)
    assert caught.value.parameter == "model"


def test_the_numbers_of_a_model_come_in_any_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shoal.write_rules(MODEL.rules, "r,k=5.txt")
    for text in ("rules=r,k=5.txt,k=3,c=0.6", "rules=r,k=5.txt, c = 0.6 ,k=3"):
        assert shoal.anonymize(TABLE_1, text, sensitive=SENSITIVE).verdict.ok
    models = parse_models("rules=r,k=5.txt,c=0.6,k=2/3")
    assert [(model.k, model.c) for model in models] == [(3, 0.6), (2, 0.6)]


@pytest.mark.parametrize(
    "sensitive",
    [
        "90,91",
        [90, 91],
    ],
    ids=["text", "numbers"],
)
def test_sensitive_items_as_a_text_or_as_numbers(sensitive):
    rows = [[1, 2, 90], [1, 3], [2, 3, 91], [1, 2], [90]]
    model = shoal.PSRules(Rules.of([([1, 2], [90])]), 3, 0.7)
    listed = shoal.anonymize(rows, model, sensitive=["90", "91"])
    assert shoal.anonymize(rows, model, sensitive=sensitive).data == listed.data
