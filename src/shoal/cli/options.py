"""Flags that several commands share, and what they mean together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.privacy import Model as PrivacyModel


def path(text: str) -> Path:
    """Return the path that a text names; an empty one would be the current folder."""
    if not str(text):
        raise typer.BadParameter("a path cannot be empty")
    return Path(text)


K = Annotated[
    int | None, typer.Option("-k", help="Smallest size of a group; this or --model.", metavar="K")
]
SeveralK = Annotated[
    str | None,
    typer.Option(
        "-k",
        help="Smallest size of a group; this or --model. Of several (5,10,20) the largest is "
        "published, and the report shows what each costs.",
        metavar="K",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model", help="The privacy model: k=10, km=10,2 or rules=FILE,k=5,c=0.9.", metavar="MODEL"
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Format of the input: fimi, csv, spmf, long, parquet or arrow.",
        metavar="NAME",
    ),
]
Separator = Annotated[
    str | None,
    typer.Option(
        "--separator", help="What separates the items of a CSV line; or tab.", metavar="CHAR"
    ),
]
Column = Annotated[
    str | None,
    typer.Option("--column", help="The list column of a Parquet or Arrow file.", metavar="NAME"),
]
Id = Annotated[
    str | None,
    typer.Option(
        "--id", help="Long format: the column that says whose item it is.", metavar="NAME"
    ),
]
Item = Annotated[
    str | None, typer.Option("--item", help="Long format: the column of the items.", metavar="NAME")
]
Taxonomy = Annotated[
    str | None,
    typer.Option(
        "--taxonomy",
        help="Hierarchy of the baskets' items, a line for each: tea;drinks;*.",
        metavar="FILE",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        help="Threads to use; all processors by default. Never changes the result.",
        metavar="N",
    ),
]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        help="Memory to use at most, such as 500M or 4G; what is free by default.",
        metavar="SIZE",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no warnings, no tables.")]
TableFormat = Annotated[
    str | None,
    typer.Option("--format", help="Format of the input: csv, parquet or arrow.", metavar="NAME"),
]
TableSeparator = Annotated[
    str | None,
    typer.Option(
        "--separator", help="What separates the cells of a CSV line; or tab.", metavar="CHAR"
    ),
]
LabelSeparator = Annotated[
    str | None,
    typer.Option("--separator", help="What separates the labels of a line.", metavar="CHAR"),
]
SensitiveItems = Annotated[
    str | None,
    typer.Option(
        "--sensitive",
        help="The sensitive items: h,g, a pattern such as hiv*, or @FILE with one a line.",
        metavar="ITEMS",
    ),
]
SaveRecipe = Annotated[
    str | None,
    typer.Option(
        "--save-recipe",
        help="Write this run as a recipe, for shoal run: recipe.toml.",
        metavar="FILE",
    ),
]
RecipeFile = Annotated[
    Path, typer.Argument(help="The recipe, a TOML file.", metavar="RECIPE", parser=path)
]
HierarchyFile = Annotated[Path, typer.Argument(help="The hierarchy.", metavar="FILE", parser=path)]
Input = Annotated[Path, typer.Argument(help="Baskets to read.", metavar="INPUT", parser=path)]
BasketsOrTable = Annotated[
    Path,
    typer.Argument(help="Baskets or, with --qi, a table to read.", metavar="INPUT", parser=path),
]


def refuse(given: Mapping[str, object], why: str) -> None:
    """Raise if a flag was given that has no meaning here.

    Examples
    --------
    >>> refuse({"--gamma": None, "--alpha": 4}, "is for rules")
    Traceback (most recent call last):
    shoal.errors.ParameterError: --alpha is for rules
    """
    for flag, value in given.items():
        if value is not None:
            raise ParameterError(f"{flag} {why}")


def choose_model(k: int | None, model: str | None) -> PrivacyModel:
    """Return the model that ``-k`` or ``--model`` asks for; exactly one must."""
    from shoal.privacy import KAnonymity, parse_model

    if k is None and model is None:
        raise ParameterError("say how private it must be: -k 10, or --model k=10")
    if k is not None and model is not None:
        raise ParameterError("-k and --model both say how private it must be: give only one")
    return KAnonymity(k) if k is not None else parse_model(model or "")


def choose_models(k: str | None, model: str | None) -> tuple[PrivacyModel, list[PrivacyModel]]:
    """Return the model to publish by, the strictest of those asked for, and the others."""
    from shoal.privacy import KAnonymity

    if k is not None and model is None and "," not in k:
        return KAnonymity(_several(k)[0]), []
    from shoal.recipes.curve import parse_models, strictest_first

    if k is not None and model is None:
        strictest, *others = strictest_first(KAnonymity(number) for number in _several(k))
    elif model is not None and k is None:
        strictest, *others = strictest_first(parse_models(model))
    else:
        # One too many or too few, which is reported as everywhere.
        return choose_model(None if k is None else 0, model), []
    return strictest, others


def _several(text: str) -> list[int]:
    numbers = text.split(",")
    if not all(re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", number) for number in numbers):
        raise ParameterError(
            "-k takes a whole number of at least 2, as in -k 10, or several, as in -k 5,10,20, "
            f"not {text!r}"
        )
    return [int(number) for number in numbers]
