"""Methods as functions of data, for tests that need neither a recipe nor a release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from shoal._core import Constraint
from shoal.data import Baskets, Table
from shoal.data.extended import ExtendedRows
from shoal.data.rules import Rules
from shoal.engines.run import Run
from shoal.methods import (
    RBAT,
    Agglomerative,
    AgglomerativeModified,
    Exact,
    Forest,
    GenCoverCF,
    Hilbert,
    KmApriori,
    Mondrian,
    ParkShim,
    PatternKa,
    SetCover,
    Sweep,
    TablePatternKa,
    TableSweep,
    TopDown,
)
from shoal.methods.basket_method import BudgetedMethod
from shoal.methods.grouping import Grouping
from shoal.methods.km_apriori import KmRecoding
from shoal.methods.rbat import DEFAULT_ALPHA, DEFAULT_GAMMA, Generalized
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod
from shoal.privacy import PSRules


def _grouped(
    method: type[TableMethod], table: Table, constraint: Constraint, facts: dict[str, Any]
) -> TableGrouping:
    """Group a table; facts are those of the class, or else options of the run."""
    own = {name: facts.pop(name) for name in [*facts] if hasattr(method, name)}
    return type("Varied", (method,), own)().group(table, constraint, Run(**facts))


def exact(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(Exact, table, constraint, facts)


def gen_cover_cf(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(GenCoverCF, table, constraint, facts)


def mondrian(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(Mondrian, table, constraint, facts)


def hilbert(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(Hilbert, table, constraint, facts)


def park_shim(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(ParkShim, table, constraint, facts)


def set_cover(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(SetCover, table, constraint, facts)


def patternka_table(table: Table, constraint: Constraint, **options: Any) -> TableGrouping:
    return TablePatternKa(**options).group(table, constraint, Run())


def agglomerative(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(Agglomerative, table, constraint, facts)


def agglomerative_modified(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(AgglomerativeModified, table, constraint, facts)


def forest(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(Forest, table, constraint, facts)


def sweep_table(table: Table, constraint: Constraint, **facts: Any) -> TableGrouping:
    return _grouped(TableSweep, table, constraint, facts)


def improve_table(
    table: Table, constraint: Constraint, start: TableGrouping, multipliers: Any
) -> TableGrouping:
    model: Any = SimpleNamespace(constraint=lambda data: constraint, kept_when_merged=True)
    return TableSweep().improve(table, model, start, multipliers, Run())


def _under(k: int, m: int = 0) -> Any:
    """Return what a method asks of a model, for k of 1 too."""
    return SimpleNamespace(k=k, m=m)


def _searched(
    method: type[BudgetedMethod], data: Baskets, k: int, options: dict[str, Any]
) -> Grouping:
    """Group baskets; without a budget, all patterns are proved longest."""
    if "budget" in options and options["budget"] is None:
        del options["budget"]
        options["exact"] = True
    own = {name: options.pop(name) for name in ("budget", "exact") if name in options}
    return method(**own).run(data, _under(k), Run(**options))


def patternka(data: Baskets, k: int, **options: Any) -> Grouping:
    return _searched(PatternKa, data, k, options)


def sweep(data: Baskets, k: int, **options: Any) -> Grouping:
    return _searched(Sweep, data, k, options)


def improve(data: Baskets, k: int, start: Grouping, prices: Any, **options: Any) -> Grouping:
    return Sweep().improve(data, _under(k), start, prices, Run(**options))


def _with(data: Baskets, extended: ExtendedRows) -> Baskets:
    """Return baskets as if they had been read with the taxonomy that they are extended by."""
    known = replace(data)
    known.__dict__["extended"] = extended
    return known


def top_down(data: Baskets, extended: ExtendedRows, k: int, **options: Any) -> Grouping:
    return TopDown().run(_with(data, extended), _under(k), Run(**options))


def km_apriori(data: Baskets, extended: ExtendedRows, k: int, m: int, **options: Any) -> KmRecoding:
    return KmApriori().run(_with(data, extended), _under(k, m), Run(**options))


def rbat(
    data: Baskets,
    rules: Rules,
    k: int,
    c: float,
    *,
    sensitive: Iterable[str],
    weights: Mapping[str, float] | None = None,
    alpha: Any = DEFAULT_ALPHA,
    gamma: int = DEFAULT_GAMMA,
    **options: Any,
) -> Generalized:
    method = RBAT(alpha=alpha, gamma=gamma)
    model = PSRules(rules, k, c)
    return method.split(data.trimmed(), model, tuple(sensitive), weights or {}, Run(**options))
