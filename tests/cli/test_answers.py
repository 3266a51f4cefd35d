"""What good calls give: files, verdicts, figures, and streams that hold only what they should."""

from __future__ import annotations

import json
import os
import pty
import stat
import subprocess
import sys
from collections import Counter

import polars as pl
import pytest

from shoal.cli.app import dispatch
from shoal.methods.basket_method import DEFAULT_BUDGET
from shoal.recipes.recipe import Recipe

from .conftest import SHOAL


def rows_of(path):
    return [tuple(line.split()) for line in path.read_text().splitlines()]


def test_anonymize_in_input_order_with_json(shoal, tmp_path, baskets):
    command = ["anonymize", "baskets.dat", "-k", 5, "--method", "patternka", "-o", "r.dat"]
    done = shoal(*command, "--no-shuffle", "--json")
    assert done.returncode == 0
    document = json.loads(done.stdout)
    before, after = rows_of(baskets), rows_of(tmp_path / "r.dat")
    assert len(before) == len(after) == document["rows"]
    assert all({*kept} <= {*row} for row, kept in zip(before, after, strict=True))
    assert min(Counter(after).values()) == document["verdict"]["k_min"] >= 5
    assert document["verdict"]["ok"] is True
    assert document["groups"] == len(set(after))
    kept, total = sum(map(len, after)), sum(map(len, before))
    assert document["loss"]["kept_items"] == kept
    assert document["loss"]["gcp"] == pytest.approx(1 - kept / total)
    assert document["schema"] == "shoal.anonymize/1"
    assert document["seconds"] > 0
    assert document["search"].keys() == {
        "proved_groups",
        "best_found_groups",
        "nodes",
        "repeatable",
    }
    assert "order" in done.stderr
    assert document["warnings"]


def test_rows_are_sorted_by_default_and_threads_change_nothing(shoal, tmp_path, baskets):
    for threads in (1, 2):
        done = shoal("anonymize", baskets, "-k", 4, "-o", f"{threads}.dat", "--threads", threads)
        assert (done.returncode, done.stderr) == (0, "")
    content = (tmp_path / "1.dat").read_bytes()
    assert content == (tmp_path / "2.dat").read_bytes()
    rows = [[*map(int, row)] for row in rows_of(tmp_path / "1.dat")]
    assert rows == sorted(rows)


def test_an_old_output_is_replaced_and_the_run_file_is_private(shoal, tmp_path, baskets):
    (tmp_path / "release.dat").write_text("old")
    call = ["anonymize", baskets, "-k", 4, "-o", "release.dat", "--seed", 7]
    assert shoal(*call, "--overwrite").returncode == 0
    assert "old" not in (tmp_path / "release.dat").read_text()
    run_file = tmp_path / "release.dat.run.json"
    assert stat.S_IMODE(run_file.stat().st_mode) == 0o600
    run = json.loads(run_file.read_text())
    assert run["recipe"]["options"]["seed"] == 7
    digest = subprocess.run(["sha256sum", tmp_path / "release.dat"], capture_output=True, text=True)
    assert run["files"][0]["sha256"] == digest.stdout.split()[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "baskets.dat",
        "release.dat",
        "release.dat.run.json",
    ]


@pytest.mark.parametrize("name", ["r.dat.gz", "r.csv", "r.parquet", "r.arrow", "r", "r.dat.zst"])
def test_every_output_format_verifies_and_measures(shoal, tmp_path, baskets, name):
    document = json.loads(shoal("anonymize", baskets, "-k", 6, "-o", name, "--json").stdout)
    verified = shoal("verify", name, "--model", "k=6", "--json")
    assert verified.returncode == 0
    assert json.loads(verified.stdout)["verdict"] == document["verdict"]
    measured = json.loads(shoal("measure", baskets, name, "--json").stdout)
    assert measured["loss"] == document["loss"]
    assert measured["schema"] == "shoal.measure/1"


def test_csv_with_a_separator_keeps_it(shoal, tmp_path):
    (tmp_path / "b.csv").write_text("whole milk;tea\nwhole milk\n" * 3)
    command = ["anonymize", "b.csv", "-k", 3, "--separator", ";", "--keep-order"]
    assert shoal(*command, "-o", "r.csv").returncode == 0
    lines = (tmp_path / "r.csv").read_text().splitlines()
    assert lines == ["tea;whole milk", "whole milk"] * 3
    assert shoal(*command, "-o", "r.tsv").returncode == 0
    assert (tmp_path / "r.tsv").read_text().splitlines() == ["tea\twhole milk", "whole milk"] * 3


def test_verify_fails_with_row_numbers_and_status_1(shoal, tmp_path):
    (tmp_path / "r.dat").write_text("1 2\n1 2\n9 8\n1 2\n")
    done = shoal("verify", "r.dat", "-k", 2)
    assert (done.returncode, done.stderr) == (1, "")
    assert "FAILS" in done.stdout
    assert " 3\n" in done.stdout
    assert "9 8" not in done.stdout
    document = json.loads(shoal("verify", "r.dat", "-k", 2, "--json").stdout)
    assert document["verdict"]["first_offenders"] == [3]


def test_repeated_items_are_merged_counted_and_said(shoal, tmp_path):
    (tmp_path / "b.dat").write_text("1 1 2\n1 2 2 2\n")
    done = shoal("anonymize", "b.dat", "-k", 2, "-o", "r.dat", "--json")
    assert "3 repeated items" in done.stderr
    assert json.loads(done.stdout)["loss"]["items"] == 4
    assert (tmp_path / "r.dat").read_text() == "1 2\n1 2\n"


def test_every_command_says_that_repeated_items_were_merged(shoal, tmp_path):
    (tmp_path / "b.dat").write_text("1 1 2\n1 2\n")
    said = "1 repeated item within rows was merged"
    for command in (
        ["anonymize", "b.dat", "-k", 2, "-o", "r.dat"],
        ["verify", "b.dat", "-k", 2],
        ["measure", "b.dat", "r.dat"],
        ["mine", "b.dat", "-s", 2],
    ):
        done = shoal(*command, "--json")
        place = "b.dat: " if command[0] == "measure" else ""
        assert done.stderr == f"shoal: warning: {place}{said}\n"
        assert json.loads(done.stdout)["warnings"] == [place + said]
        quiet = shoal(*command, "--quiet")
        assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


def test_verify_judges_a_named_column_alone_and_warns(shoal, tmp_path):
    frame = pl.DataFrame({"id": [1, 2], "cart": [["tea"], ["tea"]]})
    frame.write_parquet(tmp_path / "r.parquet")
    done = shoal("verify", "r.parquet", "-k", 2, "--column", "cart", "--json")
    assert done.returncode == 0
    (warning,) = json.loads(done.stdout)["warnings"]
    assert "only column 'cart' was judged; there is another column, 'id'" in warning
    assert done.stderr == f"shoal: warning: {warning}\n"
    shown = shoal("verify", "r.parquet", "-k", 2, "--column", "cart").stdout
    assert "2 in 1 group\n" in shown


def test_a_line_of_a_million_items_is_answered(shoal, tmp_path):
    long_row = " ".join(map(str, range(1_000_000)))
    (tmp_path / "b.dat").write_text(f"{long_row}\n1 2\n1 2 3\n")
    assert shoal("anonymize", "b.dat", "-k", 2, "-o", "r.dat").returncode == 0
    assert shoal("verify", "r.dat", "-k", 2).returncode == 0


def test_only_empty_baskets(shoal, tmp_path):
    (tmp_path / "b.dat").write_text("\n\n\n")
    done = shoal("anonymize", "b.dat", "-k", 2, "-o", "r.dat", "--json")
    assert json.loads(done.stdout)["loss"]["gcp"] == 0
    assert (tmp_path / "r.dat").read_text() == "\n\n\n"


def test_baskets_published_empty_are_told(shoal, tmp_path):
    (tmp_path / "b.dat").write_text("1 2\n" * 3 + "3\n4\n5\n")
    told = "3 of 6 baskets are published empty"
    assert told in shoal("anonymize", "b.dat", "-k", 3, "-o", "r.dat").stdout
    assert told in shoal("measure", "b.dat", "r.dat").stdout
    assert (
        json.loads(shoal("measure", "b.dat", "r.dat", "--json").stdout)["loss"]["empty_rows"] == 3
    )
    (tmp_path / "b.dat").write_text("1 2\n" * 3)
    assert "empty" not in shoal("anonymize", "b.dat", "-k", 3, "-o", "r.dat").stdout


def test_baskets_published_empty_by_rules_are_told(shoal, tmp_path):
    (tmp_path / "b.dat").write_text("1 2\n1 3\n\n\n")
    (tmp_path / "rules.txt").write_text("1 -> 2\n")
    made = shoal("anonymize", "b.dat", "--model", "rules=rules.txt,k=2,c=0.9", "-o", "r.dat")
    told = "2 of 4 baskets are published empty"
    assert told in made.stdout
    assert told in shoal("measure", "b.dat", "r.dat", "--mapping", "r.dat.mapping.csv").stdout


def test_mine_prints_figures_or_writes_patterns(shoal, tmp_path):
    (tmp_path / "b.csv").write_text("whole milk,tea\nwhole milk,tea\nwhole milk\n")
    document = json.loads(shoal("mine", "b.csv", "--min-support", 2, "--json").stdout)
    assert (document["patterns"], document["longest"]) == (2, 2)
    assert document["by_length"] == {"1": 1, "2": 1}
    done = shoal("mine", "b.csv", "--min-support", "60%", "--target", "closed")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) <= 22
    for name in ("p.csv", "p.parquet", "p.arrow"):
        assert shoal("mine", "b.csv", "--min-support", 2, "-o", name).returncode == 0
    table = pl.read_csv(tmp_path / "p.csv")
    assert {frozenset(items.split(";")) for items in table["items"]} == {
        frozenset({"whole milk"}),
        frozenset({"whole milk", "tea"}),
    }
    assert pl.read_parquet(tmp_path / "p.parquet").equals(pl.read_ipc(tmp_path / "p.arrow"))


def test_demo(shoal, tmp_path):
    done = shoal("demo", "-o", "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert {"rows", "items kept", "GCP", "verdict"} <= {
        line.strip().split("   ")[0] for line in done.stdout.splitlines()
    }
    assert "\nA census, anonymized\n" in done.stdout
    assert "out" in done.stdout.splitlines()[-1]
    commands = done.stdout.split("Next: ")[1].replace("\\\n", "").splitlines()
    # Where Shoal is installed may be a long name.
    shown = done.stdout.replace(commands[0].split()[0], "shoal")
    assert all(len(line) <= 80 for line in shown.splitlines())
    # The commands that it shows work as they stand.
    assert len(commands) == 4
    for command in commands:
        assert shoal(*command.split()[1:]).returncode == 0, command
    first = (tmp_path / "out/release.dat").read_bytes()
    done = shoal("demo", "-o", "out", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out/release.dat").read_bytes() == first
    document = json.loads(done.stdout)
    table = document["table"]
    assert document["schema"] == table["schema"] == "shoal.anonymize/1"
    assert (document["output"], table["output"]) == ("out/release.dat", "out/release.csv")
    assert table["certificate"]["kind"] == "tight"
    assert 0 < table["certificate"]["bound"] <= table["loss"]["lm"]
    assert table["verdict"]["ok"]
    assert table["verdict"]["k_min"] >= 10
    assert "id" in table["dropped"]
    assert table["columns"] == ["age", "sex", "zip", "education", "disease"]


def test_demo_prints_warnings(tmp_path, monkeypatch, capsys):
    real = Recipe.of

    def in_input_order(content, **options):
        return real(content | {"options": {"keep_order": True}}, **options)

    monkeypatch.setattr("shoal.recipes.recipe.Recipe.of", in_input_order)
    assert dispatch(["demo", "-o", str(tmp_path)]) == 0
    assert "warning: the release keeps the input's order" in capsys.readouterr().err
    assert dispatch(["demo", "-o", str(tmp_path), "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_quiet_says_nothing(shoal, tmp_path, baskets):
    done = shoal("anonymize", baskets, "-k", 4, "-o", "r.dat", "--quiet", "--keep-order")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_progress_is_shown_on_a_terminal_and_stdout_stays_pure(tmp_path, baskets):
    screen, terminal = pty.openpty()
    command = [SHOAL, "anonymize", str(baskets), "-k", "4", "-o", "r.dat", "--json"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(terminal)
        output, _ = process.communicate(timeout=60)
    shown = os.read(screen, 100_000)
    os.close(screen)
    assert b"Anonymizing" in shown
    assert json.loads(output)["verdict"]["ok"]


def test_help_teaches_and_loads_nothing_heavy(shoal):
    for command in ([], ["anonymize"], ["verify"], ["measure"], ["mine"], ["demo"]):
        done = shoal(*command, "--help")
        assert (done.returncode, done.stderr) == (0, "")
        assert "shoal anonymize" in done.stdout or f"shoal {command[0]} " in done.stdout
        assert all(len(line) <= 80 for line in done.stdout.splitlines())
        if command == ["anonymize"]:
            assert f"{DEFAULT_BUDGET:,} by default" in " ".join(
                done.stdout.replace("│", "").split()
            )
    program = (
        "import sys\n"
        "from shoal.cli.main import run\n"
        "assert run(['--help']) == 0\n"
        "assert not {'numpy', 'polars', 'shoal._core'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
    assert shoal().stdout == shoal("--help").stdout
    assert shoal("--version").stdout.startswith("shoal 0.")


def test_memory_is_shown(shoal, baskets):
    done = shoal("anonymize", baskets, "-k", "2", "-o", "release.dat", "--memory-limit", "1.5GiB")
    assert "1.5 GiB allowed" in done.stdout
    refused = shoal("anonymize", baskets, "-k", "2", "-o", "release.dat", "--memory-limit", "1M")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "may use 1 MiB" in refused.stderr
