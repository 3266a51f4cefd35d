"""``shoal run``: a whole run as a file."""

from __future__ import annotations

from shoal.cli import options
from shoal.cli.progress import progress_bar
from shoal.cli.releases import facts
from shoal.cli.show import print_facts, print_json, print_warnings


def command(
    recipe: options.RecipeFile,
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
        publication = loaded.run(progress=shown)
    if not quiet:
        print_warnings(publication.release.warnings)
    if json:
        print_json(publication.to_dict())
    elif not quiet:
        print_facts("Release", facts(publication))
