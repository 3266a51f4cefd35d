"""Stopped in any way, at any moment: an output is the old one or the new one, never half."""

from __future__ import annotations

import json
import random
import shlex
import signal
import subprocess
import sys
import time

import numpy as np
import polars as pl
import pytest

STOPPED = "shoal: stopped; nothing was written\n"
SIGNALS = {"Ctrl-C": (signal.SIGINT, 130), "SIGTERM": (signal.SIGTERM, 143)}


def write_slow(folder, name: str) -> str:
    """Write what keeps a command at work for minutes; return the command."""
    if name == "table":
        draw = np.random.default_rng(0)
        columns = {f"c{at}": draw.integers(0, 40, 60_000) for at in range(10)}
        pl.DataFrame(columns).write_parquet(folder / "t.parquet")
        return f"anonymize t.parquet -k 5 --qi {','.join(columns)} -o r.csv"
    if name == "rules":
        # Of the pairs of these items none is known not to be best.
        long = " ".join(map(str, range(1, 100_000)))
        (folder / "d.dat").write_text(f"0 {long}\n{long}\n100000\n100001\n")
        (folder / "rules.txt").write_text("1 2 -> 0\n")
        return "anonymize d.dat --model rules=rules.txt,k=2,c=0.9 -o r.dat"
    if name == "patterns":
        return "mine dense.dat -s 5 -o p.parquet"
    return "anonymize dense.dat -k 10 -o r.dat --exact"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("baskets", "Ctrl-C"),
        ("baskets", "SIGTERM"),
        ("table", "Ctrl-C"),
        ("rules", "SIGTERM"),
        ("patterns", "Ctrl-C"),
    ],
)
def test_a_signal_stops_a_long_run_promptly_and_leaves_nothing(
    start, tmp_path, endless, name, kind
):
    command = shlex.split(write_slow(tmp_path, name))
    (tmp_path / command[command.index("-o") + 1]).write_text("old")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    process = start(*command, "--overwrite")
    time.sleep(2)
    assert process.poll() is None, "the run must be one that takes minutes"
    number, status = SIGNALS[kind]
    stopped = time.perf_counter()
    process.send_signal(number)
    try:
        output, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert time.perf_counter() - stopped < 5
    assert (process.returncode, output, errors) == (status, "", STOPPED)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_time_limit_ends_a_long_run_with_a_release_that_says_so(shoal, endless):
    done = shoal(
        "anonymize", endless, "-k", 10, "-o", "r.dat", "--exact", "--time-limit", 1, "--json"
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["search"]["repeatable"] is False
    assert "not repeatable" in done.stderr


def test_a_time_limit_gives_a_release_that_says_something_or_none(shoal, tmp_path):
    answers = {f"q{at}": [str(row * (at + 3) % 7) for row in range(3000)] for at in range(20)}
    pl.DataFrame(answers).write_csv(tmp_path / "answers.csv")
    asked = ("anonymize", "answers.csv", "-k", 10, "--qi", ",".join(answers), "-o", "r.csv")
    done = shoal(*asked, "--time-limit", 0.001)
    if done.returncode == 0:  # how far a search comes in a moment depends on the machine
        assert "not repeatable" in done.stderr
        assert len(set((tmp_path / "r.csv").read_text().splitlines())) > 2, "one group says nothing"
        return
    assert done.returncode == 1
    assert (
        "0.001 s left no time to search, and nothing was written: try --time-limit" in done.stderr
    )
    assert "warning" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["answers.csv"]


@pytest.mark.parametrize("name", ["baskets", "table", "rules"])
def test_kills_at_many_moments_leave_files_that_belong_together(
    shoal_process, start, tmp_path, name
):
    rows = [range(number % 50, number % 50 + 9) for number in range(20_000)]
    (tmp_path / "d.dat").write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))
    (tmp_path / "rules.txt").write_text("1 40 -> 5\n")
    people = {"age": [number % 50 for number in range(2000)], "ill": ["flu"] * 2000}
    pl.DataFrame(people).write_csv(tmp_path / "t.csv")
    command = {
        "baskets": "anonymize d.dat -k 10 -o r.dat",
        "table": "anonymize t.csv -k 7 --qi age --keep ill -o r.csv",
        "rules": "anonymize d.dat --model rules=rules.txt,k=3,c=0.99 -o r.dat",
    }[name]
    command = shlex.split(f"{command} --save-recipe r.toml")
    before = {path.name for path in tmp_path.iterdir()}
    began = time.perf_counter()
    assert shoal_process(*command).returncode == 0
    took = time.perf_counter() - began
    new = {path: path.read_bytes() for path in tmp_path.iterdir() if path.name not in before}
    names = {path.name for path in tmp_path.iterdir()}
    (run_file,) = (path for path in new if path.name.endswith(".run.json"))
    release = run_file.with_name(run_file.name.removesuffix(".run.json"))
    moments = random.Random(0)
    for _ in range(5):
        for path in new.keys() - {run_file}:
            path.write_bytes(b"")
        run_file.unlink(missing_ok=True)
        process = start(*command)
        time.sleep(moments.uniform(0.4, 1.1) * took)
        process.kill()
        process.communicate()
        # The run file tells the time, so its bytes are new each time.
        assert all(path.read_bytes() in (b"", new[path]) for path in new.keys() - {run_file})
        if run_file.exists():
            assert json.loads(run_file.read_text())["schema"] == "shoal.run/3"
        if release.read_bytes():
            assert run_file.exists()
            assert all(path.read_bytes() == new[path] for path in new.keys() - {run_file})
    assert shoal_process(*command).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == names


#: What is loaded before Ctrl-C is answered with a sentence.
LOADED_FIRST = """
import sys
before = {*sys.modules}
from shoal.cli.main import main
print(*sorted({*sys.modules} - before - {"shoal", "shoal.cli", "shoal.cli.main"}))
"""

#: Interrupts itself at its nth import, which stands for any moment of the start.
INTERRUPTED = """
import os, signal, sys
from shoal.cli.main import main
class Interrupt:
    left = int(sys.argv.pop())
    def find_spec(self, *_):
        Interrupt.left -= 1
        if Interrupt.left == 0:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
main()
"""

#: Turns a signal into an error of its own, as a library may.
SWALLOWED = """
import os, sys
from shoal.cli import app, main
def dispatch(arguments):
    try:
        os.kill(os.getpid(), int(sys.argv[1]))
    except BaseException:
        raise ImportError
app.dispatch = dispatch
main.main()
"""

IGNORED = """
import os, signal
from shoal.cli.main import main
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.kill(os.getpid(), signal.SIGINT)
main()
"""


def python(folder, program: str, *arguments: object) -> tuple[int, str, str]:
    """Run a program; return its status and what it printed."""
    (folder / "x.dat").write_text("1\n1\n")
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("moment", [1, 2, 3, 5, 8, 20, 80])
def test_an_interrupt_while_the_command_is_loaded_is_one_sentence(tmp_path, moment):
    verify = ("verify", "x.dat", "-k", 2)
    assert python(tmp_path, INTERRUPTED, *verify, moment) == (130, "", STOPPED)


def test_ctrl_c_during_imports_finds_little_loaded_before_it_is_answered(tmp_path):
    status, loaded, _ = python(tmp_path, LOADED_FIRST)
    assert status == 0
    assert not {*loaded.split()} & {"typing", "pathlib", "inspect", "typer", "numpy", "polars"}


@pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)
def test_a_signal_that_a_library_turns_into_an_error_of_its_own(tmp_path, number, status):
    assert python(tmp_path, SWALLOWED, int(number)) == (status, "", STOPPED)


def test_an_ignored_interrupt_stays_ignored(tmp_path):
    assert python(tmp_path, IGNORED, "verify", "x.dat", "-k", 2, "--quiet") == (0, "", "")
