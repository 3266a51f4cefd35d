"""Stopped in any way, at any moment: an output is the old one or the new one, never half."""

from __future__ import annotations

import json
import random
import signal
import time

import pytest

STOPPED = "shoal: stopped; nothing was written\n"


@pytest.mark.parametrize(
    ("kind", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_signal_stops_a_long_run_promptly_and_leaves_nothing(
    start, tmp_path, endless, kind, status
):
    (tmp_path / "release.dat").write_text("old")
    process = start("anonymize", endless, "-k", 10, "-o", "release.dat", "--exact")
    time.sleep(3)
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


def test_kill_at_twenty_moments_never_leaves_a_partial_output(shoal, start, tmp_path):
    rows = [range(number % 50, number % 50 + 9) for number in range(30_000)]
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "baskets.dat").write_text(text)
    command = ["anonymize", "baskets.dat", "-k", 10, "-o", "release.dat"]
    release, run_file = tmp_path / "release.dat", tmp_path / "release.dat.run.json"
    began = time.perf_counter()
    assert shoal(*command).returncode == 0
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

    assert shoal(*command).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "baskets.dat",
        "release.dat",
        "release.dat.run.json",
    ]
