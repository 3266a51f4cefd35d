"""Recipes at work: a dry run that reads, and the run itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import ParameterError
from shoal.io import Staged, read
from shoal.io.failures import check_readable
from shoal.privacy import Model, PSRules
from shoal.recipes.curve import parse_models, strictest_first
from shoal.recipes.plan import check_items, plan_baskets, plan_table
from shoal.recipes.publish import Publication, publish
from shoal.recipes.recipe_paths import Content, below, files_of, with_paths, written_by
from shoal.recipes.request import check_feasible
from shoal.report.render import check_name

if TYPE_CHECKING:
    from shoal.engines.local import Progress
    from shoal.recipes.recipe import Recipe


def run(recipe: Recipe, progress: Progress | None = None) -> Publication[Any]:
    """Do what a recipe says; see :meth:`shoal.Recipe.run`."""
    content = with_paths(recipe.to_dict(), below(recipe.folder))
    _check_files(recipe, content)
    with recipe.telling(("model",)):
        model, *others = strictest_first(parse_models(content["model"]))
    source, reading = _input(content)
    target = content["output"]["path"]
    options = {"method": content.get("method", "auto"), **content.get("options", {}), **reading}
    options |= {"report": content["output"].get("report"), "others": others}
    with recipe.telling():
        if "qi" in content.get("data", {}):
            from shoal.recipes.publish_table import publish_table

            return publish_table(
                source, target, model, roles=content["data"], progress=progress, **options
            )
        return publish(source, target, model, progress=progress, **_of_items(content), **options)


def check(recipe: Recipe) -> None:
    """Do all of a run that comes before the search; see :meth:`shoal.Recipe.check`."""
    content = with_paths(recipe.to_dict(), below(recipe.folder))
    _check_files(recipe, content)
    with recipe.telling(("model",)):
        model = strictest_first(parse_models(content["model"]))[0]
    with recipe.telling():
        if "qi" in content.get("data", {}):
            _check_table(content, model)
        else:
            _check_baskets(content, model)


def _check_table(content: Content, model: Model) -> None:
    from shoal.io.tables import read_table
    from shoal.methods.persons import check_persons

    source, reading = _input(content)
    data, output = content["data"], content["output"]
    plan_table(
        source,
        output["path"],
        report=output.get("report"),
        hierarchies=data.get("hierarchies"),
        **reading,
    )
    table = read_table(source, **data, **reading)
    check_feasible(model, len(table))
    check_persons(table, model.k)


def _check_baskets(content: Content, model: Model) -> None:
    source, reading = _input(content)
    output, options = content["output"], content.get("options", {})
    items = _of_items(content)
    plan = plan_baskets(
        source,
        output["path"],
        model,
        report=output.get("report"),
        taxonomy=items.get("taxonomy"),
        options=items | options,
        **{name: told for name, told in reading.items() if name != "column"},
    )
    original = read(source, **reading)
    check_feasible(model, len(original))
    check_items(original, model, plan)
    if (taxonomy := items.get("taxonomy")) is not None:
        from shoal.data.extended import extend_baskets
        from shoal.io.hierarchies import read_hierarchy

        extend_baskets(original, read_hierarchy(taxonomy))
    if isinstance(model, PSRules):
        from shoal.privacy.rule_checks import check_rules
        from shoal.recipes.measure_rules import choose_weights, choose_workload

        original = original.trimmed()
        chosen = check_rules(original, model, items.get("sensitive"))
        choose_weights(items.get("weights"), set(original.vocabulary.strings) - set(chosen))
        asked = options.get("queries"), options.get("query_items")
        choose_workload(original, chosen, *asked, options.get("seed", 0))


def _input(content: Content) -> tuple[str, Content]:
    """Return the path of the input, and how to read it."""
    reading = dict(content["input"])
    return reading.pop("path"), reading


def _of_items(content: Content) -> Content:
    """Return what is said about items, as the API takes it."""
    data = dict(content.get("data", {}))
    if isinstance(data.get("weights"), str):
        data["weights"] = data["weights"].removeprefix("@")
    return data


def _check_files(recipe: Recipe, content: Content) -> None:
    """Raise if an input is missing, or an output cannot be written or is read itself."""
    files = files_of(content)
    for key, path in files:
        with recipe.telling(key):
            check_readable(path, folder=key == ("input", "path"))
    inputs = [path for _, path in files]
    taken: set[Path] = set()
    for key, path in written_by(content):
        with recipe.telling(key):
            Staged(path, inputs=inputs).check()
            if recipe.source is not None and path.exists() and path.samefile(recipe.source):
                raise ParameterError(f"cannot write {path}: it is the recipe itself")
            if path.resolve() in taken:
                raise ParameterError(f"the release and what stands beside it take {path} already")
            taken.add(path.resolve())
            if key == ("output", "report"):
                check_name(path)
