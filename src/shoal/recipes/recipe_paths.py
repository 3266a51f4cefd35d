"""The files that a recipe names: told from other texts, and moved from one folder to another."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from shoal.io.mappings import mapping_beside
from shoal.recipes.plan import RUN_FILE
from shoal.recipes.recipe_lines import Key

#: A recipe as plain values, as TOML holds it.
Content = dict[str, Any]

#: A model of rules; slashes part several numbers. The file's name may hold a comma.
RULES_MODEL = re.compile(r"\s*rules\s*=(.*?),\s*k\s*=\s*-?[\d/]+\s*,\s*c\s*=[^,]*")


def with_paths(content: Mapping[str, Any], change: Callable[[Key, str], str]) -> Content:
    """Return a recipe with each path in it changed.

    Parameters
    ----------
    content
        The recipe.
    change
        Is called with the key and the path there, and returns another path.

    Examples
    --------
    >>> content = {"model": "rules=r.txt,k=5,c=0.9", "data": {"weights": "@w.csv"}}
    >>> with_paths(content, lambda key, path: f"in/{path}")
    {'model': 'rules=in/r.txt,k=5,c=0.9', 'data': {'weights': '@in/w.csv'}}
    """
    changed = deepcopy(dict(content))
    model = str(changed.get("model", ""))
    if match := RULES_MODEL.fullmatch(model):
        path = change(("model",), match[1].strip())
        changed["model"] = f"{model[: match.start(1)]}{path}{model[match.end(1) :]}"
    for section, name, is_path in (
        ("input", "path", True),
        ("data", "taxonomy", True),
        ("data", "hierarchies", True),
        ("data", "sensitive", False),
        ("data", "weights", False),
        ("options", "queries", True),
        ("output", "path", True),
        ("output", "report", True),
    ):
        # Columns of a table may be called anything; files of names are for items.
        if name in changed.get(section, {}) and (is_path or "qi" not in changed["data"]):
            found = changed[section][name]
            changed[section][name] = _changed((section, name), found, change, plain=is_path)
    return changed


def files_of(content: Mapping[str, Any]) -> list[tuple[Key, Path]]:
    """Return the files that a recipe reads, by key; those of a folder of hierarchies, too.

    Examples
    --------
    >>> files_of({"model": "k=5", "input": {"path": "a.dat"}, "output": {"path": "b.dat"}})
    [(('input', 'path'), PosixPath('a.dat'))]
    """
    found: list[tuple[Key, Path]] = []

    def note(key: Key, path: str) -> str:
        if key[0] != "output":
            place = Path(path)
            folder = key[-1] == "hierarchies" and place.is_dir()
            files = filter(Path.is_file, sorted(place.iterdir())) if folder else [place]
            found.extend((key, file) for file in files)
        return path

    with_paths(content, note)
    return found


def written_by(content: Mapping[str, Any]) -> list[tuple[Key, Path]]:
    """Return the files that a recipe writes, by key.

    Examples
    --------
    >>> [str(path) for _, path in written_by({"model": "k=5", "output": {"path": "out/r.dat"}})]
    ['out/r.dat', 'out/r.dat.run.json']
    """
    release = Path(content["output"]["path"])
    made = [release, release.with_name(release.name + RUN_FILE)]
    if RULES_MODEL.fullmatch(str(content.get("model"))):
        made.append(mapping_beside(release))
    found: list[tuple[Key, Path]] = [(("output", "path"), path) for path in made]
    if "report" in content["output"]:
        found.append((("output", "report"), Path(content["output"]["report"])))
    return found


def output_refused(message: str, content: Mapping[str, Any]) -> Key | None:
    """Return the key of the output that a message says cannot be written, if it says so.

    Examples
    --------
    >>> content = {"model": "k=5", "output": {"path": "r.xlsx"}}
    >>> output_refused("cannot write r.xlsx: there is no format '.xlsx'", content)
    ('output', 'path')
    """
    start = re.match("cannot write (a table to )?", message)
    if start is None:
        return None
    named = message[start.end() :]
    keys = (key for key, path in written_by(content) if named.startswith((f"{path}:", f"{path} ")))
    return next(keys, None)


def below(folder: Path) -> Callable[[Key, str], str]:
    """Return a change that makes paths relative to a folder fit for the current one."""
    return lambda _key, path: str(folder / path)


def relative_to(folder: Path) -> Callable[[Key, str], str]:
    """Return a change that makes paths relative to a folder, but for absolute ones outside it.

    Examples
    --------
    >>> relative_to(Path("runs"))(("input", "path"), "data/baskets.dat")
    '../data/baskets.dat'
    """
    real = Path(os.path.realpath(folder))

    def change(_key: Key, path: str) -> str:
        # Links are followed, for the system follows them before it goes up; the last name is kept.
        found = Path(os.path.realpath(Path(path).parent), Path(path).name)
        if Path(path).is_absolute() and not found.is_relative_to(real):
            return path
        return os.path.relpath(found, real)

    return change


def _changed(key: Key, value: Any, change: Callable[[Key, str], str], *, plain: bool) -> Any:
    if isinstance(value, str) and plain:
        return change(key, value)
    if isinstance(value, str) and value.startswith("@"):
        return "@" + change(key, value[1:])
    if isinstance(value, list):
        return [_changed(key, one, change, plain=plain) for one in value]
    if isinstance(value, dict) and plain:
        return {name: _changed(key, one, change, plain=plain) for name, one in value.items()}
    return value
