"""What Shoal publishes and answers stays as it was recorded, to the byte.

``python tests/golden/record.py`` records anew; see there when that is right.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..conftest import LONG, PUBLIC_DATA
from ..verifier.agreement import judge_run
from .cases import ANSWERS, CASES, Case
from .inputs import text_inputs, write_inputs
from .running import GOLDEN, differences, digests, made_with, outcome, run_shoal

RECORDED = json.loads(GOLDEN.read_text())

#: Bytes of compressed, Parquet and Arrow files are compared where the same libraries wrote them.
SAME_LIBRARIES = RECORDED["made_with"] == made_with()


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of generated inputs."""
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


def test_inputs_are_those_of_the_recording(inputs: Path) -> None:
    found = {path.relative_to(inputs).as_posix(): path for path in text_inputs(inputs)}
    now = {name: digests(path.parent)[path.name] for name, path in found.items()}
    assert now == RECORDED["inputs"]


def test_every_case_is_recorded() -> None:
    assert set(RECORDED["cases"]) == {case.name for case in CASES}
    assert set(RECORDED["answers"]) == {case.name for case in ANSWERS}


@pytest.mark.parametrize(
    "case", [case for case in CASES if LONG or not case.long], ids=lambda case: case.name
)
def test_published_bytes(case: Case, inputs: Path, tmp_path: Path) -> None:
    _compare(case, RECORDED["cases"][case.name], inputs, tmp_path, whole=False)
    assert judge_run(tmp_path) in ((True, True), None), "the two verifiers do not both say yes"


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: case.name)
def test_answers(case: Case, inputs: Path, tmp_path: Path) -> None:
    _compare(case, RECORDED["answers"][case.name], inputs, tmp_path, whole=True)


def _compare(case: Case, recorded: dict[str, Any], inputs: Path, out: Path, *, whole: bool) -> None:
    missing = case.missing(PUBLIC_DATA)
    if missing:
        pytest.skip(f"public files are not beside the project: {', '.join(missing)}")
    folders = {"data": inputs, "out": out, "public": PUBLIC_DATA}
    found = outcome(case, folders, run_shoal, whole=whole)
    assert found["status"] == recorded["status"], case.argv
    assert list(found["files"]) == list(recorded["files"]), "other files were written"
    changed = [name for name in recorded["files"] if _differs(name, recorded, found)]
    allowed = "; --person may change: record anew" if case.persons else ""
    assert not changed, f"other bytes in {', '.join(changed)}{allowed}"
    assert not differences(recorded["document"], found["document"])


def _differs(name: str, recorded: dict[str, Any], found: dict[str, Any]) -> bool:
    if not SAME_LIBRARIES and f"{name}: content" in recorded["files"]:
        return False
    return bool(recorded["files"][name] != found["files"][name])
