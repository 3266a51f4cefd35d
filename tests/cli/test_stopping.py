"""Stopped in any way, at any moment: an output is the old one or the new one, never half."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SOURCE = str(Path(__file__).parents[2] / "src")

STOPPED = "shoal: stopped; nothing was written\n"


@pytest.mark.parametrize(
    ("kind", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_signal_stops_a_long_run_promptly_and_leaves_nothing(
    start, tmp_path, endless, kind, status
):
    (tmp_path / "release.dat").write_text("old")
    process = start("anonymize", endless, "-k", 10, "-o", "release.dat", "--exact")
    time.sleep(2)
    assert process.poll() is None, "the run must be one that takes minutes"
    stopped = time.perf_counter()
    process.send_signal(kind)
    output, errors = process.communicate(timeout=10)
    assert time.perf_counter() - stopped < 2
    assert (process.returncode, output, errors) == (status, "", STOPPED)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dense.dat", "release.dat"]
    assert (tmp_path / "release.dat").read_text() == "old"


def test_a_time_limit_ends_a_long_run_with_a_release_that_says_so(shoal, endless):
    done = shoal(
        "anonymize", endless, "-k", 10, "-o", "r.dat", "--exact", "--time-limit", 2, "--json"
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["search"]["repeatable"] is False
    assert "not repeatable" in done.stderr


def test_kill_at_twenty_moments_never_leaves_a_partial_output(shoal_process, start, tmp_path):
    rows = [range(number % 50, number % 50 + 9) for number in range(30_000)]
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "baskets.dat").write_text(text)
    command = ["anonymize", "baskets.dat", "-k", 10, "-o", "release.dat"]
    release, run_file = tmp_path / "release.dat", tmp_path / "release.dat.run.json"
    began = time.perf_counter()
    assert shoal_process(*command).returncode == 0
    took = time.perf_counter() - began
    new = release.read_bytes()

    moments = random.Random(0)
    for _ in range(20):
        release.write_bytes(b"old")
        run_file.unlink(missing_ok=True)
        process = start(*command)
        time.sleep(moments.uniform(0.2, 1.1) * took)
        process.kill()
        process.communicate()
        assert release.read_bytes() in (b"old", new)
        if release.read_bytes() == new:
            assert run_file.exists()
        if run_file.exists():
            assert json.loads(run_file.read_text())["schema"] == "shoal.run/1"

    assert shoal_process(*command).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "baskets.dat",
        "release.dat",
        "release.dat.run.json",
    ]


def test_an_interrupt_while_the_command_is_loaded_is_one_sentence(tmp_path):
    # The interpreter's own start is not Shoal's to answer, so each import stands for a moment.
    program = (
        "import os, signal, sys\n"
        "from shoal.cli.main import main\n"
        "class Interrupt:\n"
        "    left = int(sys.argv.pop())\n"
        "    def find_spec(self, *_):\n"
        "        Interrupt.left -= 1\n"
        "        if Interrupt.left == 0:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "main()\n"
    )
    (tmp_path / "x.dat").write_text("1\n1\n")
    for moment in (*range(1, 12), 15, 20, 40, 80):
        command = [sys.executable, "-c", program, "verify", "x.dat", "-k", "2", str(moment)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (130, "", STOPPED), moment


@pytest.mark.parametrize(
    ("kind", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_signal_that_a_library_turns_into_an_error_of_its_own(tmp_path, kind, status):
    program = (
        "import os, sys\n"
        "from shoal.cli import app, main\n"
        "def dispatch(arguments):\n"
        "    try:\n"
        f"        os.kill(os.getpid(), {int(kind)})\n"
        "    except BaseException:\n"
        "        raise ImportError\n"
        "app.dispatch = dispatch\n"
        "main.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", STOPPED)


def test_an_ignored_interrupt_stays_ignored(tmp_path):
    (tmp_path / "x.dat").write_text("1\n1\n")
    program = (
        "import os, signal\n"
        "from shoal.cli.main import main\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "main()\n"
    )
    command = [sys.executable, "-c", program, "verify", "x.dat", "-k", "2", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_process_begins_with_nothing_loaded():
    program = "import sys, shoal.cli.main; assert not {'typing', 'pathlib'} & {*sys.modules}"
    subprocess.run([sys.executable, "-S", "-c", program], check=True, env={"PYTHONPATH": SOURCE})
