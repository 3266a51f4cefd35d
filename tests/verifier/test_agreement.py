"""Both verifiers say the same: about what Shoal publishes, and about what was changed since.

``tests/golden`` asks both about every release of its registry.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import ShoalError
from shoal.io.tables import write_table
from shoal.methods import METHODS
from shoal.privacy import MODELS

from ..conftest import LONG, ROOT
from ..contract.examples import EXAMPLES
from ..contract.trials import Trial, cases
from .agreement import judge_run, verdicts


def _load(path: Path) -> ModuleType:
    spec = util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


trust = _load(ROOT / "benchmarks" / "trust.py")
WAYS = trust.ways()


@settings(max_examples=4000 if LONG else 80)
@given(seed=st.integers(0, 10**9))
def test_both_agree_on_random_releases_and_changed_ones(seed: int) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        trial = trust.draw(seed, WAYS, folder)
        path = trust.place(trial, seed, folder)
        layout = "long" if trial.form == "long" else None
        try:
            release = trust.publish(trial)
            release.write(path, format=layout)
        except ShoalError:
            return
        told = trust.told(trial)
        assert verdicts(path, trial.model, **told) == (True, True)
        path.with_name(f"{path.name}.run.json").unlink()  # it would tell that the file was changed
        for changed in _changes(release.data, random.Random(seed)):
            if isinstance(changed, pl.DataFrame):
                # Polars leaves texts of a removed row in an Arrow file, which the second refuses.
                changed = pl.DataFrame(changed.to_dict(as_series=False), schema=changed.schema)
                write_table(changed, path, separator=told.get("separator"))
            else:
                try:
                    shoal.write(changed, path, format=layout)
                except ShoalError:  # a new item that the format cannot hold
                    continue
            first, second = verdicts(path, trial.model, **told)
            assert first == second


def _changes(data: Any, pick: random.Random) -> Iterator[Any]:
    """Yield the published data with one row removed, and with one cell or item changed."""
    rows = len(data)
    at = pick.randrange(rows)
    if isinstance(data, shoal.Baskets):
        baskets = [list(map(str, row)) for row in data]
        if rows > 1:
            yield shoal.Baskets.of(baskets[:at] + baskets[at + 1 :])
        other = {item for basket in baskets for item in basket} | {"new"}
        changed = {*baskets[at][1:], pick.choice(sorted(other))}
        yield shoal.Baskets.of([*baskets[:at], sorted(changed), *baskets[at + 1 :]])
        return
    frame = data.frame
    if rows > 1:
        yield frame.filter(pl.int_range(pl.len()) != at)
    name = pick.choice(data.quasi_identifiers)
    value = pick.choice([*frame[name].to_list(), "new", "a,b", '"', " "])
    here = pl.int_range(pl.len()) == at
    yield frame.with_columns(pl.when(here).then(pl.lit(value)).otherwise(pl.col(name)).alias(name))


@pytest.mark.parametrize("case", [*cases()], ids=str)
def test_both_agree_on_the_examples_of_the_contract(case: Any, tmp_path: Path) -> None:
    trial = Trial(case, tmp_path, seed=1)
    trial.run("release")
    assert judge_run(tmp_path) in ((True, True), None)


def test_every_model_is_judged_by_both_and_every_way_is_drawn() -> None:
    assert {*MODELS} == {*trust.JUDGED}
    assert {model for _, model, _ in WAYS} == {*MODELS}
    assert {(kind, method) for kind, _, method in WAYS} == {*METHODS}
    assert {kind for kind, _, _ in WAYS} == {*EXAMPLES}


@pytest.mark.parametrize(
    ("published", "found"),
    [("a\na\n", "holds"), ("a\nb\n", "violates"), ("b a\nb a\n", "not judged")],
)
def test_the_counts_of_random_releases_tell_defects(
    published: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Leaky:
        def write(self, path: Path, format: str | None) -> None:
            path.write_text(published)

    trial = trust.Trial("baskets", "k=2", "sweep", "items", "dat", [["a"], ["a"]], {})
    monkeypatch.setattr(trust, "publish", lambda trial: Leaky())
    monkeypatch.setattr(trust, "PACKED", ("",))
    assert trust.outcome(trial, 0, tmp_path)[0] == found
    assert not [*tmp_path.iterdir()]
