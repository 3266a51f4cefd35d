"""What a reader must know is on the page, in plain words, and nothing flatters."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import polars as pl
import pytest

import shoal
from shoal.data import Baskets
from shoal.io.spmf import ORDER_DROPPED
from shoal.kinds.basket_figures import ERROR_STEP, MOST_ASKED, basket_figures
from shoal.release.writing import draw_report
from shoal.report import charts, svg
from shoal.report.svg import NOT_DRAWN, drawn, waiting
from shoal.utility import basket_use

ROWS = [["tea", "rum"]] * 12 + [["tea", "gin"]] * 12 + [[f"rare{i}"] for i in range(12)]
PEOPLE = {
    "age": [20 + row % 30 for row in range(300)],
    "zip": [f"{row:05d}" for row in range(300)],
    "ill": ["flu", "cold", "flu"] * 100,
}


def text(release, *name) -> str:
    """Return the words of a report, without its drawings and style."""
    page = re.sub(r"<(style|svg).*?</\1>", " ", draw_report(release, *name), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def by_rules(c: float):
    """Return a release that needs no change at c = 0.9 and some at c = 0.4."""
    rows = [["a", "flu"]] * 10 + [["a", "b"]] * 10 + [["b", "c"]] * 10 + [["c"]] * 10 + [[]] * 12
    rules = shoal.Rules.of([(["a"], ["flu"])])
    return shoal.anonymize(rows, shoal.PSRules(rules, k=10, c=c), query_items=1)


def table(**roles):
    return shoal.Table.of(PEOPLE, ["age", "zip"], categorical=["zip"], **roles)


EVERY_KIND = {
    "baskets": lambda: shoal.anonymize(ROWS, "k=10"),
    "table": lambda: shoal.anonymize(table(sensitive=["ill"]), "k=10"),
    "rules": lambda: by_rules(0.4),
    "k^m": lambda: shoal.anonymize(
        ROWS, "km=10,2", taxonomy={"drink": ["tea", "rum", "gin", *(f"rare{i}" for i in range(12))]}
    ),
}


@pytest.fixture(scope="module", params=list(EVERY_KIND))
def release(request):
    return EVERY_KIND[request.param]()


def test_every_report(release):
    page = text(release)
    assert "Whether somebody is among these people is not hidden." in page
    assert "It says nothing about the original that the release does not say" in page
    assert "in the place of RELEASE" in page
    assert "RELEASE" not in text(release, "out.dat")
    for word in (
        "papers",
        "centre",
        "in the mean",
        "2^-",
        "skewness",
        "antecedent",
        "--certificate",
    ):
        assert word not in page


def test_an_order_that_was_kept_and_one_that_was_dropped():
    page = text(shoal.anonymize(ROWS, "k=10", keep_order=True))
    assert page.index("Whoever knows that order") < page.index("What was done")
    sequences = replace(shoal.anonymize(ROWS, "k=10"), warnings=(ORDER_DROPPED,))
    assert "The input held sequences." in text(sequences)


def test_rules_that_hold_already():
    unchanged, changed = text(by_rules(0.9)), text(by_rules(0.4))
    assert unchanged.index("the published rows are the original ones") < unchanged.index("What was")
    assert "does not limit how unique a row is" in unchanged
    assert "original ones" not in changed


def test_baskets_published_empty():
    shown = "baskets are published empty. In a text file they are blank lines"
    assert f"12 of 36 {shown}" in text(shoal.anonymize(ROWS, "k=10"))
    assert f"12 of 52 {shown}" in text(by_rules(0.4))
    assert "published empty" not in text(shoal.anonymize([["tea"]] * 20, "k=10"))


def test_a_column_of_one_bar_is_not_drawn():
    page = text(shoal.anonymize(table(recoding={"zip": "set"}), "k=10"))
    assert "age, before and after" in page
    assert "zip, before and after" not in page


def test_columns_that_give_too_much_away():
    release = shoal.anonymize(shoal.Table.of(PEOPLE, ["age"], keep=["zip"]), "k=10")
    page, said = text(release), "he columns published as they are single out 300 of 300 rows"
    assert page.index(f"T{said}.") < page.index("What was done")
    assert "nearly all agree" in page
    assert f"t{said}" in release.warnings
    assert release.summary()["singled out"].replace("\n", " ") == f"t{said}"
    few = shoal.anonymize(shoal.Table.of(PEOPLE, ["age"], sensitive=["ill"]), "k=10")
    assert "single out" not in text(few) + " ".join([*few.warnings, *few.summary()])


def test_of_persons_the_release_alone_is_shown():
    who = [f"p{row}" for row in range(290)] + ["p1"] * 10
    people = shoal.Table.of(PEOPLE | {"who": who}, ["age"], sensitive=["ill"], person="who")
    release = shoal.anonymize(people, "k=10")
    bars = release.figures.columns[0].bars
    assert len(bars) > 1
    assert {bar.before for bar in bars} == {None}
    page = text(release)
    assert "What was before is not shown" in page
    assert "before and after" not in page
    assert f"{100 * bars[0].after:.1f} %" in page


def test_only_columns_that_whole_groups_share_are_named():
    job = ["cook" if age < 25 else f"j{age % 7}" for age in PEOPLE["age"]]
    people = {"age": PEOPLE["age"], "job": job, "sex": ["f", "m"] * 15 + ["m", "f"] * 15}
    people["sex"] *= 5
    table = shoal.Table.of(people, ["age"], sensitive=["sex", "job"])
    release = shoal.anonymize(table, "k=10")
    assert "all rows have the same job" in text(release)
    assert [*release.figures.agreements] == ["job"]
    assert release.summary()["same value"].startswith("job in ")


def test_the_error_of_counts_is_that_of_the_terminal():
    rows = [[f"i{at % 8}"] for at in range(400)] + [[f"rare{at}"] for at in range(30)]
    release = shoal.anonymize(rows, "k=10")
    shown = release.figures.are
    assert abs(shown - release.utility.are_of_items) <= shown.step == ERROR_STEP
    assert "error of counts of common items" in text(release)
    assert shoal.anonymize(rows[:150], "k=10").figures.are is None
    assert "error of counts" not in text(shoal.anonymize(table(), "k=10"))


def test_one_item_changes_the_error_of_counts_by_a_step_at_most():
    rows = [[f"i{item:02}"] for item in range(MOST_ASKED + 1) for _ in range(6)]
    published = Baskets.of([*([] if row == ["i39"] else row for row in rows), []])
    errors = []
    for other in ("i39", "i40"):  # of these, one is the 40th that is asked for
        use = basket_use(Baskets.of([*rows, [other]]), published)
        assert basket_figures(Baskets.of([*rows, [other]]), published, use, 2).are is not None
        errors.append(use.are_of_items)
    assert 0.5 / MOST_ASKED < abs(errors[0] - errors[1]) <= ERROR_STEP


def test_labels_that_do_not_hold_their_values_are_mentioned_without_them():
    tree = shoal.Hierarchy.from_paths(
        [(str(age), "20-29" if age < 31 else "30-49", "*") for age in range(20, 50)]
    )
    ages = shoal.Table.of(pl.DataFrame({"age": PEOPLE["age"]}), ["age"], hierarchies={"age": tree})
    release = shoal.anonymize(ages, "k=11")
    page = text(release)
    assert "Some labels of column 'age' read like a range" in page
    assert "'30'" not in page


def test_what_is_proved_about_few_rows_is_not_shown():
    few = shoal.anonymize(ROWS, "k=10", certificate="tight")
    assert few.certificate.gap == 0
    assert "or about too few entries, to say how good" in text(few)
    rare = [[*row, f"own{number}"] for number, row in enumerate(ROWS * 40)]
    page = text(shoal.anonymize(rare, "k=10", certificate="tight"))
    assert "loses at most 1 % more than the best release of the same rows that publishes" in page


def test_errors_of_counts_are_rounded_or_not_shown():
    assert "How far off counts are is not shown" in text(by_rules(0.4))
    rows = [["a", "flu"]] * 9000 + [["a", "b"]] * 9000 + [["b", "c"]] * 9000
    model = shoal.PSRules(shoal.Rules.of([(["a"], ["flu"])]), k=10, c=0.4)
    release = shoal.anonymize(rows, model, queries=[["a", "flu"], ["b", "flu"]] * 10)
    page = text(release)
    assert page.index("error of counts above 0 (ARE)") < page.index("error of all counts (ARE)")
    assert f"{release.utility.are.are:.4f}" not in page


def test_hole_8_a_drawing_that_fails_takes_nothing_else_down(monkeypatch):
    release = EVERY_KIND["baskets"]()
    whole = draw_report(release)
    real = svg._draw
    monkeypatch.setattr(svg, "_draw", lambda specs: [] if len(specs) > 1 else real(specs))
    assert draw_report(release) == whole
    monkeypatch.setattr(svg, "_DRAW", "import os; os.abort()")
    page = draw_report(release)
    assert page.count(NOT_DRAWN) == whole.count("<svg")
    assert "The numbers" in page


def test_hole_8_control_characters_in_items():
    items = ["a\x00b", "\x1b[31m", "c\x85", "\ufffe"]
    release = shoal.anonymize([items] * 30, "k=10")
    page = draw_report(release)
    assert NOT_DRAWN not in page
    assert not set(page) & set("\x00\x1b\x85\ufffe")
    assert "a\ufffdb" in page


def test_numbers_stand_below_each_drawing():
    page = draw_report(EVERY_KIND["baskets"]())
    assert page.count("<summary>The numbers</summary>") == page.count("<svg") > 1
    shown = text(EVERY_KIND["baskets"]())
    assert "items in the published basket baskets 0 12 1 0 2 24" in shown


def test_names_that_begin_alike_are_drawn_apart():
    names = [f"a very long name of an article, number {number}" for number in (1, 2)]
    drawing = charts.items([(name, 40 + number, 20) for number, name in enumerate(names)])
    assert drawing.rows == ((names[0], "40", "20"), (names[1], "41", "20"))
    page = drawn(waiting(drawing.chart, "items"))
    assert page.count("a very long name of a\u2026") == 2
    assert names[0] not in page


def test_persons_are_counted_by_what_is_not_published():
    people = PEOPLE | {"who": [row // 2 for row in range(300)]}
    page = text(shoal.anonymize(shoal.Table.of(people, ["age"], person="who"), "k=5"))
    assert "judged from the published data alone" not in page
    assert (
        "Persons were counted when the release was made, by a column that is not published" in page
    )
    assert "That every group has at least 5 rows can be checked from the published file" in page
    page = text(shoal.anonymize(shoal.Table.of(people, ["age"]), "k=5"))
    assert "This was judged from the published data alone." in page
