"""``shoal utility learn``: what it prints, how it finds hierarchies, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import shoal as api

from .conftest import Shoal, ask


@pytest.fixture
def released(tmp_path: Path, shoal: Shoal) -> Path:
    """A census with hierarchies, and a release in a folder of its own."""
    api.datasets.census(rows=300).write_csv(tmp_path / "people.csv")
    (tmp_path / "trees").mkdir()
    (tmp_path / "out").mkdir()
    for name, tree in api.datasets.census_hierarchies().items():
        api.write_hierarchy(tree, tmp_path / "trees" / f"{name}.csv")
    call = "anonymize people.csv -k 5 --qi age,sex,zip --hierarchies trees --sensitive disease"
    done = shoal(*call.split(), "--keep", "education", "-o", "out/release.csv", "--quiet")
    assert done.returncode == 0, done.stderr
    return tmp_path


CALL = ("utility", "learn", "people.csv", "out/release.csv", "--target", "disease", "--folds", 4)


def test_the_run_file_says_how_the_original_is_read(shoal: Shoal, released: Path) -> None:
    done = shoal(*CALL)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "  features    age, sex, zip, education" in lines
    assert "  rows        300, of which 300 have their own published row" in lines
    document = json.loads(shoal(*CALL, "--json").stdout)
    assert document["schema"] == "shoal.utility-learn/1"
    for source in ("original", "release", "difference"):
        for name, figure in document[source].items():
            assert {"mean", "error"} == figure.keys()
            shown = next(line for line in lines if line.startswith(f"  {name} "))
            assert f"{figure['mean']:.4f} ± {figure['error']:.4f}" in shown.replace("+", "")


def test_flags_say_it_as_well(shoal: Shoal, released: Path) -> None:
    by_run_file = shoal(*CALL, "--json").stdout
    (released / "out" / "release.csv.run.json").unlink()
    assert "give --qi" in ask(shoal, released, 2, *CALL)
    flags = ("--qi", "age,sex,zip", "--hierarchies", "trees")
    assert shoal(*CALL, *flags, "--json").stdout == by_run_file


def test_a_release_by_bands_is_read_by_its_k(shoal: Shoal, released: Path) -> None:
    bands = ("--qi", "age,education,occupation", "--sensitive", "disease", "-o", "bands.csv")
    shoal("anonymize", "people.csv", "-k", 5, *bands, "--quiet")
    call = ("utility", "learn", "people.csv", "bands.csv", "--target", "disease", "--json")
    found = json.loads(shoal(*call).stdout)
    assert found["own_rows"] == found["rows"] == 300
    (released / "bands.csv.run.json").unlink()
    call = (*call, "--qi", "age,education,occupation")
    assert "k it was made for" in ask(shoal, released, 2, *call)
    assert json.loads(shoal(*call, "-k", 5).stdout) == found


def test_seeds_learners_and_doubts(shoal: Shoal, released: Path) -> None:
    every = {
        flags: shoal(*CALL, *flags, "--json").stdout
        for flags in (("--seed", 1), ("--seed", 2), ("--learner", "logistic"), ("--seed", "1"))
    }
    assert every["--seed", 1] == every["--seed", "1"]
    assert len({*every.values()}) == 3
    done = shoal(*CALL[:5], "sex", "--positive", "male")
    assert "the target is a quasi-identifier: cells were chosen by it" in done.stderr
    assert "  target      sex, 'male' of two values" in done.stdout


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (("--target", "illness"), "people.csv, line 1: there is no column 'illness'"),
        (("--target", "occupation"), "the release: there is no column 'occupation'"),
        (("--target", "zip"), "'zip' holds 100 different values: a target has 2 to 50"),
        (("--folds", "1"), "folds must be a whole number of at least 2, not 1"),
        (("--folds", "301"), "300 rows have a value of the target, too few for 301 --folds"),
        (("--learner", "svm"), "--learner is 'svm', but must be one of tree, logistic, forest"),
        (("--positive", "none"), "--positive must be one of the two values of the target"),
    ],
)
def test_mistakes_are_one_sentence(
    shoal: Shoal, released: Path, changed: tuple[str, str], sentence: str
) -> None:
    call = list(CALL)
    if changed[0] in call:
        at = call.index(changed[0])
        del call[at : at + 2]
    assert sentence in ask(shoal, released, 2, *call, *changed)
