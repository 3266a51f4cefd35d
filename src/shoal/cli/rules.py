"""Flags of a release by rules, and what their texts mean."""

from __future__ import annotations

from typing import Annotated, Any

from shoal.cli import tables
from shoal.cli.flags import Option
from shoal.errors import ParameterError

Alpha = Annotated[
    str | None,
    Option(
        ("--alpha",),
        help="For rules: rounds of a split, 4 by default; full: one item at a time.",
        metavar="N",
    ),
]
Gamma = Annotated[
    int | None,
    Option(
        ("--gamma",),
        help="For rules: rounds of a check, 4 by default. Never changes the release.",
        metavar="N",
    ),
]
Queries = Annotated[
    str | None,
    Option(
        ("--queries",),
        help="For rules: random queries to measure the error of counts by, 1,000 by default; or "
        "a file with one a line.",
        metavar="N|FILE",
    ),
]
QueryItems = Annotated[
    int | None,
    Option(
        ("--query-items",),
        help="For rules: public items of a random query, 2 by default.",
        metavar="N",
    ),
]


def read_alpha(text: str | None) -> int | str | None:
    """Return the rounds of a split that ``--alpha`` asks for.

    Examples
    --------
    >>> read_alpha("16"), read_alpha("full"), read_alpha(None)
    (16, 'full', None)
    """
    if text is None or text == "full":
        return text
    try:
        return int(text)
    except ValueError:
        raise ParameterError(
            f"--alpha takes a whole number of at least 1, or full, not {text!r}"
        ) from None


def read_queries(text: str | None) -> int | str | None:
    """Return how many queries ``--queries`` asks for, or the file that holds them.

    Examples
    --------
    >>> read_queries("500"), read_queries("asked.txt")
    (500, 'asked.txt')
    """
    return int(text) if text is not None and text.isdecimal() else text


def read_weights(text: str | None) -> Any:
    """Return the weights of items that ``--weights`` names, or the file that holds them.

    Examples
    --------
    >>> read_weights("beer=2,wine=0.5"), read_weights("@weights.csv")
    ({'beer': 2.0, 'wine': 0.5}, 'weights.csv')
    """
    if text is not None and text.startswith("@"):
        return text[1:]
    return tables.read_weights(text, "beer=2,wine=0.5") or None
