"""Models about sensitive values on files: what both verifiers are told, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest

import shoal
import shoal_verify
from shoal.cli.main import run
from shoal_verify.cli import main

TREE = {"bad": {"lung": ["flu", "asthma"], "skin": ["acne"]}, "none": ["well"]}
MODEL = "k=4,l=2,t=hierarchical:0.4"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Patients, and a hierarchy of what they have; the value of some is missing."""
    pick = Random(1)
    ill = ["flu", "asthma", "acne", "well", ""]
    lines = [f"{pick.randrange(20, 40)},{pick.choice(ill)},{pick.randrange(9)}" for _ in range(60)]
    (path := tmp_path / "patients.csv").write_text("age,ill,pay\n" + "\n".join(lines) + "\n")
    shoal.write_hierarchy(shoal.Hierarchy.of(TREE), tree := tmp_path / "ill.csv")
    return path, tree


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arrow"])
def test_a_hierarchy_is_given_to_both(
    files: tuple[Path, Path], suffix: str, tmp_path: Path, capsys: Any
) -> None:
    source, tree = files
    out = str(tmp_path / f"out{suffix}")
    roles = ["--qi", "age", "--sensitive", "ill"]
    told = ["--model", MODEL, *roles, "--hierarchies", str(tree)]
    assert run(["anonymize", str(source), *told, "--keep", "pay", "-o", out]) == 0
    capsys.readouterr()
    assert run(["verify", out, *told, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)["verdict"]
    assert verdict["t_max"] <= 0.4
    assert {*verdict} >= {"k_min", "l_min", "groups", "offending_rows"}
    again = [out, *roles, "--keep", "pay", "--hierarchy", f"ill={tree}"]
    assert main([*again, "--model", MODEL]) == 0
    assert main([*again, "--model", "l=5"]) == 1
    assert run(["verify", out, *roles, "--model", "l=5"]) == 1
    capsys.readouterr()
    assert main([*again[:-2], "--model", MODEL]) == 2
    assert "give it by --hierarchy" in capsys.readouterr().err
    assert main([out, "--qi", "age", "--keep", "ill,pay", "--model", "l=2"]) == 2
    assert "name them by --sensitive" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*again[:-1], "ill", "--model", MODEL])


def test_numbers_and_days_in_order(tmp_path: Path) -> None:
    """Both read the same order from text and from types."""
    pay = ["1", "2.0", "2", "-3.5", "1e1", ".5"] * 2
    day = ["2024-01-01", "2024-02-29", "1999-12-31", "2024-02-29 12:30:00"] * 3
    for name, values in {"pay": pay, "day": day}.items():
        frame = pl.DataFrame({"age": [1, 2] * 6, name: values})
        path = tmp_path / f"{name}.csv"
        frame.write_csv(path)
        told: dict[str, Any] = {"qi": ["age"], "sensitive": [name]}
        worst = shoal.verify(path, "t=ordered:1", **told).t_max
        for t in (worst - 1e-6, worst + 1e-6):
            text = f"t=ordered:{t:.9f}"
            assert shoal.verify(path, text, **told).ok == (t > worst)
            assert shoal_verify.judge(path, text, **told).holds == (t > worst)
    for values in (["1", "x"], ["007", "1"], ["1", "2024-01-01"], ["1", ""], ["2024-02-30", "1"]):
        pl.DataFrame({"age": [1, 1], "it": values}).write_csv(path)
        with pytest.raises(shoal.errors.SchemaError):
            shoal.verify(path, "t=ordered:0.5", qi=["age"], sensitive=["it"])
        with pytest.raises(shoal_verify.NotJudged):
            shoal_verify.judge(path, "t=ordered:0.5", qi=["age"], sensitive=["it"])


@pytest.mark.parametrize(
    "text", ["a;b;*\na;c;*\n", "a;b;*\nb;b;*\n", "flu;bad;*\n", "a;b;*\nc;a;*\n"]
)
def test_a_hierarchy_that_does_not_do(text: str, tmp_path: Path) -> None:
    path, tree = tmp_path / "out.csv", tmp_path / "ill.csv"
    path.write_text("age,ill\n1,flu\n1,acne\n")
    tree.write_text(text)
    told: dict[str, Any] = {"qi": ["age"], "sensitive": ["ill"], "hierarchies": {"ill": tree}}
    with pytest.raises(shoal.errors.ShoalError):
        shoal.verify(path, "t=hierarchical:0.5", **told)
    with pytest.raises(shoal_verify.NotJudged):
        shoal_verify.judge(path, "t=hierarchical:0.5", **told)


def test_a_recipe_asks_for_columns_together(files: tuple[Path, Path], tmp_path: Path) -> None:
    source, _ = files
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        f'model = "k=3/6,l=3"\ninput.path = "{source.name}"\noutput.path = "out.csv"\n'
        '[data]\nqi = ["age"]\nsensitive = ["ill", "pay"]\nsensitive_together = true\n'
        "[options]\nkeep_order = true\n"
    )
    release = shoal.Recipe.load(recipe).run()
    assert str(release.model) == "k=6,l=3"
    assert [point.model for point in release.curve] == ["k=3,l=3", "k=6,l=3"]
    assert release.to_dict()["curve"][0]["model"] == "k=3,l=3"
    assert release.data.together
    rows: dict[Any, set[Any]] = {}
    for age, *values in release.data.rows():
        rows.setdefault(age, set()).add(tuple(values))
    assert min(map(len, rows.values())) == release.verdict.l_min >= 3
    report = tmp_path / "report.html"
    release.report(report)
    page = report.read_text()
    assert "--qi age --sensitive ill,pay --sensitive-together" in page
    assert "the combination of ill, pay: none of them alone is protected" in page
    told = dict(zip(("age", "ill", "pay"), zip(*release.data.rows(), strict=True), strict=True))
    groups = [[at for at, age in enumerate(told["age"]) if age == one] for one in rows]
    same = {
        name: sum(len({told[name][at] for at in group}) == 1 for group in groups)
        for name in ("ill", "pay")
    }
    [notice] = release.warned_of("sensitive-together")
    assert all(f"{name!r} in {count:,} group" in notice for name, count in same.items())
    assert shoal.measure(source, tmp_path / "out.csv", qi=["age"]).k == 6
