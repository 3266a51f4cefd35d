"""Each test of this folder has one of its own, with the files of a case in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .cases import CASES, Case


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=list(CASES))
def case(request: pytest.FixtureRequest, folder: Path) -> Case:
    """Each sort of run in turn; its files lie in the current folder."""
    found: Case = CASES[request.param]
    found.write(folder)
    return found
