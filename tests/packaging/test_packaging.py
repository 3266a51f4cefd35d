"""The package as a stranger gets it: built from the source distribution, installed alone."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution, and from it (not from the checkout) the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    quick = "--config-setting=cmake.define.SHOAL_QUICK_BUILD=ON"
    run(sys.executable, "-m", "build", quick, "--outdir", folder, ROOT, cwd=folder)
    return folder


def test_wheel_works_in_a_clean_environment(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    shoal = python.with_name("shoal")
    assert run(shoal, "--version", cwd=tmp_path).strip() == "shoal 0.1.0"
    run(shoal, "demo", "-o", "demo", cwd=tmp_path)
    run(shoal, "verify", "demo/release.dat", "-k", "10", cwd=tmp_path)


def test_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    stub = tmp_path / "_core.pyi"
    run(sys.executable, "-m", "nanobind.stubgen", "-m", "shoal._core", "-o", stub, cwd=tmp_path)
    committed = ROOT / "src" / "shoal" / "_core.pyi"
    assert committed.read_text() == stub.read_text(), "run `make stub` and commit the result"
