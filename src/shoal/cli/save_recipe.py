"""``--save-recipe``: the flags of a run as a recipe that repeats it."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shoal.cli import rules, tables

#: Flags by the section that they stand in, but for those about columns and items.
_INPUT = ("format", "separator", "column", "id", "item")
_OPTIONS = (
    *("seed", "threads", "budget", "exact", "time_limit", "memory_limit", "certificate"),
    *("gamma", "query_items"),
)


@contextmanager
def saving(target: str, flags: Mapping[str, Any]) -> Iterator[None]:
    """Write the recipe of the run within, if it goes well.

    Parameters
    ----------
    target
        Where the recipe goes; neither an input nor an output of the run.
    flags
        What ``shoal anonymize`` was called with, by name.
    """
    from shoal.errors import ParameterError
    from shoal.io import Staged
    from shoal.io.failures import writing
    from shoal.recipes.recipe_paths import files_of, written_by

    content = content_of(flags)
    if "qi" not in content.get("data", {}):
        content["input"] |= _guessed(**content["input"])
    inputs = [path for _, path in files_of(content)]
    for _, path in written_by(content):
        if Path(target).resolve() == path.resolve():
            raise ParameterError(f"the recipe cannot go to {target}: the run writes {path} itself")
    _refuse_other_files(Path(target))
    # Private as the run file is: it holds the seed.
    with Staged(target, private=True, inputs=inputs) as staged:
        yield
        from shoal.recipes.recipe import Recipe

        with writing(target):
            text = Recipe.of(content).to_toml(Path(target).parent)
            staged.temporary.write_text(text, encoding="utf-8")
        staged.commit()


def _refuse_other_files(target: Path) -> None:
    """Raise if there is a file that is no recipe: it would be lost."""
    if not target.is_file() or target.stat().st_size == 0:
        return
    from shoal.errors import ParameterError, ShoalError
    from shoal.recipes.recipe import Recipe

    try:
        Recipe.load(target)
    except ShoalError:
        raise ParameterError(
            f"the recipe cannot go to {target}: there is a file that is no valid recipe; "
            "give another name, or remove it"
        ) from None


def content_of(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the recipe that says what the flags say; what was not given is left out.

    Examples
    --------
    >>> content_of({"source": Path("a.dat"), "k": 5, "output": "b.dat", "exact": False})
    {'model': 'k=5', 'input': {'path': 'a.dat'}, 'output': {'path': 'b.dat'}}
    """
    flags = {
        name: value for name, value in flags.items() if value is not None and value is not False
    }
    table = "qi" in flags
    options = {name: flags[name] for name in _OPTIONS if name in flags}
    options |= _given(
        keep_order=("keep_order" in flags or "no_shuffle" in flags) or None,
        suppression_limit=tables.read_share(flags.get("suppression_limit")),
        alpha=rules.read_alpha(flags.get("alpha")),
        queries=rules.read_queries(flags.get("queries")),
    )
    if table:
        options.pop("seed", None)  # leaves nothing open in a table, and is not taken
    sections = {
        "input": {"path": str(flags["source"]), **_given(**{n: flags.get(n) for n in _INPUT})},
        "data": _roles(flags) if table else _items(flags),
        "options": options,
        "output": {"path": flags["output"], **_given(report=flags.get("report"))},
    }
    return {
        "model": flags.get("model") or "k=" + "/".join(str(flags.get("k")).split(",")),
        **_given(method=flags.get("method")),
        **{name: section for name, section in sections.items() if section},
    }


def _guessed(path: str, **known: Any) -> dict[str, Any]:
    """Return what is guessed about a file of baskets: next time it may look different."""
    from shoal.io import recognise
    from shoal.io.formats import usual_separator

    source = Path(path)
    if not source.is_file() or "format" in known or "column" in known:
        return {}
    found = recognise(source, **known)
    guessed = {}
    if found.separator not in (None, usual_separator(source)):
        guessed = {"separator": found.separator}
    if found.long is not None:
        from shoal.io.long import with_columns

        columns = with_columns(source, found).long or found.long
        guessed |= _given(id=columns.id, item=columns.item)
    return guessed


def _roles(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the flags say about columns."""
    named = {
        name: tables.split_names(flags[name], f"--{name}")
        for name in ("qi", "sensitive", "keep", "categorical", "numeric")
        if name in flags
    }
    recoding = flags.get("recoding")
    return named | _given(
        person=flags.get("person"),
        hierarchies=flags.get("hierarchies"),
        recoding=None if recoding is None else tables.read_recoding(recoding),
        weights=tables.read_weights(flags.get("weights")) or None,
        max_level=tables.read_levels(flags.get("max_level")) or None,
    )


def _items(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the flags say about items."""
    weights, sensitive = flags.get("weights"), flags.get("sensitive")
    chosen = [] if sensitive is None else next(csv.reader([sensitive], skipinitialspace=True), [])
    return _given(
        taxonomy=flags.get("taxonomy"),
        sensitive=[name for name in map(str.strip, chosen) if name] or None,
        weights=weights if str(weights).startswith("@") else rules.read_weights(weights),
    )


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
