"""What a reader must know is on the page, in plain words, and nothing flatters."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.certificate import Scope
from shoal.io.spmf import ORDER_DROPPED
from shoal.privacy.publishable import Item
from shoal.release.writing import draw_report
from shoal.report import charts
from shoal.report.errors_of_counts import shown_errors
from shoal.report.svg import to_svg
from shoal.report.words import certificate
from shoal.utility import ARE

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
    assert "It does tell totals of the original data" in page
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
    assert "split" not in unchanged
    assert "original ones" not in changed
    assert "split" in changed


def test_baskets_published_empty():
    shown = "baskets are published empty. In a text file they are blank lines"
    assert f"12 of 36 {shown}" in text(shoal.anonymize(ROWS, "k=10"))
    assert f"12 of 52 {shown}" in text(by_rules(0.4))
    assert "published empty" not in text(shoal.anonymize([["tea"]] * 20, "k=10"))


def test_kept_and_kept_at_most():
    page = text(shoal.anonymize(ROWS, "k=10", certificate="tight"))
    assert re.search(r"80\.0 % of the items kept .* 80\.0 % of the items kept at most", page)


def test_errors_of_counts_above_0_come_first():
    errors = shown_errors(ARE(0.0188, 0.0, 1000, 904, 0.0932, np.zeros(1000)), 10)
    assert list(errors.by_name.values()) == [0.0932, 0.0188]
    assert "96 with a true count above 0, 904 with a true count of 0" in errors.sentence
    assert errors.sentence.index("0.0932") < errors.sentence.index("0.0188")
    assert errors.drawn == "are_of_nonempty"


def test_errors_over_fewer_than_k_questions_are_not_shown():
    few = shown_errors(ARE(0.01, 0.0, 1000, 997, 0.7, np.zeros(1000)), 10)
    assert list(few.by_name.values()) == [0.01]
    assert "fewer than 10 with a true count above 0, the others with" in few.sentence
    none = shown_errors(ARE(0.7, 0.7, 3, 0, 0.7, np.zeros(3)), 10)
    assert (none.by_name, none.drawn) == ({}, None)


def test_a_curve_tells_no_error_over_fewer_than_k_questions():
    rows = [["a", "flu"]] * 10 + [["a", "b"]] * 10 + [["b", "c"]] * 20
    models = [shoal.PSRules(shoal.Rules.of([(["a"], ["flu"])]), k=k, c=0.4) for k in (5, 10)]
    few = shoal.anonymize(rows, models, queries=[["a", "flu"]] * 9)
    assert {(point.are, point.are_of_nonempty) for point in few.curve} == {(None, None)}
    enough = shoal.anonymize(rows, models, queries=[["a", "flu"]] * 10 + [["c", "flu"]])
    assert all(None not in (point.are, point.are_of_nonempty) for point in enough.curve)
    assert "Error of counts above 0, by k and c" in text(enough)


def test_pairs_in_fewer_than_k_rows_are_not_counted():
    release = by_rules(0.4)
    assert release.utility.pairs.min_support < release.model.k
    assert "frequent pairs" not in text(release)
    pairs = replace(release.utility.pairs, min_support=release.model.k)
    enough = replace(release, utility=replace(release.utility, pairs=pairs))
    assert "frequent pairs kept" in text(enough)


def test_every_error_is_on_the_page():
    page = text(by_rules(0.4))
    assert page.index("error of counts above 0 (ARE)") < page.index("error of all counts (ARE)")


def test_a_column_of_one_bar_is_not_drawn():
    page = text(shoal.anonymize(table(), "k=10"))
    assert "age, before and after" in page
    assert "zip, before and after" not in page
    assert "Not drawn before and after: zip." in page


def test_columns_that_give_too_much_away():
    page = text(shoal.anonymize(shoal.Table.of(PEOPLE, ["age"], keep=["zip"]), "k=10"))
    assert page.index("Kept column 'zip' is nearly unique") < page.index("What was done")
    assert "nearly all agree" in page


def test_labels_that_do_not_hold_their_values_are_mentioned_without_them():
    tree = shoal.Hierarchy.from_paths(
        [(str(age), "20-29" if age < 31 else "30-49", "*") for age in range(20, 50)]
    )
    ages = shoal.Table.of(pl.DataFrame({"age": PEOPLE["age"]}), ["age"], hierarchies={"age": tree})
    release = shoal.anonymize(ages, "k=11")
    page = text(release)
    assert "Some labels of column 'age' read like a range" in page
    assert "'30'" not in page


@pytest.mark.parametrize(
    ("loss", "bound", "shown"),
    [
        (0.0, 0.0, "Nothing is lost"),
        (0.05, 0.05, "that no release of the same rows that publishes each row as a subset"),
        (0.05, 0.03, "too little to say"),
        (0.5, 0.5, "loses at least 0.50. This one loses 0.50. The two are equal"),
    ],
)
def test_proofs_about_fewer_than_k_entries_are_not_shown(loss, bound, shown):
    items = 100
    proved = shoal.certificate.Certificate(
        "tight",
        items=items,
        kept_items=round(items * (1 - loss)),
        kept_at_most=round(items * (1 - bound)),
        scope=Scope("GCP", 10),
    )
    said = " ".join(certificate(proved, spell="{:.2f}".format, whole=items, k=10, loss=loss))
    assert shown in said
    assert "0.05" not in said


def test_numbers_stand_below_each_drawing():
    page = draw_report(EVERY_KIND["baskets"]())
    assert page.count("<summary>The numbers</summary>") == page.count("<svg") > 1
    shown = text(EVERY_KIND["baskets"]())
    assert "items in the published basket baskets 0 12 1+ 24" in shown


def test_names_that_begin_alike_are_drawn_apart():
    names = [f"a very long name of an article, number {number}" for number in (1, 2)]
    lost = [Item(name, 40 + number, 20) for number, name in enumerate(names)]
    drawing = charts.items(lost)
    assert drawing.rows == ((names[0], "40", "20"), (names[1], "41", "20"))
    svg = to_svg(drawing.chart, "items")
    assert svg.count("a very long name of a\u2026") == 2
    assert names[0] not in svg


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


def test_a_loss_of_few_cells_is_shown_once():
    ages = {"age": [30] * 200 + [50] * 200 + [51] + [70] * 12, "sex": ["f"] * 413}
    release = shoal.anonymize(shoal.Table.of(ages, ["age", "sex"]), "k=10")
    assert 0 < release.loss.columns[0].lm * 413 < 10
    shown = text(release)
    assert "A loss of fewer than 10 cells is shown as one of 10." in shown
    assert shown.count("age 0.0242") == 2  # 10 of 413, in the table and below the drawing
    assert f"{release.loss.columns[0].lm:.4f}" not in shown
