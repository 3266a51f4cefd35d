"""``shoal recipe schema``: the keys of recipes, for editors and other programs."""

from __future__ import annotations

from shoal.cli.show import print_json


def command() -> None:
    """Print the JSON Schema of recipes.

    `shoal recipe schema > recipe.schema.json`
    """
    from shoal.recipes.recipe_schema import json_schema

    print_json(json_schema())
