from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal import verify
from shoal.data import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.data.rules import Rules
from shoal.errors import ParameterError, SchemaError
from shoal.privacy import KmAnonymity, PSRules, PublishedBaskets
from shoal.privacy.rule_checks import at_full_generalization, check_rules

pytestmark = pytest.mark.usefixtures("values_shown")

PUBLIC, SENSITIVE = "abcd", "gh"
rows_of_items = st.lists(st.sets(st.sampled_from(PUBLIC + SENSITIVE)), min_size=1, max_size=15)
rule_lists = st.lists(
    st.tuples(
        st.sets(st.sampled_from(PUBLIC), min_size=1, max_size=3),
        st.sets(st.sampled_from(SENSITIVE), min_size=1),
    ),
    min_size=1,
    max_size=8,
)
partitions = st.tuples(*[st.integers(0, 3)] * len(PUBLIC))
least = st.integers(2, 5)
largest = st.sampled_from([0, 0.25, 1 / 3, 0.5, 0.6, 1])


def sets_of(numbers):
    return [
        [item for item, number in zip(PUBLIC, numbers, strict=True) if number == one]
        for one in sorted({*numbers})
    ]


def counted(rows, rule):
    """Rows of the antecedent, and those with the consequent too."""
    held = [row for row in rows if rule[0] <= row]
    return len(held), sum(rule[1] <= row for row in held)


def generalized(items, mapping):
    return {mapping.by_item.get(item, item) for item in items}


@given(rows_of_items, rule_lists, partitions, least, largest)
def test_agrees_with_counting(rows, pairs, parts, k, c):
    rows = [*rows, {*PUBLIC}]  # so that every public item occurs
    mapping = ItemMapping.of_sets(sets_of(parts))
    published = mapping.apply(Baskets.of(rows))
    verdict = verify(published, PSRules(Rules.of(pairs), k, c), mapping=mapping)
    meant = [(generalized(left, mapping), right) for left, right in pairs]
    counts = [counted([generalized(row, mapping) for row in rows], rule) for rule in meant]
    rare = [support < k for support, _ in counts]
    confident = [support > 0 and joint / support > c for support, joint in counts]
    offenders = [at for at in range(len(pairs)) if rare[at] or confident[at]]
    assert verdict.ok == (not offenders)
    assert verdict.first_offenders == tuple(at + 1 for at in offenders)
    assert verdict.unprotected_rules == len(offenders)
    assert (verdict.rare_rules, verdict.confident_rules) == (sum(rare), sum(confident))
    assert verdict.least_support == min(support for support, _ in counts)
    assert verdict.largest_confidence == max(joint / support for support, joint in counts)
    assert (verdict.rows, verdict.rules) == (len(rows), len(pairs))


@given(rows_of_items, rule_lists, least, largest)
def test_full_generalization_agrees_with_counting(rows, pairs, k, c):
    rows = [*rows, {*PUBLIC}]
    full = at_full_generalization(Baskets.of(rows), PSRules(Rules.of(pairs), k, c), SENSITIVE)
    one = [{"*", *row} & {"*", *SENSITIVE} if row & {*PUBLIC} else row for row in rows]
    counts = [counted(one, ({"*"}, right)) for _, right in pairs]
    assert full.supports.tolist() == [support for support, _ in counts]
    assert full.confidences.tolist() == [joint / support for support, joint in counts]
    assert full.impossible == tuple(n for n, (s, _) in enumerate(counts, 1) if s < k)
    assert full.cannot_start == tuple(n for n, (s, j) in enumerate(counts, 1) if j / s > c)


# Tables 1 and 2 of Memon and Shao, MR-RBAT (2015): k = 3, c = 0.6, rule ac -> h.
TABLE_1 = ["bcegh", "acdij", "afl", "begh", "dfl"]
PAPER = PSRules(Rules.of([(["a", "c"], ["h"])]), k=3, c=0.6)
PAPER_SETS = ItemMapping.of_sets(["abf", "cde"])


def test_the_example_of_the_paper():
    original = Baskets.of([list(row) for row in TABLE_1])
    before = verify(original, PAPER)
    assert not before.ok
    assert (before.least_support, before.rare_rules, before.first_offenders) == (1, 1, (1,))
    published = PAPER_SETS.apply(original)
    after = verify(published, PAPER, mapping=PAPER_SETS)
    assert after.ok
    assert (after.least_support, after.largest_confidence) == (4, 0.5)
    assert after.warnings == ()
    assert published.row(0) == ["g", "h", "{a,b,f}", "{c,d,e}"]


def test_from_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    original = Baskets.of([list(row) for row in TABLE_1])
    shoal.write(PAPER_SETS.apply(original), "release.dat")
    shoal.write_mapping(PAPER_SETS, "release.dat.mapping.csv")
    shoal.write_rules(PAPER.rules, "rules.txt")
    text = "rules=rules.txt,k=3,c=0.6"
    verdict = shoal.verify("release.dat", text, mapping="release.dat.mapping.csv")
    assert verdict.ok
    assert verdict.model == text
    assert verdict.to_dict()["largest_confidence"] == 0.5
    assert "warnings" not in verdict.to_dict()
    assert shoal.verify("release.dat", text) == verdict
    Path("release.dat.mapping.csv").unlink()
    with pytest.raises(ParameterError, match=r"rules.txt, line 1: item 'a' .* give the mapping"):
        shoal.verify("release.dat", text)


def judge(rows, pairs, mapping=None):
    model = PSRules(Rules.of(pairs), k=2, c=0.5)
    return model.check(PublishedBaskets(Baskets.of(rows), mapping))


def test_mappings_that_do_not_fit():
    sets = ItemMapping.of_sets([["a", "b"], ["c"]])
    with pytest.raises(ParameterError, match=r"mapping does not belong.*publishes 'a' as"):
        judge([["a"], ["{a,b}", "c", "h"]], [("a", "h")], sets)
    with pytest.raises(ParameterError, match="rule 2: item 'x' is neither in the mapping nor"):
        judge([["{a,b}", "c", "h"]], [("a", "h"), ("x", "h")], sets)
    with pytest.raises(ParameterError, match=r"rule 1: item 'b' is published as '{a,b}'"):
        judge([["{a,b}", "c", "h"]], [("c", "b")], sets)
    assert judge([["{a,b}", "x", "h"], ["x", "{a,b}"]], [("ax", "h")], sets).ok


def test_what_is_doubtful_is_said():
    sets = ItemMapping.of_sets([["a", "b"], ["c"]])
    verdict = judge([["{a,b}"], ["{a,b}"]], [("a", "h"), ("a", "g")], sets)
    assert verdict.ok
    sensitive, unused = verdict.warnings
    assert "no published row has 2 sensitive items 'g', 'h': suppressed" in sensitive
    assert "has 1 set 'c' of the mapping" in unused
    verdict = judge([["a", "h"], ["a", "g"], ["h"]], [("a", "h"), ("h", "g")])
    assert "item 'h' on both sides" in verdict.warnings[0]


def test_an_antecedent_that_no_row_has_is_not_protected():
    sets = ItemMapping.of_sets([["a", "b"], ["c"]])
    verdict = judge([["c", "h"], ["c"]], [("a", "h")], sets)
    assert (verdict.ok, verdict.least_support, verdict.largest_confidence) == (False, 0, None)
    assert (verdict.rare_rules, verdict.confident_rules) == (1, 0)
    assert judge([["a"], ["a"], ["b"]], [("ab", "c")]).least_support == 0


def test_integers_and_texts_are_the_same_items():
    baskets = Baskets.of([[1, 7], [1, 8], [10]])
    assert verify(baskets, PSRules(Rules.of([(["1"], ["7"])]), 2, 0.5)).ok
    assert verify(baskets, PSRules(Rules.of([([1], [7])]), 2, 0.5)).ok
    assert check_rules(baskets, PSRules(Rules.of([(["1"], ["7"])]), 2, 0.5)) == ("7",)


def test_shows_twenty_offenders_and_counts_all():
    items = [f"i{number:02}" for number in range(30)]
    verdict = judge([[item, "h"] for item in items], [([item], ["h"]) for item in items])
    assert verdict.unprotected_rules == verdict.rare_rules == verdict.confident_rules == 30
    assert verdict.first_offenders == tuple(range(1, 21))


def test_the_door():
    model = PSRules(Rules.of([("a", "h")]), 2, 0.5)
    rows = [["a", "h"], ["a"]]
    mapping = ItemMapping.of_sets([["a"]])
    for other in ("k=2", KmAnonymity(2, 2)):
        with pytest.raises(ParameterError, match="a mapping is for rules"):
            verify(rows, other, mapping=mapping)
    with pytest.raises(ParameterError, match="mapping is for rules"):
        verify({"age": [1, 1]}, "k=2", mapping=mapping, qi=["age"])
    with pytest.raises(ParameterError, match="is for baskets"):
        verify({"age": [1, 1]}, model, qi=["age"])
    frame = pl.DataFrame({"id": [1, 2], "cart": rows})
    with pytest.raises(SchemaError, match="another column, 'id'"):
        verify(frame, model)
    verdict = verify(frame, model, column="cart")
    assert verdict.ok
    assert "only column 'cart' was judged" in verdict.warnings[0]


def test_checks_of_rules_against_data():
    data = Baskets.of([["beer", "milk", "h"], ["beer", "g"], ["milk"]])

    def check(pairs, sensitive=None):
        rules = Rules.of(pairs, source="rules.txt", lines=[*range(5, 5 + len(pairs))])
        return check_rules(data, PSRules(rules, 2, 0.5), sensitive)

    assert check([(["beer"], ["h"])]) == ("h",)
    assert check([(["beer"], ["h"])], "g,h") == ("g", "h")
    bad = [
        ([(["beer"], ["h"]), (["bear"], ["h"])], None, "line 6: item 'bear' is no item"),
        ([(["beer"], ["x"])], None, "line 5: item 'x' is no item of the data"),
        ([(["beer"], ["h"]), (["h"], ["g"])], None, "line 6: item 'h' is sensitive"),
        ([(["beer"], ["h"])], "h,beer", "line 5: item 'beer' is sensitive"),
        ([(["beer"], ["h"])], ["g"], "line 5: item 'h' is public"),
        ([(["beer"], ["h"])], "*", "all 4 items"),
        ([(["beer"], ["h"])], "hh", "no item of the data"),
    ]
    for pairs, sensitive, words in bad:
        with pytest.raises(ParameterError, match=words):
            check(pairs, sensitive)
    both = Baskets.of([["h"], ["g"]])
    with pytest.raises(ParameterError, match="rule 1: no item left of the arrow"):
        check_rules(both, PSRules(Rules.of([([], ["h", "g"])]), 2, 0.5))
    with pytest.raises(ParameterError, match="no public items to generalize"):
        at_full_generalization(both, PSRules(Rules.of([(["g"], ["h"])]), 2, 0.5), ["g", "h"])


def test_an_item_may_be_called_anything():
    data = Baskets.of([["*", "a", ""], ["**", "a"]])
    model = PSRules(Rules.of([(["a"], ["*"]), (["a"], [""])]), 2, 0.4)
    assert at_full_generalization(data, model, ["*", ""]).cannot_start == (1, 2)


def test_a_verdict_is_frozen_and_counts_are_plain_numbers():
    verdict = judge([["a", "h"], ["a"]], [("a", "h")])
    with pytest.raises(AttributeError):
        verdict.ok = False
    assert not any(isinstance(value, np.generic) for value in verdict.to_dict().values())
