"""What was planted in the original, and no release may tell, is in no byte of its report."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import shoal
from shoal.datasets.pos import generate_pos
from shoal.release.writing import draw_report

K = 10
LONGEST = 7919  # no other number of these reports
RARE = [f"zebra{place}" for place in range(LONGEST)]


def named(page: str, word: str) -> bool:
    return word.lower() in page.lower()


def has_number(page: str, number: int) -> bool:
    """Tell whether a number stands in a page, with or without a comma for thousands."""
    return any(
        re.search(rf"(?<![\d.,]){text}(?![\d])", page) for text in (f"{number}", f"{number:,}")
    )


def baskets(plant: bool) -> list[list[str]]:
    rows = [[f"item{item}" for item in row] for row in generate_pos(1500, 60, longest=40)]
    return [*rows, RARE, ["unicorn", "item1"]] if plant else [*rows, ["item1"], ["item2"]]


@pytest.mark.parametrize("models", [["k=10"], ["k=3", "k=5", "k=10"]], ids=["one", "several"])
def test_unique_item_and_longest_basket(models):
    page = draw_report(shoal.anonymize(baskets(plant=True), models), "release.dat")
    assert not named(page, "zebra")
    assert not named(page, "unicorn")
    assert not has_number(page, LONGEST)


@pytest.mark.parametrize("model", ["k=10", "km=10,2"])
def test_the_same_with_a_taxonomy(model):
    rows = [row[:50] for row in baskets(plant=True)]
    names = sorted({item for row in rows for item in row})
    tree = shoal.Hierarchy.from_paths([(name, f"group{name[-1]}", "*") for name in names])
    page = draw_report(shoal.anonymize(rows, model, taxonomy=tree))
    assert not named(page, "zebra")
    assert not named(page, "unicorn")


def test_rare_values_and_a_rare_combination():
    rng = np.random.default_rng(1)
    size = 400
    people = {
        "age": [*rng.integers(20, 60, size).tolist(), 107],
        "job": [*rng.choice(["baker", "smith", "tailor"], size).tolist(), "lion tamer"],
        "town": [*rng.choice(["Oslo", "Rome"], size).tolist(), "Atlantis"],
        "illness": [*rng.choice(["flu", "cold"], size).tolist(), "plague"],
    }
    table = shoal.Table.of(people, ["age", "job", "town"], sensitive=["illness"])
    page = draw_report(shoal.anonymize(table, ["k=4", "k=10"]), "release.csv")
    for planted in ("lion", "Atlantis", "plague"):
        assert not named(page, planted)
    assert not has_number(page, 107)
    assert named(page, "baker")


def test_values_of_one_person_with_many_rows():
    people = {
        "who": [*range(40), *[99] * 12],
        "job": ["baker", "smith"] * 20 + ["lion tamer"] * 12,
    }
    table = shoal.Table.of(people, ["job"], person="who")
    assert not named(draw_report(shoal.anonymize(table, "k=10")), "lion")


def test_rules_name_no_item():
    rows = baskets(plant=False) + [["unicorn", "item1", "flu"]] + [["item3", "flu"]] * 30
    rules = shoal.Rules.of([(["item1"], ["flu"]), (["item3", "item4"], ["flu"])])
    rules = shoal.Rules(rules.antecedents, rules.consequents, "/home/ann/secret.txt", rules.lines)
    models = [shoal.PSRules(rules, k=k, c=0.9) for k in (5, 10)]
    page = draw_report(shoal.anonymize(rows, models))
    for word in ("unicorn", "item1", "secret", "/home", "flu<"):
        assert not named(page, word)


def test_neither_seed_nor_input(tmp_path):
    shoal.write(shoal.datasets.clicks(rows=400), tmp_path / "ann_smith_clinic.dat")
    content = {
        "model": "k=5",
        "input": {"path": "ann_smith_clinic.dat"},
        "options": {"seed": 987654321},
        "output": {"path": "r.dat", "report": "r.html"},
    }
    made = shoal.Recipe.of(content, folder=tmp_path).run()
    page = (tmp_path / "r.html").read_text()
    run = made.files["run_file"].read_text()
    assert "987654321" in run
    for word in ("987654321", "ann_smith", str(tmp_path), *re.findall(r"[0-9a-f]{64}", run)):
        assert word not in page


def test_markup_in_the_data_stays_text():
    evil = "<script>alert(1)</script>"
    rows = [["tea", evil]] * 30 + [["tea", "rum"]] * 3 + [[evil, f"x{i}"] for i in range(30)]
    release = shoal.anonymize(rows, "k=20")
    page = draw_report(release, "a b;<i>.dat")

    seen: set[str] = set()

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            seen.add(tag)

    Tags().feed(page)
    assert not seen & {"script", "i", "img", "a", "iframe", "link"}
    assert "http" not in page.replace("http-equiv", "")
