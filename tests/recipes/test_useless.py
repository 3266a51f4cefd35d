"""A release that is of no use says so, and what to try: on the terminal, as JSON, in its report."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import shoal
from shoal.certificate.baskets import Certificate
from shoal.certificate.scope import Scope
from shoal.cli.main import run
from shoal.errors import Notice
from shoal.kinds.usefulness import certificate_facts, useless_baskets
from shoal.loss.baskets import BasketLoss
from shoal.utility import BasketUse
from shoal.utility.pairs import PairsKept

ITEMS, ROWS = 1500, 2000


@pytest.fixture(scope="module")
def supermarket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return baskets of a few items each, out of very many, and their taxonomy."""
    rng = np.random.default_rng(5)
    folder = tmp_path_factory.mktemp("supermarket")
    with (folder / "baskets.dat").open("w") as file:
        for size in np.minimum(1 + rng.poisson(3.4, ROWS), 14).tolist():
            print(*sorted(rng.choice(ITEMS, size, replace=False) + 1), file=file)
    paths = [(str(i), f"shelf{i // 10}", f"aisle{i // 100}", "*") for i in range(1, ITEMS + 1)]
    shoal.write_hierarchy(shoal.Hierarchy.from_paths(paths), folder / "items.csv")
    return folder


def asked(folder: Path, name: str, *more: str) -> list[str]:
    source, target = str(folder / "baskets.dat"), str(folder / name)
    return ["anonymize", source, "-o", target, "--report", f"{target}.html", "--overwrite", *more]


def words(page: Path) -> str:
    text = re.sub(r"<(style|svg).*?</\1>", " ", page.read_text(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_nothing_remains_together(supermarket: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*asked(supermarket, "single.dat", "-k", "10")]) == 0
    shown = capsys.readouterr()
    assert "shoal: warning: hardly any two items remain together, in 0 of" in shown.err
    lines = [line.split("  ")[1] for line in shown.out.splitlines() if line.startswith("  ")]
    assert lines.index("two items in") < lines.index("GCP")
    assert "0 of" in shown.out
    assert "any release that only suppresses items" in " ".join(shown.out.split())

    assert run([*asked(supermarket, "single.dat", "-k", "10"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "nothing-together" in told["warning_codes"]
    assert told["utility"]["together"] == 0 < told["utility"]["together_before"]

    page = words(supermarket / "single.dat.html")
    assert page.index("Only 0.0 % of the baskets hold two items") < page.index("What is left")
    assert "--taxonomy FILE , alone or with --model km=10,2 , or with a smaller k may" in page
    flags = "consider --taxonomy FILE, alone or with --model km=10,2, or a smaller k"
    assert flags in shown.err, "km-anonymity alone is refused"
    assert "GCP with a taxonomy and GCP without are not comparable" in shown.err
    assert page.index("What is left") < page.index("What was done")


@pytest.mark.parametrize("model", ["k=10", "km=10,2"])
def test_what_it_points_at_keeps_items_together(
    supermarket: Path, model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    taxonomy = str(supermarket / "items.csv")
    more = ["--model", model, "--taxonomy", taxonomy]
    assert run([*asked(supermarket, f"{model[:2]}.dat", *more), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (said,) = [one for one in told["warnings"] if "not comparable" in one]
    assert "hardly any two items remain together" not in said
    assert "frequent pairs of items is kept" in said, "broader names are no pairs of items"
    assert "--taxonomy FILE" not in said
    assert told["utility"]["together"] > 0.5 * told["utility"]["together_before"]
    page = words(supermarket / f"{model[:2]}.dat.html")
    assert "The most frequent items" in page, "broader names are drawn as items are"
    assert "hold two items or more, so the release" not in page


def test_pairs_that_are_all_lost() -> None:
    rng = np.random.default_rng(1)
    rows = [[f"i{one}" for one in rng.choice(12, 2, replace=False)] for _ in range(1000)]
    release = shoal.anonymize(rows, "k=80", method="patternka")
    codes = release.to_dict()["warning_codes"]
    useful = release.utility.pairs.kept or release.utility.together
    assert ("nothing-together" in codes) == (not useful)


def told_of(rows: int, off: float, kept: int, *, k: int = 2, pairs: int = 0) -> list[Notice]:
    use = BasketUse(off, off, PairsKept(pairs, 0, 2), rows, rows)
    loss = BasketLoss(rows, 1000, kept, 1, rows, 0, 0)
    return [*useless_baskets(use, loss, shoal.KAnonymity(k), taxonomy=True)]


def test_counts_and_items_that_are_lost_by_any_method() -> None:
    assert told_of(500, 0.49, 10) == []
    (counts,) = told_of(500, 0.694, 10)
    assert counts.code == "counts-off"
    assert "counts of one item are off by 69.4%" in counts
    assert "a smaller k" not in counts, "there is none"
    (items,) = told_of(500, 0.1, 9, k=3)
    assert items.code == "items-lost"
    assert "hardly any item keeps its own name, 9 of 1,000 items" in items
    assert "a smaller k" in items
    (pairs,) = told_of(500, 0.1, 500, pairs=3037)
    assert pairs.code == "nothing-together"
    assert "none of 3,037 frequent pairs of items is kept" in pairs


@pytest.mark.parametrize("model", ["k=20", "beta=0.0001", "k=2,t=0.001"])
def test_what_to_weaken_is_what_was_asked_for(model: str) -> None:
    rng = np.random.default_rng(2)
    ages = [f"a{one}" for one in rng.integers(0, 40, 40)]
    people = {"age": ages, "ill": rng.integers(0, 3, 40)}
    release = shoal.anonymize(people, model, qi=["age"], sensitive=["ill"], recoding="hierarchy")
    said = " ".join(release.warnings)
    assert ("a smaller k" in said, "a weaker model" in said) == (model == "k=20", model != "k=20")


def test_groups_that_may_be_small_are_told() -> None:
    people = {"age": [20, 20, 40, 40, 40], "ill": ["x", "y", "x", "y", "x"]}
    qi, sensitive = ["age"], ["ill"]
    release = shoal.anonymize(people, "l=2,beta=1", qi=qi, sensitive=sensitive)
    assert release.summary()["rows"] == "5 in 2 groups, the smallest of 2"
    (said,) = [one for one in release.warnings if getattr(one, "code", "") == "no-k"]
    assert "as few as 2 rows, and the smallest has 2" in said
    assert "model='k=10,l=2,beta=1'" in said
    for model in ("k=2", "k=2,l=2", "alpha=0.7,k=2"):
        codes = shoal.anonymize(people, model, qi=qi, sensitive=sensitive).to_dict()
        assert "no-k" not in codes["warning_codes"]


def test_a_bound_of_next_to_nothing_proves_nothing() -> None:
    facts = certificate_facts(
        Certificate("quick", 10**6, 0, 10**6 - 1, scope=Scope("GCP", 2)), guided=True
    )
    assert facts["certificate"].startswith("next to nothing is proved for releases that only")
    assert "above" not in facts["certificate"]
    facts = certificate_facts(Certificate("quick", 100, 40, 45, scope=Scope("GCP", 2)), guided=True)
    assert "this one is 9.1% above (quick)" in " ".join(facts["certificate"].split())
