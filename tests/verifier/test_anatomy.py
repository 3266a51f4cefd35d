"""Two tables of anatomy: both verifiers say the same of them, however they are changed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import shoal
import shoal_verify
from shoal_verify.cli import main

from .agreement import verdicts

ROLES: dict[str, Any] = {"qi": ["age"], "sensitive": ["ill"], "publish": "anatomy"}


def publish(folder: Path, name: str, seed: int = 1) -> Path:
    pick = random.Random(seed)
    ill = ["flu", "acne", 'say "ah"', "a,b", None]
    rows = [{"age": pick.randint(20, 30), "ill": ill[at % 5]} for at in range(40)]
    shoal.anonymize(pl.DataFrame(rows), "l=3", **ROLES).write(path := folder / name)
    (folder / f"{name}.run.json").unlink()
    return path


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.csv.gz", "out.parquet", "out.arrow"])
def test_both_hold_and_both_fail(tmp_path: Path, name: str, capsys: Any) -> None:
    path = publish(tmp_path, name)
    assert verdicts(path, "l=3", **ROLES) == (True, True)
    assert verdicts(path, "l=entropy:3", **ROLES) == (True, True)
    assert verdicts(path, "l=4", **ROLES) == (False, False)
    told = ["--qi", "age", "--sensitive", "ill", "--publish", "anatomy"]
    assert main([str(path), "--model", "l=3", *told]) == 0
    assert main([str(path), "--model", "l=4", *told]) == 1
    assert main([str(path), "-k", "2", *told]) == 2
    assert "a model about sensitive values" in capsys.readouterr().err


def test_both_say_the_same_of_changed_tables(tmp_path: Path) -> None:
    """Cells, lines and counts are changed at random."""
    path = publish(tmp_path, "out.csv")
    beside = tmp_path / "out.csv.sensitive.csv"
    texts = {file: file.read_text() for file in (path, beside)}
    said = set()
    for seed in range(300):
        pick = random.Random(seed)
        file = pick.choice([path, beside])
        lines = texts[file].splitlines(keepends=True)
        at = pick.randrange(1, len(lines))
        match pick.randrange(5):
            case 4:  # one value fewer, as many rows
                file, lines = beside, texts[beside].splitlines(keepends=True)
                at = pick.randrange(2, len(lines))
                before = lines[at - 1].removesuffix(",1\n")
                lines[at - 1 : at + 1] = [f"{before},2\n"]
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[pick.randrange(1, len(lines))])
            case 2:
                cells = lines[at].rstrip("\n").split(",")
                cells[pick.randrange(len(cells))] = pick.choice(["1", "2", "flu", "0", "x"])
                lines[at] = ",".join(cells) + "\n"
            case _:
                other = pick.randrange(1, len(lines))
                lines[at], lines[other] = lines[other], lines[at]
        file.write_text("".join(lines))
        first, second = verdicts(path, "l=3", **ROLES)
        assert first == second, (seed, first, second)
        said.add(first)
        file.write_text(texts[file])
    assert said == {True, False, None}


def test_a_missing_table_and_other_columns_are_refused(tmp_path: Path) -> None:
    path = publish(tmp_path, "out.csv")
    beside = tmp_path / "out.csv.sensitive.csv"
    with pytest.raises(shoal_verify.NotJudged, match="other columns"):
        shoal_verify.judge(path, "l=3", **{**ROLES, "sensitive": ["age"]})
    with pytest.raises(shoal_verify.NotJudged, match="named twice"):
        shoal_verify.judge(path, "l=3", qi=["group"], sensitive=["ill"], publish="anatomy")
    beside.unlink()
    with pytest.raises(shoal_verify.NotJudged, match="no sensitive table"):
        shoal_verify.judge(path, "l=3", **ROLES)
