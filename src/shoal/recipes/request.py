"""Whether a request can be met at all: checked at once, before any work."""

from __future__ import annotations

from collections.abc import Collection

from shoal.certificate import KINDS, baskets
from shoal.engines.local import whole_number
from shoal.errors import InfeasibleError, ParameterError
from shoal.methods import sweep
from shoal.methods.patternka import DEFAULT_BUDGET
from shoal.privacy import Model
from shoal.wording import counted


def choose_budget(budget: int | None, exact: bool) -> int | None:
    """Return the search nodes to spend; None when the search is exact.

    Examples
    --------
    >>> choose_budget(500, exact=False)
    500
    """
    if exact and budget is not None:
        raise ParameterError("an exact search has no budget; give one or the other")
    if exact:
        return None
    if budget is None:
        return DEFAULT_BUDGET
    return whole_number("the budget, in search nodes,", budget, 1, 2**63 - 1)


def check_seed(seed: int) -> int:
    """Return the seed if it is one: a whole number that fits 64 bits."""
    return whole_number("the seed", seed, 0, 2**64 - 1)


def check_certificate(kind: str) -> str:
    """Return the kind of certificate if there is one of that name."""
    if kind not in KINDS:
        raise ParameterError(f"unknown certificate {kind!r}; allowed: {', '.join(KINDS)}")
    return kind


def most_candidates(entries: int, method: str, certificate: str) -> int:
    """Return how many rows of patterns a run may hold at once.

    Examples
    --------
    >>> most_candidates(1000, "patternka", "quick")
    0
    """
    of_method = sweep.most_kept(entries) if method == "sweep" else 0
    of_certificate = baskets.most_kept(entries) if certificate == "tight" else 0
    return max(of_method, of_certificate)


def check_feasible(model: Model, rows: int) -> None:
    """Refuse a promise that no release of so many rows can keep; say what would do."""
    if rows < 2:
        raise InfeasibleError(
            f"nothing can be published of {counted(rows, 'row')}: "
            "each needs at least one other to hide with"
        )
    if model.k > rows:
        raise InfeasibleError(
            f"{model} needs at least {counted(model.k, 'row')} and the data has {rows:,}; "
            f"the largest possible k is {rows:,}"
        )


def left_out(columns: Collection[str]) -> tuple[str, ...]:
    """Return a warning of columns that are not in the release.

    Examples
    --------
    >>> left_out(["day", "till"])
    ('columns left out of the release: day, till',)
    """
    if not columns:
        return ()
    # A name that would not be seen is quoted.
    names = (name if name.strip() else repr(name) for name in columns)
    return (f"columns left out of the release: {', '.join(names)}",)


def order_warnings(keep_order: bool, repeatable: bool) -> tuple[str, ...]:
    """Return what a publisher should know about the order of the rows and a search cut short.

    Examples
    --------
    >>> order_warnings(keep_order=False, repeatable=True)
    ()
    """
    warnings = []
    if keep_order:
        warnings.append(
            "the release keeps the input's order, which can tell who is behind a row; "
            "publish it sorted if you can"
        )
    if not repeatable:
        warnings.append("the time limit cut the search short, so this release is not repeatable")
    return tuple(warnings)
