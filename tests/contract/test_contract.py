"""Every method under every model on every kind of data: one suite for all that is registered."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoal.kinds import KINDS
from shoal.methods import METHODS
from shoal.privacy import MODELS

from .checks import CHECKS, promises
from .examples import EXAMPLES
from .trials import Case, Trial, cases


@pytest.mark.parametrize("case", [*cases()], ids=str)
@pytest.mark.parametrize("promise", promises())
def test_promise(promise: str, case: Case, tmp_path: Path) -> None:
    CHECKS[promise](Trial(case, tmp_path))


def test_nothing_that_is_registered_is_left_out() -> None:
    found = [*cases()]
    assert {case.kind for case in found} == {*KINDS} == {*EXAMPLES}
    assert {case.model for case in found} == {*MODELS}
    assert {(case.kind, case.method) for case in found} == {*METHODS}
