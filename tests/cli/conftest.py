"""The command line as users meet it: what a call prints, writes and returns."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from shoal.cli import main

SHOAL = str(Path(sysconfig.get_path("scripts"), "shoal"))

#: Planted in every bad file: no message may ever show it.
SECRET = "SECRET4711"

Done = subprocess.CompletedProcess[str]
Shoal = Callable[..., Done]


def run(*arguments: object) -> Done:
    """Run a command in this process: its status, and what it printed into two pipes."""
    output, errors = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "80"}),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(errors),
    ):
        status = main.run([*map(str, arguments)])
    return subprocess.CompletedProcess(arguments, status, output.getvalue(), errors.getvalue())


def ask(shoal: Shoal, folder: Path, status: int, *arguments: object) -> str:
    """Run a command that must fail; return its sentence."""
    before = contents(folder)
    done = shoal(*arguments)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert SECRET not in done.stderr
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("shoal: ")
    assert contents(folder) == before
    return sentence


def contents(folder: Path) -> dict[Path, bytes | None]:
    """Everything below a folder, and what the files hold."""
    found = sorted(folder.rglob("*"))
    return {path: path.read_bytes() if path.is_file() else None for path in found}


@pytest.fixture
def shoal(tmp_path: Path) -> Shoal:
    """Run ``shoal`` in the test's folder, within this process."""

    def run_here(*arguments: object) -> Done:
        with contextlib.chdir(tmp_path):
            return run(*arguments)

    return run_here


@pytest.fixture
def shoal_process(tmp_path: Path) -> Shoal:
    """Run ``shoal`` in the test's folder as a process of its own, with its own streams."""

    def run_there(*arguments: object, **options: object) -> Done:
        return subprocess.run(
            [SHOAL, *map(str, arguments)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            **options,
        )

    return run_there


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Start ``shoal`` in the test's folder and return the process."""

    def begin(*arguments: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [SHOAL, *map(str, arguments)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin


@pytest.fixture
def baskets(tmp_path: Path) -> Path:
    """Sixty small baskets, some of them empty."""
    rows = [[*range(number % 4), 10 + number % 7] if number % 9 else [] for number in range(60)]
    path = tmp_path / "baskets.dat"
    path.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))
    return path


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """Long, dense baskets: proving a longest pattern in them takes for ever."""
    chosen = np.random.default_rng(0).random((1777, 300)) < 0.5
    path = tmp_path / "dense.dat"
    path.write_text("".join(" ".join(map(str, np.flatnonzero(row))) + "\n" for row in chosen))
    return path


@pytest.fixture
def small_disk(tmp_path) -> Iterator[tuple[Path, dict[str, object]]]:
    """A folder that takes 64 kB: a file system, or a limit on files where none may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "shoal-test", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode == 0:
        yield folder, {}
        subprocess.run(["umount", str(folder)], check=True)
    else:
        limit = (1 << 16, 1 << 16)
        yield folder, {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)}
