"""``shoal run`` and ``shoal recipe``: a whole run as a file, its check and its schema."""

from __future__ import annotations

from os.path import normpath

from shoal.cli import options
from shoal.cli.anonymize import print_release
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer, print_json


def run(
    recipe: options.RecipeFile,
    overwrite: options.Overwrite = False,
    allow_outside: options.AllowOutside = False,
) -> None:
    """Do what a recipe says; the same recipe gives the same bytes.

    `shoal run recipe.toml`

    `shoal anonymize ... --save-recipe recipe.toml` writes one.
    """
    from shoal.recipes.recipe import Recipe

    loaded = Recipe.load(recipe)
    with progress_bar("Anonymizing") as shown:
        release = loaded.run(progress=shown, overwrite=overwrite, allow_outside=allow_outside)
    print_release(release)


def check(
    recipe: options.RecipeFile,
    overwrite: options.Overwrite = False,
    allow_outside: options.AllowOutside = False,
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
    print_answer(document, str(recipe), {"recipe": "valid, and would run", **facts})


def schema() -> None:
    """Print the JSON Schema of recipes.

    `shoal recipe schema > recipe.schema.json`
    """
    from shoal.recipes.recipe_keys import json_schema

    print_json(json_schema())
