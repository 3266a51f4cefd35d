"""``shoal recipe check``: whether a recipe would run."""

from __future__ import annotations

from os.path import normpath

from shoal.cli import options
from shoal.cli.show import print_answer


def command(
    recipe: options.RecipeFile,
    overwrite: options.Overwrite = False,
    allow_outside: options.AllowOutside = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Check that a recipe is valid and would run; nothing is written.

    Keys and values are checked, files are looked for and read, names are looked up in the data.

    `shoal recipe check recipe.toml`
    """
    from shoal.recipes.recipe import Recipe

    loaded = Recipe.load(recipe)
    loaded.check(overwrite=overwrite, allow_outside=allow_outside)
    files = {name: loaded.located.get(name) for name in ("input", "output", "report")}
    facts = {
        "about": loaded.kind.called,
        "model": str(loaded.values["model"]),
        "method": str(loaded.values.get("method", "auto")),
        **{name: normpath(path) for name, path in files.items() if path},
    }
    document = {"schema": "shoal.recipe-check/1", "file": str(recipe), **facts}
    shown = {"recipe": "valid, and would run", **facts}
    print_answer(document, str(recipe), shown, json=json, quiet=quiet)
