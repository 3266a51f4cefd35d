"""Shoal: anonymize data by the patterns in it.

The public names are resolved when they are first used, so that ``import shoal`` costs nothing;
``__init__.pyi`` says what they are to editors and type checkers.
"""

from __future__ import annotations

from importlib import import_module

__all__ = [
    "AllOf",
    "AlphaK",
    "Baskets",
    "BetaLikeness",
    "DeltaDisclosure",
    "Hierarchy",
    "Inspection",
    "ItemMapping",
    "KAnonymity",
    "KmAnonymity",
    "LDiversity",
    "PSRules",
    "PublishedTable",
    "Recipe",
    "Release",
    "Rules",
    "TCloseness",
    "Table",
    "Verdict",
    "__version__",
    "anonymize",
    "datasets",
    "errors",
    "generate_rules",
    "inspect",
    "measure",
    "methods",
    "mine",
    "mine_batches",
    "random_rules",
    "read",
    "read_hierarchy",
    "read_mapping",
    "read_rules",
    "show_values",
    "utility",
    "verify",
    "write",
    "write_hierarchy",
    "write_mapping",
    "write_rules",
]

#: The room of each public name; the others are rooms themselves.
_HOME = {
    "Recipe": "recipes.recipe",
    "Release": "release",
    "anonymize": "recipes.anonymize",
    "generate_rules": "mining.ps_rules",
    "measure": "recipes.measure",
    "random_rules": "mining.ps_rules",
    "show_values": "wording",
    "verify": "recipes.verify",
    **dict.fromkeys(["Baskets", "Hierarchy", "ItemMapping", "PublishedTable"], "data"),
    **dict.fromkeys(["Rules", "Table"], "data"),
    **dict.fromkeys(["Inspection", "inspect"], "inspection"),
    **dict.fromkeys(["KAnonymity", "KmAnonymity", "PSRules", "Verdict"], "privacy"),
    **dict.fromkeys(["AllOf", "AlphaK", "BetaLikeness", "DeltaDisclosure"], "privacy"),
    **dict.fromkeys(["LDiversity", "TCloseness"], "privacy"),
    **dict.fromkeys(["mine", "mine_batches"], "mining"),
    **dict.fromkeys(["read", "write"], "kinds.reading"),
    **dict.fromkeys(["read_hierarchy", "write_hierarchy"], "io.hierarchies"),
    **dict.fromkeys(["read_mapping", "write_mapping"], "io.mappings"),
    **dict.fromkeys(["read_rules", "write_rules"], "io.rules"),
}


def __getattr__(name: str) -> object:
    if name in _HOME:
        value = getattr(import_module(f"shoal.{_HOME[name]}"), name)
    elif name == "__version__":
        # From the native core, which was built with it: to ask the installer's records is slow.
        from shoal._core import version

        value = version()
    elif name in __all__:
        value = import_module(f"shoal.{name}")
    else:
        raise AttributeError(f"module 'shoal' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
