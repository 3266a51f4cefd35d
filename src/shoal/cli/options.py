"""Flags that several commands share, and what they mean together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.errors import ParameterError


def flag(help: str, metavar: str | None = None, *names: str, **more: Any) -> Any:
    """Return a flag; its names are given where they do not follow from the parameter's."""
    return typer.Option(*names, help=help, metavar=metavar, **more)


def switch(name: str, help: str, **more: Any) -> Any:
    """Return a flag without a value."""
    return typer.Option(name, help=help, metavar="", **more)


def argument(help: str, metavar: str) -> Any:
    """Return an argument that names a file."""
    return typer.Argument(help=help, metavar=metavar, parser=path)


def path(text: str) -> Path:
    """Return the path that a text names; an empty one would be the current folder."""
    if not str(text):
        raise typer.BadParameter("a path cannot be empty")
    return Path(text)


def named(text: str) -> str:
    """Return the path of an output as it was typed: a slash at its end says that it is a folder."""
    path(text)
    return text


def seed(help: str) -> Any:
    """Return a flag for a seed, a number of 64 bits."""
    return flag(help, "N", "--seed", min=0, max=2**64 - 1)


def output(help: str) -> Any:
    """Return the flag for an output file."""
    return flag(help, "FILE", "-o", "--output", parser=named)


K = Annotated[str | None, flag("Smallest size of a group; this or --model.", "K", "-k")]
SeveralK = Annotated[
    str | None,
    flag(
        "Smallest size of a group; this or --model. Of several (5,10,20) the largest is "
        "published, and the terminal shows what each costs.",
        "K",
        "-k",
    ),
]
Threads = Annotated[
    int | None, flag("Threads to use; all processors by default. Never changes the result.", "N")
]
MemoryLimit = Annotated[
    str | None,
    flag("Memory to use at most, such as 500M or 4G; what is free by default.", "SIZE"),
]
KindName = Annotated[str | None, flag("The kind of data, where no other flag tells.", "NAME")]
TableFormat = Annotated[str | None, flag("Format of the input: csv, parquet or arrow.", "NAME")]
TableSeparator = Annotated[
    str | None, flag("What separates the cells of a CSV line; or tab.", "CHAR")
]
LabelSeparator = Annotated[str | None, flag("What separates the labels of a line.", "CHAR")]
SensitiveItems = Annotated[
    str | None,
    flag("The sensitive items: h,g, a pattern such as hiv*, or @FILE with one a line.", "ITEMS"),
]
Overwrite = Annotated[
    bool,
    switch("--overwrite", "Replace files that Shoal did not write there, or that were changed."),
]
AllowOutside = Annotated[
    bool, switch("--allow-outside", "Let the recipe read and write files outside its own folder.")
]
RecipeFile = Annotated[Path, argument("The recipe, a TOML file.", "RECIPE")]
HierarchyFile = Annotated[Path, argument("The hierarchy.", "FILE")]
Input = Annotated[Path, argument("Baskets to read.", "INPUT")]


def mapping(release: str) -> Any:
    """Return the flag for the mapping of a release, which the help calls so."""
    return flag(
        "For rules: what each public item was published as; by default the file beside "
        f"{release} that is called after it, such as release.dat.mapping.csv.",
        "FILE",
        parser=path,
    )


def choose_model(k: str | None, model: str | bool | None) -> str:
    """Return the model that ``-k`` or ``--model`` asks for; exactly one must."""
    if k is not None and model is not None:
        raise ParameterError("-k and --model say the same: give both in one: --model k=10,l=3")
    if k is None and model is None:
        raise ParameterError("say once how private it must be: -k 10, or --model k=10,l=3")
    return str(model) if k is None else f"k={k.replace(',', '/')}"
