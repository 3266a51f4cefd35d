"""Runs of the command line from file to file, each step a process of its own, timed and weighed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SHOAL = str(Path(sys.executable).parent / "shoal")


@dataclass(frozen=True)
class Step:
    """What one process printed, and what it took."""

    output: str
    status: int
    seconds: float
    cpu: float  # seconds, of all threads
    gib: float  # most memory resident at once


def step(*command: str) -> Step:
    """Run one command to its end."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    cpu = usage.ru_utime + usage.ru_stime
    return Step(output, process.returncode, seconds, cpu, usage.ru_maxrss / 2**20)


def python(source: str, *arguments: str) -> Step:
    """Run Python source in a process of its own."""
    return step(sys.executable, "-c", source, *arguments)


@dataclass(frozen=True)
class Run:
    """A release, and what it took to make and to check it."""

    gcp: float
    seconds: float  # reading, grouping, checking and writing
    cpu: float
    gib: float
    verified: bool
    verify_seconds: float
    verify_gib: float
    search: dict[str, Any]


def anonymize(source: Path, k: int, release: Path, *, method: str, threads: int) -> Run:
    """Anonymize a file and judge the release from its file alone."""
    made = step(
        *(SHOAL, "anonymize", str(source), "-k", str(k), "-o", str(release)),
        *("--method", method, "--threads", str(threads), "--json"),
    )
    if made.status:
        raise SystemExit(f"anonymize ended with status {made.status}: {made.output}")
    told = json.loads(made.output)
    judged = step(SHOAL, "verify", str(release), "-k", str(k), "--json")
    return Run(
        gcp=told["loss"]["gcp"],
        seconds=made.seconds,
        cpu=made.cpu,
        gib=made.gib,
        verified=judged.status == 0,
        verify_seconds=judged.seconds,
        verify_gib=judged.gib,
        search=told.get("search", {}),
    )


def report(
    case: str, run: Run, baseline: float, *, gcp: float | None, seconds: float, gib: float
) -> bool:
    """Print one line and say whether every limit was kept."""
    missed = [
        what
        for what, kept in [
            ("verdict", run.verified),
            ("GCP", gcp is None or run.gcp <= gcp),
            ("seconds", run.seconds <= seconds),
            ("memory", max(run.gib, run.verify_gib) <= gib),
        ]
        if not kept
    ]
    wanted = "" if gcp is None else f" (at most {gcp:.4f})"
    print(
        f"{case}: GCP {run.gcp:.4f}{wanted}, sort and chunk {baseline:.4f}; "
        f"{run.seconds:.1f} s (at most {seconds:.0f}; CPU {run.cpu:.1f} s), "
        f"{run.gib:.2f} GiB (at most {gib:.0f}); "
        f"verify {run.verify_seconds:.1f} s, {run.verify_gib:.2f} GiB, "
        f"{'private' if run.verified else 'NOT PRIVATE'}: "
        f"{'pass' if not missed else 'MISSED ' + ', '.join(missed)}",
        flush=True,
    )
    return not missed
