"""A new model in one file: every group of a table has room for so many pairs of rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import shoal
from shoal import _core
from shoal.cli.main import run
from shoal.engines import local
from shoal.errors import InfeasibleError, ParameterError
from shoal.methods import methods_for
from shoal.privacy import Model, Published, Verdict, parse_model, parse_models, register
from shoal.wording import counted

from ..contract.checks import CHECKS, promises
from ..contract.examples import ORACLES
from ..contract.trials import Trial, cases
from .registries import restored


@dataclass(frozen=True)
class Pairs(Model):
    """Every group has at least twice as many rows as there are pairs."""

    name: ClassVar[str] = "pairs"
    example: ClassVar[str] = "pairs=5"
    kinds: ClassVar[tuple[str, ...]] = ("table",)

    pairs: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", local.whole_number("pairs", self.pairs, 1))

    def __str__(self) -> str:
        return f"pairs={self.pairs}"

    @property
    def k(self) -> int:  # type: ignore[override]
        return 2 * self.pairs

    @classmethod
    def parse(cls, text: str) -> Pairs:
        return cls(int(text))

    def check(self, published: Published) -> Verdict:
        found = published.classes()
        rows = np.bincount(found.of_row)
        offenders = np.flatnonzero(rows[found.of_row] < self.k)
        return Verdict(
            ok=not len(offenders),
            model=str(self),
            rows=len(published),
            figures={
                "fewest_pairs": int(rows.min(initial=len(published))) // 2,
                "groups": len(rows),
                "offending_rows": len(offenders),
            },
            first_offenders=tuple((offenders[:20] + 1).tolist()),
            warnings=published.warnings,
        )

    def constraint(self, data: Any) -> _core.Constraint:
        return _core.Constraint.rows(self.k)

    def to_dict(self) -> dict[str, Any]:
        return {"k": self.k, "pairs": self.pairs}

    def meaning(self, equal: str) -> str:
        return f"Every row is in a group of {counted(self.pairs, 'pair')} of equal rows."

    def held(self, verdict: Verdict) -> str:
        return f"the smallest group has {counted(verdict.fewest_pairs, 'pair')}"

    def facts(self, verdict: Verdict) -> dict[str, str]:
        return {"rows": f"{verdict.rows:,}", "fewest pairs": f"{verdict.fewest_pairs:,}"}

    def limits(self, rows: str) -> list[tuple[str, str]]:
        return [("Protected: who is in a pair with whom.", f"There are {self.pairs:,} at least.")]


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with restored():
        register(Pairs)
        ORACLES["pairs"] = lambda model, rows, persons, companions: (
            min(map(rows.count, rows)) >= 2 * model.pairs
        )
        yield


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age,ill\n" + "".join(f"{20 + at},flu\n" for at in range(9)))
    return path


RECIPE = """
model = "pairs=2"
[input]
path = "people.csv"
[data]
qi = ["age"]
[output]
path = "out.csv"
report = "report.html"
"""


def test_from_text_and_back() -> None:
    assert parse_model("pairs=5") == parse_model(str(Pairs(5))) == Pairs(5)
    assert parse_models("pairs=2/5") == [Pairs(5), Pairs(2)]
    with pytest.raises(ParameterError, match="pairs must be a whole number of at least 1, not 0"):
        parse_model("pairs=0")
    with pytest.raises(ParameterError, match="unknown model 'pairs=x'; write it as pairs=5"):
        parse_model("pairs=x")
    with pytest.raises(ParameterError, match=r"allowed: k=10, .* or pairs=5"):
        parse_model("trios=3")


def test_every_method_that_takes_a_constraint_satisfies_it() -> None:
    names = [method.name for method in methods_for("table", Pairs(2))]
    assert names == [method.name for method in methods_for("table", parse_model("k=4"))]


def test_from_python() -> None:
    columns = {"age": [*range(20, 29)]}
    release = shoal.anonymize(columns, Pairs(2), qi=["age"])
    assert release.verdict.fewest_pairs == 2
    assert release.to_dict()["pairs"] == 2
    rows = release.data.rows()
    assert min(map(rows.count, rows)) >= 4
    assert shoal.verify(release.data.frame, "pairs=2", qi=["age"]) == release.verdict
    assert not shoal.verify(columns, "pairs=1", qi=["age"]).ok
    with pytest.raises(InfeasibleError, match="pairs=5 needs at least 10 rows and the data has 9"):
        shoal.anonymize(columns, "pairs=5", qi=["age"])
    with pytest.raises(ParameterError, match="model pairs=2 is for table, and this is baskets"):
        shoal.anonymize([["a"], ["a"]], "pairs=2")


def test_several_at_once() -> None:
    release = shoal.anonymize({"age": [*range(20, 29)]}, "pairs=1/2", qi=["age"])
    assert release.model == Pairs(2)
    assert [point.k for point in release.curve] == [2, 4]
    assert release.curve[0].loss <= release.curve[1].loss


def test_from_a_recipe_file(people: Path, tmp_path: Path, capsys: Any) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE)
    release = shoal.Recipe.load(recipe).run()
    assert release.model == Pairs(2)
    page = release.files["report_file"].read_text()
    for words in (
        "pairs=2 holds.",
        "The smallest group has 2 pairs.",
        "is in a group of 2 pairs of equal rows",
        "Protected: who is in a pair with whom.",
        "shoal verify out.csv --model pairs=2 --qi age",
    ):
        assert words in page
    assert run(["run", str(recipe), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == "pairs=2"


def test_from_the_command_line(people: Path, tmp_path: Path, capsys: Any) -> None:
    out = str(tmp_path / "out.csv")
    told = ["--model", "pairs=2", "--qi", "age"]
    assert run(["anonymize", str(people), *told, "-o", out]) == 0
    assert "pairs=2 holds; the smallest group has 2 pairs" in capsys.readouterr().out
    assert run(["verify", out, *told]) == 0
    assert "fewest pairs" in capsys.readouterr().out
    assert run(["verify", str(people), *told]) == 1
    assert run(["anonymize", str(people), "--model", "pairs=5", "--qi", "age", "-o", out]) == 1
    assert "pairs=5 needs at least 10 rows" in capsys.readouterr().err


def test_it_is_in_the_help_and_in_the_schema(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["anonymize", "--help"]) == 0
    assert "or pairs=5" in capsys.readouterr().out
    variants = {one["title"]: one["properties"] for one in shoal.Recipe.schema()["anyOf"]}
    assert variants["table, pairs=5"]["model"]["pattern"] == r"^\s*pairs\s*="
    assert "mondrian" in variants["table, pairs=5"]["method"]["enum"]
    assert "baskets, pairs=5" not in variants


def test_it_is_in_the_help_of_verify(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["verify", "--help"]) == 0
    assert "pairs=5" in capsys.readouterr().out


@pytest.mark.parametrize("promise", promises())
def test_methods_keep_it(promise: str, tmp_path: Path) -> None:
    found = [case for case in cases() if case.model == "pairs"]
    # The methods are held to their contract elsewhere; each kind of data once is enough here.
    chosen = {case.variant: case for case in found if case.method == "mondrian"}
    chosen["exact"] = next(case for case in found if case.method == "exact")
    for name, case in chosen.items():
        (folder := tmp_path / name).mkdir()
        CHECKS[promise](Trial(case, folder))
