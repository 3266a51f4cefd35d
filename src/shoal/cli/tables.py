"""Flags that make the input a table, and what their texts mean."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import Annotated

import typer

from shoal.errors import ParameterError

#: Methods that baskets do not have; listed here, as the registry of methods loads them all.
METHODS = ("gen-cover-cf", "mondrian", "mondrian-relaxed", "exact")

#: Flags that a release by rules takes too, with another meaning.
FOR_RULES_TOO = ("--sensitive", "--weights")

QuasiIdentifiers = Annotated[
    str | None,
    typer.Option(
        "--qi",
        help="The input is a table, and these are its quasi-identifiers: age,sex,zip.",
        metavar="COLUMNS",
    ),
]
Person = Annotated[
    str | None,
    typer.Option(
        "--person",
        help="The column of a table that says whom a row is about; k counts persons.",
        metavar="COLUMN",
    ),
]
Hierarchies = Annotated[
    str | None,
    typer.Option(
        "--hierarchies",
        help="Folder of hierarchies, a file for each column: age.csv.",
        metavar="FOLDER",
    ),
]
Recoding = Annotated[
    str,
    typer.Option(
        "--recoding",
        help="What a group's cell is: auto, hierarchy, range or set; also age=range,sex=set.",
        metavar="NAME",
    ),
]
Categorical = Annotated[
    str | None,
    typer.Option("--categorical", help="Columns to take for categories.", metavar="COLUMNS"),
]
Numeric = Annotated[
    str | None, typer.Option("--numeric", help="Columns to take for numbers.", metavar="COLUMNS")
]
Sensitive = Annotated[
    str | None,
    typer.Option(
        "--sensitive",
        help="What must not be learnt: columns of a table, or for rules items: h,g, a pattern "
        "such as hiv*, or @FILE with one a line. Published as they are.",
        metavar="NAMES",
    ),
]
Keep = Annotated[
    str | None,
    typer.Option("--keep", help="Other columns to publish as they are.", metavar="COLUMNS"),
]
MaxLevel = Annotated[
    str | None,
    typer.Option(
        "--max-level",
        help="Highest level of a hierarchy to publish: age=3; values are level 0.",
        metavar="LEVELS",
    ),
]
SuppressionLimit = Annotated[
    str | None,
    typer.Option(
        "--suppression-limit", help="Share of rows that may be suppressed: 5%.", metavar="SHARE"
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        help="How much columns count, or for rules items: age=2,sex=0.5; also @FILE for items.",
        metavar="WEIGHTS",
    ),
]


def refuse_without_qi(
    flags: Mapping[str, object], for_rules: str = "--model rules=FILE,k=5,c=0.9"
) -> None:
    """Raise if a flag for tables was given, but no quasi-identifiers.

    Parameters
    ----------
    flags
        The flags and what was given.
    for_rules
        What makes those that rules know too meaningful, for messages.

    Examples
    --------
    >>> refuse_without_qi({"--person": None, "--keep": "age"})
    Traceback (most recent call last):
    shoal.errors.ParameterError: --keep is for tables: name the quasi-identifiers with --qi
    """
    given = [flag for flag, value in flags.items() if value is not None]
    if given and given[0] in FOR_RULES_TOO:
        raise ParameterError(
            f"{given[0]} is for tables and for rules: name the quasi-identifiers with --qi, or "
            f"give {for_rules}"
        )
    if given:
        raise ParameterError(f"{given[0]} is for tables: name the quasi-identifiers with --qi")


def split_names(text: str | None, flag: str) -> list[str]:
    """Return the columns that a flag names; a name with a comma is quoted.

    Parameters
    ----------
    text
        What stands behind the flag; None when it was not given.
    flag
        The flag, for messages.

    Examples
    --------
    >>> split_names('age, "town, county"', "--qi")
    ['age', 'town, county']
    """
    if text is None:
        return []
    try:
        (names,) = csv.reader([text], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        names = [""]
    names = [name.strip() for name in names]
    if "" in names:
        raise ParameterError(f"{flag} takes names of columns, as in {flag} age,sex, not {text!r}")
    return names


def split_pairs(text: str | None, flag: str, example: str) -> dict[str, str]:
    """Return what a flag says of each column.

    Parameters
    ----------
    text
        What stands behind the flag; None when it was not given.
    flag, example
        The flag and something it takes, for messages.

    Examples
    --------
    >>> split_pairs('age=2,"town, county"=0.5', "--weights", "age=2")
    {'age': '2', 'town, county': '0.5'}
    """
    pairs: dict[str, str] = {}
    for part in [] if text is None else _parts(text):
        # Names of columns may hold an equals sign, their values do not.
        name, sign, value = (piece.strip() for piece in part.rpartition("="))
        if not sign or not name or not value:
            raise ParameterError(f"{flag} takes pairs, as in {flag} {example}, not {text!r}")
        if name in pairs:
            raise ParameterError(f"{flag} names {name!r} twice")
        pairs[name] = value
    return pairs


def _parts(text: str) -> list[str]:
    """Return what stands between commas, those in quotes left out."""
    try:
        # Not strict: behind the closing quote of a name comes its sign.
        (parts,) = csv.reader([text], skipinitialspace=True)
    except (csv.Error, ValueError):
        return [""]
    return parts if parts and text.count('"') % 2 == 0 else [""]


def read_levels(text: str | None) -> dict[str, int]:
    """Return the highest level of each column that ``--max-level`` names.

    Examples
    --------
    >>> read_levels("age=3")
    {'age': 3}
    """
    pairs = split_pairs(text, "--max-level", "age=3,zip=2")
    if not all(value.isdecimal() for value in pairs.values()):
        raise ParameterError(f"--max-level takes whole numbers, as in age=3,zip=2, not {text!r}")
    return {name: int(value) for name, value in pairs.items()}


def read_share(text: str | None) -> float | None:
    """Return the share of rows that ``--suppression-limit`` means.

    Examples
    --------
    >>> read_share("5%"), read_share("0.05")
    (0.05, 0.05)
    """
    if text is None:
        return None
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ParameterError(f"--suppression-limit takes a share such as 5% or 0.05, not {text!r}")
    return share


def read_weights(text: str | None, example: str = "age=2,sex=0.5") -> dict[str, float]:
    """Return the weight of each column, or item, that ``--weights`` names.

    Examples
    --------
    >>> read_weights("age=2,sex=0.5")
    {'age': 2.0, 'sex': 0.5}
    """
    pairs = split_pairs(text, "--weights", example)
    try:
        return {name: float(value) for name, value in pairs.items()}
    except ValueError:
        raise ParameterError(f"--weights takes numbers, as in {example}, not {text!r}") from None


def read_recoding(text: str) -> str | dict[str, str]:
    """Return the recoding of all columns, or that of each column named.

    Examples
    --------
    >>> read_recoding("range"), read_recoding("age=range,sex=set")
    ('range', {'age': 'range', 'sex': 'set'})
    """
    return split_pairs(text, "--recoding", "age=range,sex=set") if "=" in text else text
