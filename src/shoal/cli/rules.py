"""Flags of a release by rules, and what their texts mean."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.cli import tables
from shoal.errors import ParameterError

Alpha = Annotated[
    str | None,
    typer.Option(
        "--alpha",
        help="For rules: rounds of a split, 4 by default; full: one item at a time.",
        metavar="N",
    ),
]
Gamma = Annotated[
    int | None,
    typer.Option(
        "--gamma",
        help="For rules: rounds of a check, 4 by default. Never changes the release.",
        metavar="N",
    ),
]
Queries = Annotated[
    str | None,
    typer.Option(
        "--queries",
        help="For rules: random queries to measure the error of counts by, 1,000 by default; or "
        "a file with one a line.",
        metavar="N|FILE",
    ),
]
QueryItems = Annotated[
    int | None,
    typer.Option(
        "--query-items",
        help="For rules: public items of a random query, 2 by default.",
        metavar="N",
    ),
]


def mapping_of(release: Path) -> Path | None:
    """Return the mapping that stands beside a release; None if there is none.

    Examples
    --------
    >>> mapping_of(Path("nowhere.dat")) is None
    True
    """
    from shoal.io.mappings import mapping_beside

    found = mapping_beside(release)
    return found if found.is_file() else None


def read_alpha(text: str | None) -> int | str | None:
    """Return the rounds of a split that ``--alpha`` asks for.

    Examples
    --------
    >>> read_alpha("16"), read_alpha("full"), read_alpha(None)
    (16, 'full', None)
    """
    if text is None or text == "full":
        return text
    if not re.fullmatch(r"\+?[0-9]{1,30}", text) or not int(text):
        raise ParameterError(f"--alpha takes a whole number of at least 1, or full, not {text!r}")
    return int(text)


def read_queries(text: str | None) -> int | str | None:
    """Return how many queries ``--queries`` asks for, or the file that holds them.

    Examples
    --------
    >>> read_queries("500"), read_queries("asked.txt")
    (500, 'asked.txt')
    """
    return int(text) if text is not None and text.isdecimal() else text


def check_query_items(queries: str | None, items: int | None) -> None:
    """Raise if items of random queries are asked for, and the queries come from a file."""
    if items is not None and isinstance(read_queries(queries), str):
        raise ParameterError("--query-items is for random queries, and --queries names a file")


def read_weights(text: str | None) -> Any:
    """Return the weights of items that ``--weights`` names, or the file that holds them.

    Examples
    --------
    >>> read_weights("beer=2,wine=0.5"), read_weights("@weights.csv")
    ({'beer': 2.0, 'wine': 0.5}, 'weights.csv')
    """
    if text is not None and text.startswith("@"):
        return text[1:]
    if text is not None and "=" not in text and Path(text).is_file():
        raise ParameterError(
            f"--weights takes pairs, as in --weights beer=2,wine=0.5; for the file write @{text}"
        )
    return tables.read_weights(text, "beer=2,wine=0.5") or None
