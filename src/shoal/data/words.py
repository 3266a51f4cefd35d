"""What the name of a column says of its values; the words stand in ``words.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

#: So few values, each in so many rows on average, are answers or counts.
_FEW_VALUES, _ROWS_OF_A_VALUE = 20, 20


@cache
def _known() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("words.toml").read_text()
    return {kind: frozenset(words) for kind, words in tomllib.loads(text).items()}


def words_of(name: str) -> list[str]:
    """Return the words that the name of a column is made of, in lower case."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.findall(r"[^\W\d_]+", spaced.lower())


def speaks_of(name: str, *kinds: str) -> set[str]:
    """Return the words of a name that belong to some kinds of ``words.toml``."""
    return {*words_of(name)} & frozenset().union(*(_known()[kind] for kind in kinds))


def says_id(name: str) -> bool:
    """Tell whether the name of a column says that it holds ids, not only what they are of."""
    words = words_of(name)
    return bool(words) and (bool(speaks_of(name, "ids")) or words[-1] in _known()["numbers"])


def nearness_to_persons(name: str) -> int:
    """Return 2 if the name of a column speaks of persons, 1 if of what stands for them, else 0."""
    if speaks_of(name, "persons"):
        return 2
    # A family of products is none of persons: what stands for persons comes first in the name.
    words = [word for word in words_of(name) if word not in _known()["ids"] | _known()["numbers"]]
    first = bool(words) and words[0] in _known()["stand_ins"]
    return int(first and not speaks_of(name, "events"))


def may_name_persons(name: str) -> bool:
    """Tell whether a name ends in a word for persons, with or without one that makes it an id."""
    words = words_of(name)
    if len(words) > 1 and words[-1] in _known()["ids"] | _known()["numbers"]:
        words.pop()
    return bool(words) and words[-1] in _known()["persons"] | _known()["stand_ins"]


def names_persons(name: str, distinct: int, rows: int) -> bool:
    """Tell whether a column identifies persons, several rows for some of them."""
    # A household's number may be its size.
    few = distinct <= _FEW_VALUES and distinct * _ROWS_OF_A_VALUE <= rows
    certain = bool(speaks_of(name, "ids")) or not few
    return may_name_persons(name) and 0 < distinct < rows and certain


def may_say_id(name: str) -> bool:
    """Tell whether a name is a single word for persons or events, so that the values must tell."""
    words = words_of(name)
    # A household's number may be its size.
    if len(words) == 2 and words[0] in ("household", "family"):
        return words[1] in _known()["numbers"]
    single = len(words) == 1 and not says_id(name)
    return single and bool(speaks_of(name, "persons", "stand_ins", "events"))


def names_items(name: str) -> bool:
    """Tell whether the name of a column speaks of items."""
    single = " ".join(word.removesuffix("s") for word in words_of(name))
    return bool(speaks_of(f"{name} {single}", "items")) and not speaks_of(name, "titles")


def event_of(name: str) -> str | None:
    """Return what a column numbers if a person may have several: an order, a visit; else None."""
    if nearness_to_persons(name):
        return None
    event = min(speaks_of(name, "events"), default=None)
    return "transaction" if event == "tid" else event
