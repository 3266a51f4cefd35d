"""Names of methods for tables, and the algorithms they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from shoal._core import Constraint
from shoal.data.table import Table
from shoal.engines.local import Progress
from shoal.errors import ParameterError
from shoal.methods.exact import exact
from shoal.methods.gen_cover_cf import gen_cover_cf
from shoal.methods.mondrian import mondrian
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_sweep import sweep_table


class TableMethod(Protocol):
    """An anonymizer of tables."""

    def __call__(
        self,
        table: Table,
        constraint: Constraint,
        *,
        threads: int,
        most_kept: int,
        time_limit: float | None,
        progress: Progress | None,
    ) -> TableGrouping:
        """Group the rows of ``table`` so that each group satisfies the constraint."""


def _taking(method: Callable[..., TableGrouping], *names: str, **fixed: Any) -> TableMethod:
    """Return a method that is told only what it takes."""

    def told(table: Table, constraint: Constraint, **options: Any) -> TableGrouping:
        return method(table, constraint, **fixed, **{name: options[name] for name in names})

    return told


TABLE_METHODS: Mapping[str, TableMethod] = MappingProxyType(
    {
        "sweep": sweep_table,
        "gen-cover-cf": _taking(gen_cover_cf, "threads", "time_limit", "progress"),
        "mondrian": _taking(mondrian, "time_limit", "progress"),
        "mondrian-relaxed": _taking(mondrian, "time_limit", "progress", relaxed=True),
        "exact": _taking(exact, "progress"),
    }
)


def table_method_name(name: str) -> str:
    """Return the name of the method for tables that ``name`` asks for.

    Examples
    --------
    >>> table_method_name("auto")
    'sweep'
    """
    if name == "auto":
        return "sweep"
    if name not in TABLE_METHODS:
        allowed = ", ".join(["auto", *TABLE_METHODS])
        raise ParameterError(f"unknown method {name!r} for a table; allowed: {allowed}")
    return name
