"""The package as a stranger gets it: built from the source distribution, installed alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
#: When the wheel was made, as far as it says: 2023-11-14 22:13:20.
EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=os.environ | EPOCH)
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


def test_wheel_does_not_tell_when_and_where_it_was_built(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    places = [
        str(place).encode() for place in (ROOT, built, Path(tempfile.gettempdir()) / "build-")
    ]
    with zipfile.ZipFile(wheel) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}
        for name in archive.namelist():
            if name.endswith(".so"):
                assert not [place for place in places if place in archive.read(name)]


@pytest.mark.parametrize("name", ["build.txt", "test.txt"])
def test_requirements_are_versions_and_hashes_alone(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    lines = [line.strip(" \\") for line in text.splitlines() if line.strip() and "#" not in line]
    pinned = re.compile(r"[a-z0-9._-]+==[0-9a-z.]+( ; .+)?|--hash=sha256:[0-9a-f]{64}")
    assert [line for line in lines if not pinned.fullmatch(line)] == []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        assert line.startswith("--hash") or following.startswith("--hash"), line


def test_every_dependency_has_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    stated = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    stated += [
        one for extra in project["project"]["optional-dependencies"].values() for one in extra
    ]
    assert [one for one in stated if "<" not in one and not one.startswith("shoal[")] == []


def test_pinned_versions_are_within_the_bounds() -> None:
    """Change a bound, and ``make lock`` has to follow."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = dict(
        line.split(" ")[0].split("==")
        for line in (ROOT / "requirements" / "test.txt").read_text().splitlines()
        if "==" in line
    )
    for stated in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        requirement = Requirement(stated)
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier


def test_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    stub = tmp_path / "_core.pyi"
    run(sys.executable, "-m", "nanobind.stubgen", "-m", "shoal._core", "-o", stub, cwd=tmp_path)
    committed = ROOT / "src" / "shoal" / "_core.pyi"
    assert committed.read_text() == stub.read_text(), "run `make stub` and commit the result"
