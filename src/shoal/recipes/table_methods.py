"""Names of methods for tables, and the algorithms they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Protocol

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
        k: int,
        *,
        threads: int,
        most_kept: int,
        time_limit: float | None,
        progress: Progress | None,
    ) -> TableGrouping:
        """Group the rows of ``table``, at least ``k`` in each group."""


def _mondrian(
    table: Table,
    k: int,
    *,
    threads: int,
    most_kept: int,
    time_limit: float | None,
    progress: Progress | None,
    relaxed: bool = False,
) -> TableGrouping:
    return mondrian(table, k, relaxed=relaxed, time_limit=time_limit, progress=progress)


def _gen_cover_cf(
    table: Table,
    k: int,
    *,
    threads: int,
    most_kept: int,
    time_limit: float | None,
    progress: Progress | None,
) -> TableGrouping:
    return gen_cover_cf(table, k, threads=threads, time_limit=time_limit, progress=progress)


def _exact(
    table: Table,
    k: int,
    *,
    threads: int,
    most_kept: int,
    time_limit: float | None,
    progress: Progress | None,
) -> TableGrouping:
    return exact(table, k, progress=progress)


TABLE_METHODS: Mapping[str, TableMethod] = MappingProxyType(
    {
        "sweep": sweep_table,
        "gen-cover-cf": _gen_cover_cf,
        "mondrian": _mondrian,
        "mondrian-relaxed": partial(_mondrian, relaxed=True),
        "exact": _exact,
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
