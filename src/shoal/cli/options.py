"""Flags that several commands share, and what they mean together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from shoal.errors import ParameterError

#: Seeds are numbers of 64 bits.
LAST_SEED = 2**64 - 1


def path(text: str) -> Path:
    """Return the path that a text names; an empty one would be the current folder."""
    if not str(text):
        raise typer.BadParameter("a path cannot be empty")
    return Path(text)


def named(text: str) -> str:
    """Return the path of an output as it was typed: a slash at its end says that it is a folder."""
    path(text)
    return text


K = Annotated[
    str | None, typer.Option("-k", help="Smallest size of a group; this or --model.", metavar="K")
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
KindName = Annotated[
    str | None,
    typer.Option("--kind", help="The kind of data, where no other flag tells.", metavar="NAME"),
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
        parser=named,
    ),
]
Overwrite = Annotated[
    bool,
    typer.Option(
        "--overwrite", help="Replace files that Shoal did not write there, or that were changed."
    ),
]
AllowOutside = Annotated[
    bool,
    typer.Option(
        "--allow-outside", help="Let the recipe read and write files outside its own folder."
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


def choose_model(k: str | None, model: str | bool | None, *, several: bool = False) -> str:
    """Return the model that ``-k`` or ``--model`` asks for; exactly one must."""
    if k is None and model is None:
        raise ParameterError("say how private it must be: -k 10, or --model k=10")
    if k is not None and model is not None:
        raise ParameterError("-k and --model both say how private it must be: give only one")
    if k is None:
        return str(model)
    numbers = k.split(",") if several else [k]
    if not all(re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", number) for number in numbers):
        also = ", or several, as in -k 5,10,20" if several else ""
        raise ParameterError(f"-k takes a whole number of at least 2, as in -k 10{also}, not {k!r}")
    return f"k={'/'.join(number.strip() for number in numbers)}"
