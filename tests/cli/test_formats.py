"""Files in other formats than text baskets, through the commands."""

from __future__ import annotations

import json

import polars as pl
import pytest

ORDERS = "till,what,day\n" + "".join(
    f"{n // 2 % 9},{'tea' if n % 2 else 'rum'},{n}\n" for n in range(36)
)
LONG = ["--id", "till", "--item", "what"]


def test_a_long_file_from_end_to_end(shoal, tmp_path):
    (tmp_path / "orders.csv").write_text(ORDERS)
    done = shoal("anonymize", "orders.csv", "-k", 3, *LONG, "-o", "release.csv", "--json")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "release.csv").read_text().splitlines()
    assert lines[0] == "till,what"
    assert {line.partition(",")[0] for line in lines[1:]} == set(map(str, range(1, 10)))
    run = json.loads((tmp_path / "release.csv.run.json").read_text())
    assert run["input"]["format"]["long"] == {"id": "till", "item": "what"}
    done = shoal("verify", "release.csv", "-k", 3, "--format", "long", "--json")
    assert json.loads(done.stdout)["verdict"]["k_min"] == 9
    done = shoal("measure", "orders.csv", "release.csv", *LONG, "--json")
    assert json.loads(done.stdout)["loss"]["gcp"] == 0
    done = shoal("mine", "orders.csv", "-s", 9, *LONG, "--json")
    assert json.loads(done.stdout)["rows"] == 9


def test_columns_beside_ids_and_items_are_not_verified_silently(shoal, tmp_path):
    (tmp_path / "orders.csv").write_text(ORDERS)
    done = shoal(
        "verify", "orders.csv", "-k", 3, "--format", "long", "--id", "till", "--show-values"
    )
    assert done.returncode == 2
    assert "name the columns of ids and of items with --id and --item" in done.stderr
    numbered = "".join(f"{till},tea,day {till}\n" for till in (1, 2, 3))
    (tmp_path / "numbered.csv").write_text(f"till,what,day\n{numbered}")
    done = shoal("verify", "numbered.csv", "-k", 3, *LONG)
    assert done.returncode == 0
    assert "there is another column, 'day'" in done.stderr


def test_sequences_of_spmf_are_published_as_sets(shoal, tmp_path):
    (tmp_path / "trips.txt").write_text("1 -1 2 -1 1 -1 -2\n2 -1 1 -1 -2\n")
    done = shoal("anonymize", "trips.txt", "-k", 2, "-o", "release.txt")
    assert done.returncode == 0, done.stderr
    assert "order and repeats are dropped" in done.stderr
    assert (tmp_path / "release.txt").read_text() == "1 2\n1 2\n"


@pytest.mark.parametrize("name", ["release.dat.zst", "release.zst", "release.spmf", "release"])
def test_a_folder_of_parquet_files(shoal, tmp_path, name):
    (tmp_path / "parts").mkdir()
    for part in range(3):
        pl.DataFrame({"items": [["tea", f"only {part}"]]}).write_parquet(
            tmp_path / "parts" / f"{part}.parquet"
        )
    done = shoal("anonymize", "parts", "-k", 3, "-o", name, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["loss"]["kept_items"] == 3


def test_an_output_of_no_format(shoal, tmp_path, baskets):
    done = shoal("anonymize", baskets, "-k", 3, "-o", "release.xlsx")
    assert done.returncode == 2
    assert "there is no format '.xlsx'; end the name with one of .dat" in done.stderr
    assert not (tmp_path / "release.xlsx").exists()
