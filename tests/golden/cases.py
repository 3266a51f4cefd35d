"""All golden cases: calls that publish, and calls that answer."""

from __future__ import annotations

from .answer_cases import answer_cases
from .basket_cases import BASKET_CASES
from .case import Case
from .public_cases import PUBLIC_CASES
from .table_cases import TABLE_CASES


def _from_recipes() -> list[Case]:
    """Return runs of saved recipes; each writes its release once more."""
    repeated = ("clicks-tight-k5", "pos-km-2", "rules-weights", "people-max-level")
    saved = {
        case.name: Case(case.name, (*case.argv, "--save-recipe", "{out}/recipe.toml"))
        for case in (*BASKET_CASES, *TABLE_CASES)
    }
    words = ("run", "{out}/recipe.toml", "--allow-outside", "--json")
    return [Case(f"recipe-{name}", words, after=(saved[name],)) for name in repeated]


CASES: list[Case] = [*BASKET_CASES, *TABLE_CASES, *_from_recipes(), *PUBLIC_CASES]
ANSWERS: list[Case] = answer_cases(CASES)

#: Every case has a name of its own.
assert len({case.name for case in CASES}) == len(CASES)
assert len({case.name for case in ANSWERS}) == len(ANSWERS)
