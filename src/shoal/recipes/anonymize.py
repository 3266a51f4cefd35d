"""The door to all methods: data in, release out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from threading import Event
from typing import TYPE_CHECKING, Any, Literal

from shoal.engines.local import Progress
from shoal.methods import Method
from shoal.options import names
from shoal.privacy import Model
from shoal.recipes.recipe import Recipe
from shoal.release import Release

if TYPE_CHECKING:
    from shoal.data import Hierarchy
    from shoal.utility import Workload


def anonymize(
    data: Any,
    model: Model | str | Sequence[Model | str],
    *,
    kind: str | None = None,
    method: str | Method = "auto",
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    taxonomy: Hierarchy | Mapping[str, Any] | str | PathLike[str] | None = None,
    qi: Iterable[str] | Mapping[str, Any] | None = None,
    sensitive: str | Iterable[Any] | None = None,
    sensitive_together: bool | None = None,
    keep: Iterable[str] | None = None,
    person: str | None = None,
    class_: str | None = None,
    hierarchies: str | PathLike[str] | Mapping[str, Any] | None = None,
    recoding: str | Mapping[str, str] | None = None,
    categorical: Iterable[str] | None = None,
    numeric: Iterable[str] | None = None,
    dates: Mapping[str, str] | None = None,
    derive: Mapping[str, str] | None = None,
    weights: Mapping[Any, float] | str | PathLike[str] | None = None,
    max_level: Mapping[str, int] | None = None,
    minimize: Literal["lm", "ncp", "entropy", "tree"] | None = None,
    suppression_limit: float | None = None,
    publish: str | None = None,
    certificate: Literal["none", "quick", "tight"] | None = None,
    seed: int | None = None,
    budget: int | None = None,
    exact: bool | None = None,
    buckets: int | None = None,
    selection: Literal["common", "paper"] | None = None,
    alpha: int | Literal["full"] | None = None,
    gamma: int | None = None,
    queries: int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None = None,
    query_items: int | None = None,
    distance: Literal["growth", "difference", "damped", "ratio"] | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    keep_order: bool | None = None,
    engine: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    cancel: Event | None = None,
) -> Release:
    """Publish data so that a privacy model is satisfied.

    Parameters
    ----------
    data
        A :class:`shoal.Table` or :class:`shoal.Baskets`; or a file, a frame or rows, as for
        :func:`shoal.read`.
    model
        The privacy model: ``KAnonymity(10)`` or ``"k=10"``; for baskets also ``"km=10,2"`` and
        ``"rules=rules.txt,k=5,c=0.9"``, for tables also ``"l=3"``, ``"t=0.2"`` and others about
        sensitive columns, and all at once: ``"k=10,l=3"``. Of several (``"k=5/10/20"``, or a list)
        the strictest is published, and ``release.curve`` shows what each costs.
    method
        ``"auto"`` to leave the choice to Shoal; a name, as in ``shoal anonymize --help``; or a
        method object with its own options, such as ``shoal.methods.Sweep(budget=1000)``.
    kind, format, separator, column, id, item, taxonomy
        How baskets are read, as for :func:`shoal.read`.
    qi, sensitive, sensitive_together, keep, person, class_, hierarchies, recoding, categorical, \
    numeric, dates, derive, weights, max_level
        How a table is read, as for :func:`shoal.read`. For rules, ``sensitive`` names items and
        ``weights`` says how much each public item matters.
    minimize
        For tables: the measure that the search minimizes and the certificate bounds: ``"lm"`` (the
        default), ``"ncp"``, ``"entropy"`` (its monotone variant) or ``"tree"``; the last two need
        columns that are published by hierarchies or bands.
    suppression_limit
        For tables: the share of rows that may be published with all quasi-identifiers suppressed.
        Under models of sensitive values few outliers may lose these values, too.
    publish
        ``"anatomy"`` publishes a table as two, joined by group, under ``"l=3"``: exact
        quasi-identifiers, and the sensitive values of each group, in ``release.companions``.
    certificate
        What is proved about the loss: ``"quick"`` (the default), ``"tight"`` (a far better bound,
        and the sweep uses what it learns to lose less; takes longer) or ``"none"``.
    seed
        Decides every choice that a method leaves open; the same seed gives the same release.
    budget, exact
        Search nodes to spend, or none at all: every group's pattern is then proved longest.
    buckets, selection
        For PatternKa on tables, see :class:`shoal.methods.TablePatternKa`.
    alpha, gamma, queries, query_items
        For rules, see :class:`shoal.methods.RBAT`.
    distance
        For agglomerative clustering: what makes two clusters close.
    threads
        How many to use; every processor when None. Never changes the release.
    time_limit
        An emergency stop in seconds; a release it cut short is not repeatable.
    memory_limit
        Memory the process may use: bytes, or a size such as ``"4G"``; what is free when None. A run
        that will need more is refused with LimitReached before it starts.
    keep_order
        Publish in the input's order instead of sorted by content.
    engine, options
        Where the work is done: ``"local"``; options of kinds and methods that are not built in.
    progress
        Called about twenty times a second with the work done, the work in all and what was found.
    cancel
        Once it is set, from any thread, the run ends with :class:`shoal.errors.Cancelled`.

    Returns
    -------
    Release
        Judged and priced. When the verdict is bad, VerificationError is raised instead.

    Examples
    --------
    >>> import shoal
    >>> baskets = [["tea", "rum"], ["tea"], ["gin"], ["gin", "rum"]]
    >>> list(shoal.anonymize(baskets, "k=2").data)
    [['gin'], ['gin'], ['tea'], ['tea']]
    >>> people = {"age": [20, 21, 40, 41], "sex": ["f", "f", "m", "m"]}
    >>> shoal.anonymize(people, "k=2", qi=["age", "sex"]).data.rows()[0]
    ('40 or over', 'm')
    """
    from shoal.recipes.pipeline import run_in_memory

    given = dict(locals())
    for name in ("data", "run_in_memory", "options", "progress", "cancel"):
        given.pop(name)
    given |= options or {}
    if isinstance(sensitive, str):
        given["sensitive"] = names(sensitive)
    elif _is_iterable(sensitive):
        given["sensitive"] = [str(one) for one in sensitive or ()]
    given |= {
        name: list(given[name])
        for name in ("qi", "sensitive", "keep", "categorical", "numeric", "queries")
        if _is_iterable(given[name])
    }
    if isinstance(weights, PathLike) or (isinstance(weights, str) and weights[:1] != "@"):
        given["weights"] = f"@{os.fspath(weights)}"
    if isinstance(method, str) and method == "auto":
        given.pop("method")
    return run_in_memory(Recipe(given, original=data), progress, cancel)


def _is_iterable(value: Any) -> bool:
    """Tell whether a value is a plain iterable, which may be read only once."""
    return isinstance(value, Iterable) and not isinstance(value, (str, Mapping, PathLike))
