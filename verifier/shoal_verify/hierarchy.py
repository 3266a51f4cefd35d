"""A hierarchy of sensitive values: a line for each value, from the value itself up to ``*``."""

from __future__ import annotations

import csv
from itertools import groupby, pairwise
from pathlib import Path

from shoal_verify.packed import read_text
from shoal_verify.release import NotJudged

_ROOT = "*"


def read_hierarchy(path: Path) -> dict[str, list[str]]:
    """Return the way up from each value; a label has one parent. Missing values are left out."""
    text = read_text(path)
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = next((one for one in ";,\t" if one in first), ";")
    ways: dict[str, list[str]] = {}
    above: dict[str, str] = {}
    for labels in csv.reader(text.splitlines(keepends=True), delimiter=separator):
        way = [label for label, _ in groupby(labels)]
        if not way:
            continue
        way = [*(way[:-1] if way[-1] == _ROOT else way), _ROOT]
        if way[0] == "?":
            continue
        for label, parent in pairwise(way):
            if above.setdefault(label, parent) != parent:
                raise NotJudged("a label of the hierarchy has two parents")
        ways[way[0]] = way
    if any(value in {*above.values()} for value in ways):
        raise NotJudged("a value of the hierarchy is also a label above others")
    return ways
