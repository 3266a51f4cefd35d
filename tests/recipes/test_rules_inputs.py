"""What rules, mappings and models of rules are given as: files, lists and texts."""

from __future__ import annotations

import pytest

import shoal
from shoal.data.rules import Rules
from shoal.errors import (
    FormatError,
    ParameterError,
)

# Table 1 of the paper on MR-RBAT: public items a to f, sensitive ones g to l.
TABLE_1 = [list(codes) for codes in ("bcegh", "acdij", "afl", "begh", "dfl")]
MODEL = shoal.PSRules(Rules.of([("ac", "h")]), k=3, c=0.6)
SENSITIVE = "g,h,i,j,l"


def test_files_are_named_with_the_line(tmp_path):
    bad = tmp_path / "bad.txt"
    for content, options, why in (
        ("a,2\nzz,3\n", {"weights": bad}, "line 2: 'zz' has a weight"),
        ("a,2\nb,1e9\n", {"weights": bad}, "line 2: a weight must be a number from 0 to 1,000,000"),
        ("a b\na zz\n", {"queries": bad}, "line 2: there is no item 'zz'"),
        ("h\nzz\n", {"sensitive": f"@{bad}"}, "line 2: 'zz' of the sensitive items"),
    ):
        bad.write_text(content)
        with pytest.raises(FormatError, match=why):
            shoal.anonymize(TABLE_1, MODEL, **options)


def test_rules_that_hold_already_get_a_warning():
    rows = [["a", "h"], ["a"], ["a", "b"], ["b"], ["b"]]
    said = "all rules hold already, so the rows are published as they were"
    release = shoal.anonymize(rows, shoal.PSRules(Rules.of([("a", "h")]), k=2, c=0.5))
    assert release.warnings == (said,)
    assert sorted(release.data) == sorted(rows)
    assert said not in shoal.anonymize(TABLE_1, MODEL, sensitive=SENSITIVE).warnings


def test_the_estimate_of_memory_counts_the_rules():
    rows = [["a", "h"], ["a"], ["a", "b"], ["b", "g"], ["b"]] * 20
    few = shoal.PSRules(Rules.of([("a", "h")]), k=2, c=0.9)
    many = shoal.PSRules(Rules.of([("a", "h"), ("b", "h"), ("ab", "h"), ("ab", "g")]), k=2, c=0.9)
    needs = [shoal.anonymize(rows, model, sensitive="g,h").memory.estimate for model in (few, many)]
    assert needs[1] > needs[0]


def test_words_of_an_item_that_needs_quotes():
    model = shoal.PSRules(Rules.of([(["red", "wine", "ham"], ["flu"])]), k=2, c=0.5)
    with pytest.raises(ParameterError, match=r"rule 1: 'red wine' is an item: put it in quotes"):
        shoal.anonymize([["red wine", "ham", "flu"], ["ham"]], model)


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
        ([("a", "h"), ("b",)], "rule 2 is no pair"),
        ([(["a"], 5)], "rule 1 is no pair"),
        (["ab"], "rule 1 is no pair"),
        ("ab", "a list of pairs"),
        (5, "a list of pairs"),
        ([("ab", "h"), ("ab", "bh")], "rule 2: item 'b' stands on both sides"),
        ([([], "h")], "rule 1 has no item left of the arrow"),
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
    ("text", "words"),
    [
        ("rules=r.txt", "without k and c"),
        ("rules=r.txt,k=5", "without c:"),
        ("rules=r.txt,c=0.5", "without k:"),
        ("rules=r.txt,k=1,c=0.5", "k must be a whole number of at least 2, not 1"),
        ("rules=r.txt,k=2.5,c=0.5", "k must be a whole number of at least 2, not '2.5'"),
        ("rules=r.txt,c=half,k=5", "c must be a number from 0 to 1, not 'half'"),
        ("rules=,k=5,c=0.5", "takes the name of a file"),
    ],
)
def test_what_is_wrong_with_a_model_of_rules(text, words):
    with pytest.raises(ParameterError, match=words):
        shoal.anonymize(TABLE_1, text)


def test_the_numbers_of_a_model_come_in_any_order(tmp_path, monkeypatch):
    from shoal.recipes.curve import parse_models

    monkeypatch.chdir(tmp_path)
    shoal.write_rules(MODEL.rules, "r,k=5.txt")
    for text in ("rules=r,k=5.txt,k=3,c=0.6", "rules=r,k=5.txt, c = 0.6 ,k=3"):
        assert shoal.anonymize(TABLE_1, text, sensitive=SENSITIVE).verdict.ok
    models = parse_models("rules=r,k=5.txt,c=0.6,k=2/3")
    assert [(model.k, model.c) for model in models] == [(2, 0.6), (3, 0.6)]
