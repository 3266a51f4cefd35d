"""Calls of the command, each in a process of its own: the answer, and what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = ROOT.parent / "shared" / "datasets"
RESULTS = ROOT / "benchmarks" / "results"
IMAGES = ROOT / "docs" / "images"
SHOAL = Path(sysconfig.get_path("scripts"), "shoal")


@dataclass(frozen=True)
class Call:
    """What a call answered; CPU seconds (user and system) and memory from its start to its end."""

    answer: dict[str, Any] | None  # None when it refused
    said: str  # on standard error
    cpu_seconds: float
    peak_mb: float


def shoal(*arguments: object) -> Call:
    """Run the command with ``--json``."""
    command = [str(SHOAL), *map(str, arguments), "--json"]
    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(command, stdout=out, stderr=said) as child,
    ):
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said.seek(0)
        answer = None if child.returncode else json.load(out)
        seconds = usage.ru_utime + usage.ru_stime
        return Call(answer, said.read().strip(), seconds, usage.ru_maxrss / 1024)
