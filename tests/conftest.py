import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import shoal.engines.run
from shoal.wording import show_values

# How long an example takes says more about the machine than about the code.
settings.register_profile(
    "shoal", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
# For make test-long: where a test does not say how many examples it needs, twenty times as many.
settings.register_profile("long", settings.get_profile("shoal"), max_examples=2000)
settings.load_profile(os.environ.get("SHOAL_TEST_PROFILE", "shoal"))

#: Is this make test-long? Then tests that have a short form take the long one.
LONG = os.environ.get("SHOAL_TEST_PROFILE") == "long"

# Tests of time limits are about what a search gives up, however slow the machine is.
shoal.engines.run.SLACK = 600.0

ROOT = Path(__file__).parents[1]
PUBLIC_DATA = ROOT.parent / "shared" / "datasets"

#: Another judge of tables. It pins what it needs, so it lives in an environment of its own.
PYCANON = "pycanon==1.3.6"
PYCANON_HOME = ROOT / ".cache" / "pycanon"
ASK_PYCANON = """
import json, sys, pandas
from pycanon import anonymity
asked = json.load(sys.stdin)
print(json.dumps([
    [getattr(anonymity, name)(pandas.DataFrame(table, dtype=str), *roles) for name in names]
    for table, names, roles in asked
], default=float))
"""


@pytest.fixture
def values_shown() -> Iterator[None]:
    """Let messages quote values, so that a test can tell which one they are about."""
    with show_values():
        yield


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public files beside the project."""
    if not PUBLIC_DATA.is_dir():
        pytest.skip("public datasets are not beside the project")
    return PUBLIC_DATA


@pytest.fixture(scope="session")
def pycanon() -> Callable[..., list[Any]]:
    """Ask pycanon for the k of each table, given as columns of text by name; or for other figures.

    Those are its functions by name, about the sensitive columns that are named.

    SHOAL_PYCANON names a Python that has it; else it is installed below .cache, if it can be.
    """
    PYCANON_HOME.parent.mkdir(exist_ok=True)
    with PYCANON_HOME.with_name("pycanon.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers may ask at once
        python = os.environ.get("SHOAL_PYCANON") or _install_pycanon()

    def ask(
        tables: Sequence[Mapping[str, Sequence[str]]],
        names: Sequence[str] = ("k_anonymity",),
        sensitive: Sequence[str] = (),
    ) -> list[Any]:
        asked = []
        for table in tables:
            qi = [name for name in table if name not in sensitive]
            roles = [qi, [*sensitive]] if sensitive else [qi]
            asked.append(({name: [*cells] for name, cells in table.items()}, [*names], roles))
        program = [python, "-W", "ignore", "-c", ASK_PYCANON]
        answer = subprocess.run(
            program, input=json.dumps(asked), capture_output=True, text=True, check=True
        )
        told: list[Any] = json.loads(answer.stdout.splitlines()[-1])
        return told if sensitive else [one for (one,) in told]

    return ask


def _install_pycanon() -> str:
    python = PYCANON_HOME / "bin" / "python"
    if not python.exists():
        # Made aside and renamed, so that a run that is killed leaves no half of an environment.
        aside = PYCANON_HOME.with_name(f"pycanon-{os.getpid()}")
        pip = [aside / "bin" / "python", "-m", "pip", "install", "--quiet", "--retries", "0"]
        try:
            venv = [sys.executable, "-m", "venv", "--clear", aside]
            subprocess.run(venv, capture_output=True, check=True, timeout=120)
            subprocess.run([*pip, PYCANON], capture_output=True, check=True, timeout=300)
            aside.rename(PYCANON_HOME)
        except (OSError, subprocess.SubprocessError) as error:
            shutil.rmtree(aside, ignore_errors=True)
            if not python.exists():
                why = type(error).__name__
                pytest.skip(f"pycanon could not be installed ({why}); set SHOAL_PYCANON")
    return str(python)
