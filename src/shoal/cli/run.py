"""``shoal run``: a whole run as a file."""

from __future__ import annotations

from shoal.cli import options
from shoal.cli.progress import progress_bar
from shoal.cli.releases import print_release


def command(
    recipe: options.RecipeFile,
    overwrite: options.Overwrite = False,
    allow_outside: options.AllowOutside = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Do what a recipe says; the same recipe gives the same bytes.

    `shoal run recipe.toml`

    `shoal anonymize ... --save-recipe recipe.toml` writes one.
    """
    from shoal.recipes.recipe import Recipe

    loaded = Recipe.load(recipe)
    with progress_bar("Anonymizing", quiet=quiet) as shown:
        release = loaded.run(progress=shown, overwrite=overwrite, allow_outside=allow_outside)
    print_release(release, json=json, quiet=quiet)
