"""A new method in one file: groups of rows that follow each other, for tables and for baskets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest
from pydantic import Field

import shoal
from shoal import _core
from shoal.cli.main import run
from shoal.data import Baskets, Table
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.errors import ParameterError
from shoal.methods import Found, Method, register
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod
from shoal.options import Option
from shoal.privacy import Model

from ..contract.checks import CHECKS, promises
from ..contract.trials import Trial, cases
from .registries import restored

CHUNK = Option(
    "chunk",
    Annotated[int, Field(ge=1)],
    takes="a whole number of at least 1",
    help="Rows that follow each other and become a group, at least.",
    metavar="ROWS",
)


@dataclass(frozen=True)
class TableChunks(TableMethod):
    """Rows that follow each other, until they will do."""

    name: ClassVar[str] = "chunks"
    sentence: ClassVar[str] = "Rows that follow each other became groups."
    options: ClassVar[tuple[Option, ...]] = (CHUNK,)

    chunk: int = 1

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        groups = chunked(
            len(table),
            run,
            lambda rows: (
                len(rows) >= self.chunk and constraint.satisfied(np.array(rows, dtype=np.int32))
            ),
        )
        return TableGrouping(groups)


@dataclass(frozen=True, eq=False)
class Shared(Found):
    """What the baskets of each group have in common."""

    groups: Any
    kept: Any
    longest: None = None

    def publish(self, data: Baskets) -> Baskets:
        return shared(data, self.groups)


def shared(data: Baskets, groups: Any) -> Baskets:
    rows = [set(row) for row in data]
    common = [
        set.intersection(*(rows[at] for at in np.flatnonzero(groups == group)))
        for group in range(groups.max() + 1)
    ]
    return Baskets.of([sorted(common[group]) for group in groups])


@dataclass(frozen=True)
class BasketChunks(Method):
    """The same for baskets: what the rows of a group share is published."""

    name: ClassVar[str] = "chunks"
    kind: ClassVar[str] = "baskets"
    models: ClassVar[tuple[str, ...] | None] = ("k",)
    sentence: ClassVar[str] = TableChunks.sentence
    options: ClassVar[tuple[Option, ...]] = (CHUNK,)

    chunk: int = 1

    def memory(self, data: Baskets, model: Model) -> int:
        return 1000 * len(data)

    def run(self, data: Baskets, model: Model, run: Run) -> Shared:
        groups = chunked(len(data), run, lambda rows: len(rows) >= max(self.chunk, model.k))
        return Shared(groups, shared(data, groups).lengths.astype(np.int32))


def chunked(rows: int, run: Run, enough: Callable[[list[int]], bool]) -> Any:
    """Return the group of each row; the last rows join the group before them."""
    run.begin(Phase("Chunking", "groups"))
    groups, found = np.zeros(rows, dtype=np.int32), 0
    waiting: list[int] = []
    for at in range(rows):
        waiting.append(at)
        groups[at] = found
        if enough(waiting):
            waiting, found = [], found + 1
            run(at + 1, rows, found)
    if waiting:
        groups[waiting] = max(found - 1, 0)
    run(rows, rows, found)
    return groups


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with restored():
        register(TableChunks)
        register(BasketChunks)
        yield


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age,ill\n" + "".join(f"{20 + at},flu\n" for at in range(9)))
    return path


RECIPE = """
model = "k=2"
method = "chunks"
[input]
path = "people.csv"
[data]
qi = ["age"]
recoding = "range"
[options]
chunk = 4
[output]
path = "out.csv"
report = "report.html"
"""
PUBLISHED = [*["20-23"] * 4, *["24-28"] * 5]


def test_from_python() -> None:
    table = shoal.Table.of({"age": [*range(20, 29)]}, ["age"], recoding="range")
    release = shoal.anonymize(table, "k=2", method=TableChunks(chunk=4))
    assert release.data.frame["age"].to_list() == PUBLISHED
    assert release.method == "chunks"
    assert release.provenance.recipe["options"]["chunk"] == 4
    with pytest.raises(ParameterError, match="chunk takes a whole number of at least 1, not 0"):
        TableChunks(chunk=0)
    baskets = [["a", "b"], ["a"], ["b"], ["b", "c"]]
    release = shoal.anonymize(baskets, "k=2", method=BasketChunks())
    assert list(release.data) == [["a"], ["a"], ["b"], ["b"]]


class Bare(Found):
    """No more than a result must know: how it is published."""

    def publish(self, data: Baskets) -> Baskets:
        return Baskets.of([[] for _ in data])


def test_a_result_that_knows_only_how_to_publish(monkeypatch: Any) -> None:
    monkeypatch.setattr(BasketChunks, "run", lambda self, data, model, run: Bare())
    assert shoal.anonymize([["a"], ["b"]], "k=2", method="chunks").verdict.ok


def test_an_option_of_its_own_by_name() -> None:
    table = shoal.Table.of({"age": [*range(20, 29)]}, ["age"], recoding="range")
    release = shoal.anonymize(table, "k=2", method="chunks", options={"chunk": 4})
    assert release.data.frame["age"].to_list() == PUBLISHED


def test_a_method_object_runs_itself() -> None:
    class Aloud(TableChunks):
        ran: ClassVar[list[int]] = []

        def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
            self.ran.append(len(table))
            return super().group(table, constraint, run)

    shoal.anonymize({"age": [20, 21, 22]}, "k=2", qi=["age"], method=Aloud())
    assert Aloud.ran == [3]


def test_from_a_recipe_file(people: Path, tmp_path: Path, capsys: Any) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE)
    release = shoal.Recipe.load(recipe).run()
    assert release.data.frame["age"].to_list() == PUBLISHED
    page = release.files["report_file"].read_text()
    assert "Rows that follow each other became groups." in page
    assert "chunks" in page
    assert run(["run", str(recipe), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "chunks"
    recipe.write_text(RECIPE.replace("chunk = 4", "chunk = 0"))
    assert run(["recipe", "check", str(recipe)]) == 2
    line = RECIPE.splitlines().index("chunk = 4") + 1
    said = capsys.readouterr().err
    assert f"line {line}: options.chunk" in said
    assert "takes a whole number of at least 1, not 0" in said


def test_from_the_command_line(people: Path, tmp_path: Path, capsys: Any) -> None:
    call = [
        "anonymize",
        str(people),
        "-k",
        "2",
        "--qi",
        "age",
        "--recoding",
        "range",
        "-o",
        str(tmp_path / "out.csv"),
    ]
    assert run([*call, "--method", "chunks", "--chunk", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "chunks"
    assert (tmp_path / "out.csv").read_text().splitlines()[1:] == PUBLISHED
    assert run([*call, "--method", "chunks", "--chunk", "many"]) == 2
    assert "--chunk takes a whole number of at least 1, not 'many'" in capsys.readouterr().err
    assert run([*call, "--chunk", "4"]) == 2
    assert "it is for method chunks" in capsys.readouterr().err


def test_it_is_in_the_help_and_in_the_schema(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["anonymize", "--help"]) == 0
    said = capsys.readouterr().out
    assert "--chunk" in said
    assert "ROWS" in said
    assert "Rows that follow each other and become a group, at least." in said
    assert "chunks" in said.partition("--method")[2].partition("--")[0]
    variants = {one["title"]: one["properties"] for one in shoal.Recipe.schema()["anyOf"]}
    for title in ("baskets, k=10", "table, k=10"):
        assert "chunks" in variants[title]["method"]["enum"]
        assert variants[title]["options"]["properties"]["chunk"]["minimum"] == 1
    assert "chunks" not in variants["baskets, km=10,2"]["method"]["enum"]
    assert "chunk" not in variants["baskets, km=10,2"]["options"]["properties"]


@pytest.mark.parametrize("kind", ["baskets", "table"])
@pytest.mark.parametrize("promise", promises())
def test_it_is_held_to_the_contract(promise: str, kind: str, tmp_path: Path) -> None:
    found = [case for case in cases() if case.method == "chunks" and case.kind == kind]
    assert found
    for case in found:
        (folder := tmp_path / f"{case.model}-{case.variant}").mkdir()
        CHECKS[promise](Trial(case, folder))
