"""The mapping beside a release by rules: what each public item was published as."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from shoal_verify.csv_text import records
from shoal_verify.packed import read_text
from shoal_verify.release import NotJudged

#: A set with a longer name is published by its first item and the number of the others.
_LONGEST_NAME = 60


def read_mapping(path: Path) -> dict[str, str]:
    """Read a CSV file with the header ``item,published``; a set's name must tell its items."""
    lines = [cells for _, cells in records(read_text(path), ",", header=True)]
    if not lines or lines[0] != ["item", "published"] or any(len(cells) != 2 for cells in lines):
        raise NotJudged("the mapping has other columns than item and published")
    mapping = {item or "": published or "" for item, published in lines[1:]}
    if len(mapping) < len(lines) - 1 or not mapping:
        raise NotJudged("the mapping maps an item twice, or none at all")
    members: dict[str, list[str]] = defaultdict(list)
    for item, published in mapping.items():
        members[published].append(item)
    for name, items in members.items():
        # A label of a hierarchy may look like a set, but has a space behind its commas.
        is_set = name.startswith("{") and name.endswith("}") and ", " not in name
        if (is_set or name in mapping) and name != _name_of(sorted(items)):
            raise NotJudged("the mapping has a set whose name tells other items than its own")
    return mapping


def _name_of(items: list[str]) -> str:
    if len(items) == 1 and not items[0].startswith("{"):
        return items[0]
    spelled = [
        '"' + item.replace('"', '""') + '"'
        if not item or item.startswith("+") or {*item} & {*'{}",'}
        else item
        for item in items
    ]
    name = "{" + ",".join(spelled) + "}"
    short = len(items) == 1 or len(name) <= _LONGEST_NAME
    return name if short else f"{{{spelled[0]},+{len(items) - 1}}}"
