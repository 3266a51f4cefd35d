"""Shoal: anonymize data by the patterns in it.

The public names are resolved when they are first used, so that ``import shoal`` costs nothing.
"""

from __future__ import annotations

# As in ``typing``, which takes longer to load than the rest of a short call.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from shoal import datasets, errors
    from shoal.data import Hierarchy, Table, Transactions
    from shoal.data.item_mapping import ItemMapping
    from shoal.data.rules import Rules
    from shoal.inspection.facts import Inspection
    from shoal.inspection.inspect import inspect
    from shoal.io import read, write
    from shoal.io.hierarchies import read_hierarchy, write_hierarchy
    from shoal.io.mappings import read_mapping, write_mapping
    from shoal.io.rules import read_rules, write_rules
    from shoal.io.tables import read_table, write_table
    from shoal.mining.batches import mine_batches
    from shoal.mining.mine import mine
    from shoal.mining.ps_rules import generate_rules, random_rules
    from shoal.privacy import KAnonymity, KmAnonymity, PSRules
    from shoal.privacy.verify import verify
    from shoal.recipes.anonymize import anonymize
    from shoal.recipes.curve import anonymize_curve
    from shoal.recipes.measure import measure
    from shoal.recipes.recipe import Recipe
    from shoal.release import Release
    from shoal.release.rules_release import RulesRelease
    from shoal.release.table_release import TableRelease

    __version__: str

__all__ = [
    "Hierarchy",
    "Inspection",
    "ItemMapping",
    "KAnonymity",
    "KmAnonymity",
    "PSRules",
    "Recipe",
    "Release",
    "Rules",
    "RulesRelease",
    "Table",
    "TableRelease",
    "Transactions",
    "__version__",
    "anonymize",
    "anonymize_curve",
    "datasets",
    "errors",
    "generate_rules",
    "inspect",
    "measure",
    "mine",
    "mine_batches",
    "random_rules",
    "read",
    "read_hierarchy",
    "read_mapping",
    "read_rules",
    "read_table",
    "verify",
    "write",
    "write_hierarchy",
    "write_mapping",
    "write_rules",
    "write_table",
]

_HOME = {
    "Hierarchy": "shoal.data",
    "Inspection": "shoal.inspection",
    "ItemMapping": "shoal.data.item_mapping",
    "KAnonymity": "shoal.privacy",
    "KmAnonymity": "shoal.privacy",
    "PSRules": "shoal.privacy",
    "Recipe": "shoal.recipes.recipe",
    "Release": "shoal.release",
    "Rules": "shoal.data.rules",
    "RulesRelease": "shoal.release.rules_release",
    "Table": "shoal.data",
    "TableRelease": "shoal.release.table_release",
    "Transactions": "shoal.data",
    "anonymize": "shoal.recipes.anonymize",
    "anonymize_curve": "shoal.recipes.curve",
    "generate_rules": "shoal.mining.ps_rules",
    "inspect": "shoal.inspection",
    "measure": "shoal.recipes.measure",
    "mine": "shoal.mining",
    "mine_batches": "shoal.mining",
    "random_rules": "shoal.mining.ps_rules",
    "read": "shoal.io",
    "read_hierarchy": "shoal.io.hierarchies",
    "read_mapping": "shoal.io.mappings",
    "read_rules": "shoal.io.rules",
    "read_table": "shoal.io.tables",
    "verify": "shoal.privacy",
    "write": "shoal.io",
    "write_hierarchy": "shoal.io.hierarchies",
    "write_mapping": "shoal.io.mappings",
    "write_rules": "shoal.io.rules",
    "write_table": "shoal.io.tables",
}
_ROOMS = {"datasets": "shoal.datasets", "errors": "shoal.errors"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    elif name in _ROOMS:
        value = import_module(_ROOMS[name])
    elif name == "__version__":
        # From the native core, which was built with it: to ask the installer's records is slow.
        from shoal._core import version

        value = version()
    else:
        raise AttributeError(f"module 'shoal' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
