"""``shoal mine``: targets, best patterns, limits, and files written while mining."""

from __future__ import annotations

import json

import polars as pl
import pytest

from .conftest import ask


def mine(shoal, *arguments):
    done = shoal("mine", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_targets_and_best_patterns(shoal, tmp_path, baskets):
    counts = {
        target: mine(shoal, baskets, "-s", 3, "--target", target)[0]["patterns"]
        for target in ("all", "closed", "maximal", "longest")
    }
    assert counts["all"] > counts["closed"] > counts["maximal"] >= counts["longest"] > 0
    document, _ = mine(shoal, baskets, "--top", 3, "--min-length", 2, "-o", "best.csv")
    assert (document["patterns"], document["complete"]) == (3, True)
    best = pl.read_csv(tmp_path / "best.csv")
    assert best["support"].is_sorted(descending=True)
    assert best["length"].min() >= 2


@pytest.mark.parametrize("name", ["p.parquet", "p.arrow", "p.csv"])
def test_a_limit_writes_the_first_patterns_and_says_so(shoal, tmp_path, baskets, name):
    document, errors = mine(shoal, baskets, "-s", 2, "--limit", 5, "-o", name)
    assert (document["patterns"], document["complete"]) == (5, False)
    assert document["stopped_by"] == "limit"
    sentence = (
        "shoal: warning: the 5 patterns found are not all: the limit of 5 patterns was reached"
    )
    assert errors.splitlines() == [sentence]
    read = {"p.csv": pl.read_csv, "p.arrow": pl.read_ipc}.get(name, pl.read_parquet)
    first = read(tmp_path / name)
    mine(shoal, baskets, "-s", 2, "-o", name, "--overwrite")
    assert first.equals(read(tmp_path / name).head(5))


@pytest.mark.parametrize("name", ["p.parquet", "p.arrow", "p.csv"])
def test_the_file_is_the_same_with_any_number_of_threads(shoal, tmp_path, name):
    (tmp_path / "wide.dat").write_text(
        "".join(f"{' '.join(map(str, range(16)))} {n}\n" * 2 for n in (50, 60))
    )
    files = []
    for threads in (1, 2):
        flags = ["-s", 2, "--target", "all", "--threads", threads, "-o", name]
        document, _ = mine(shoal, "wide.dat", *flags)
        assert document["patterns"] == 2**16 - 1 + 2 * 2**16
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize("flags", [[], ["--target", "all"], ["-o", "p.parquet"], ["-o", "p.csv"]])
def test_a_time_limit_ends_an_endless_search(shoal, tmp_path, endless, flags):
    document, errors = mine(shoal, endless, "-s", 5, "--time-limit", 0.3, *flags)
    assert (document["complete"], document["stopped_by"]) == (False, "time")
    assert document["patterns"] > 0
    assert "not all: the time limit of 0.3 seconds was reached" in errors
    if "p.parquet" in flags:
        assert len(pl.read_parquet(tmp_path / "p.parquet")) == document["patterns"]


def test_a_time_limit_of_centuries_is_none(shoal, baskets):
    document, _ = mine(shoal, baskets, "-s", 3, "--time-limit", "1e10")
    assert document["complete"]


def test_nothing_found_in_time_is_one_sentence(shoal, tmp_path, endless):
    flags = ["--target", "longest", "--time-limit", 0.3, "-o", "p.parquet"]
    assert "nothing was found" in ask(shoal, tmp_path, 1, "mine", endless, "-s", 5, *flags)


def test_no_support(shoal, tmp_path, baskets):
    assert "min_support is needed" in ask(shoal, tmp_path, 2, "mine", baskets)


def test_a_taxonomy_generalizes_baskets(shoal, tmp_path):
    (tmp_path / "drinks.dat").write_text("tea rum\ncocoa rum\ntea gin\n")
    (tmp_path / "items.csv").write_text("tea;hot;*\ncocoa;hot;*\nrum;cold;*\ngin;cold;*\n")
    flags = ["--taxonomy", "items.csv", "-s", 3, "-o", "p.csv"]
    document, _ = mine(shoal, "drinks.dat", *flags)
    assert (document["patterns"], document["by_length"]) == (1, {"2": 1})
    assert (tmp_path / "p.csv").read_text() == "items,length,support\ncold hot,2,3\n"


def test_tables_are_mined_by_their_hierarchies(shoal, tmp_path):
    (tmp_path / "people.csv").write_text("city,sex\nRome,f\nOslo,f\nKobe,m\n")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "city.csv").write_text("Rome;Europe;*\nOslo;Europe;*\nKobe;Asia;*\n")
    flags = ["--qi", "city,sex", "--hierarchies", "trees", "-s", 2, "-o", "p.parquet"]
    document, _ = mine(shoal, "people.csv", *flags)
    assert document["by_length"] == {"0": 1, "2": 1}
    found = pl.read_parquet(tmp_path / "p.parquet")
    assert found["items"].to_list() == [[], ["city=Europe", "sex=f"]]
    assert found["support"].to_list() == [3, 2]
