"""``shoal recipe check``: whether a recipe would run."""

from __future__ import annotations

from shoal.cli import options
from shoal.cli.show import print_facts, print_json


def command(
    recipe: options.RecipeFile,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Check that a recipe is valid and would run; nothing is written.

    Keys and values are checked, files are looked for and read, names are looked up in the data.

    `shoal recipe check recipe.toml`
    """
    from shoal.recipes.recipe import Recipe

    loaded = Recipe.load(recipe)
    loaded.check()
    keys = loaded.keys
    if json:
        print_json(
            {
                "schema": "shoal.recipe-check/1",
                "file": str(recipe),
                "about": keys.about,
                "model": keys.model,
                "method": keys.method or "auto",
                "input": str(loaded.folder / keys.input.path),
                "output": str(loaded.folder / keys.output.path),
            }
        )
    elif not quiet:
        print_facts(
            str(recipe),
            {
                "recipe": "valid, and would run",
                "about": keys.about,
                "model": keys.model,
                "method": keys.method or "auto",
                "input": str(loaded.folder / keys.input.path),
                "output": str(loaded.folder / keys.output.path),
            },
        )
