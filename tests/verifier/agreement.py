"""What both verifiers say about a file, and whether that is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import shoal
import shoal_verify
from shoal.errors import ShoalError
from shoal_verify.models import MODELS


def verdicts(path: Path, model: str, **told: Any) -> tuple[bool | None, bool | None]:
    """Return what Shoal and the second verifier say; None where one refuses to judge."""
    first: bool | None
    second: bool | None
    keep = told.pop("keep", ())
    try:
        first = shoal.verify(path, model, **told).ok
    except ShoalError:
        first = None
    try:
        second = shoal_verify.judge(path, model, keep=keep, **told).holds
    except shoal_verify.NotJudged:
        second = None
    return first, second


def judge_run(folder: Path) -> tuple[bool | None, bool | None] | None:
    """Return what both say about the release of a run, told no more than its run file tells.

    None if there is no release, or one whose model the second verifier does not know.
    """
    found = [*folder.glob("*.run.json")]
    if not found:
        return None
    run = json.loads(found[0].read_text())
    model = run["release"]["verdict"]["model"]
    if model.partition("=")[0] not in MODELS:
        return None
    return verdicts(_output(folder, run), model, **_told(run, _output(folder, run)))


def _output(folder: Path, run: dict[str, Any]) -> Path:
    """Return the published file that a run file names."""
    (path,) = (one["path"] for one in run["files"] if one["name"] == "output")
    return folder / path


def _told(run: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the flags that the output needs, from what is known about the input."""
    read = run["input"]["format"]
    suffixes = [suffix for suffix in path.suffixes if suffix not in (".gz", ".zst")]
    name = suffixes[-1] if suffixes else None
    told: dict[str, Any] = {}
    if (name is None or (name == ".txt" and read["name"] == "spmf")) and not read["long"]:
        told["format"] = read["name"]
    if name == ".dat" and read["name"] == "fimi" and not read["separator"]:
        told["format"] = "fimi"  # labels of a taxonomy may hold commas
    if "separator" in run["recipe"]["input"] and name in (None, ".csv"):
        told["separator"] = read["separator"]
    columns = run["recipe"].get("data", {}).get("qi")
    if columns:
        told["qi"] = columns
        others = [one for one in run["release"]["columns"] if one not in columns]
        told["sensitive"] = run["recipe"]["data"].get("sensitive", others)
        told["keep"] = [one for one in others if one not in told["sensitive"]]
        if publish := run["recipe"]["data"].get("publish"):
            told |= {"publish": publish, "keep": run["recipe"]["data"].get("keep", [])}
    elif read["long"] and name in (None, ".csv", ".tsv", ".parquet", ".arrow", ".feather"):
        told |= read["long"]
    return told
