"""Two rows of a million items: every command is done when it has looked at them a few times."""

from __future__ import annotations

import json

import pytest

ITEMS = 1_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two rows that share half of their items."""
    folder = tmp_path_factory.mktemp("long")
    rows = (range(ITEMS), range(ITEMS // 2, ITEMS // 2 + ITEMS))
    text = "".join(f"{' '.join(map(str, row))}\n" for row in rows)
    (folder / "two.dat").write_text(text)
    return folder


@pytest.mark.parametrize("method", ["sweep", "patternka"])
def test_two_rows_of_a_million_items_are_published(shoal, tmp_path, folder, method):
    command = ("anonymize", folder / "two.dat", "-k", "2", "--method", method, "--json")
    done = shoal(*command, "-o", tmp_path / "release.dat")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["loss"]["kept_items"] == ITEMS
    # Nobody looks for patterns as long as a row: no more than half of them are in both.
    assert answer["search"]["proved_groups"] == 1
    assert shoal("verify", tmp_path / "release.dat", "-k", "2").returncode == 0


def test_two_rows_of_a_million_items_have_a_longest_pattern(shoal, folder):
    flags = ("-s", "2", "--target", "longest", "--json")
    done = shoal("mine", folder / "two.dat", *flags)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["by_length"] == {str(ITEMS // 2): 1}


def test_two_rows_of_a_million_items_are_inspected(shoal, folder):
    done = shoal("inspect", folder / "two.dat", "--json")
    assert done.returncode == 0, done.stderr
    first, *_ = json.loads(done.stdout)["uniqueness"]
    assert 0.45 < first["share"] < 0.55
