"""Shoal: anonymize data by the patterns in it.

The public names are resolved when they are first used, so that ``import shoal`` costs nothing.
"""

from __future__ import annotations

# As in ``typing``, which takes longer to load than the rest of a short call.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from shoal import datasets, errors
    from shoal.data import Transactions
    from shoal.io import read, write
    from shoal.loss import measure
    from shoal.mining.batches import mine_batches
    from shoal.mining.mine import mine
    from shoal.privacy import KAnonymity, verify
    from shoal.recipes.anonymize import anonymize
    from shoal.release import Release

    __version__: str

__all__ = [
    "KAnonymity",
    "Release",
    "Transactions",
    "__version__",
    "anonymize",
    "datasets",
    "errors",
    "measure",
    "mine",
    "mine_batches",
    "read",
    "verify",
    "write",
]

_HOME = {
    "KAnonymity": "shoal.privacy",
    "Release": "shoal.release",
    "Transactions": "shoal.data",
    "anonymize": "shoal.recipes.anonymize",
    "measure": "shoal.loss",
    "mine": "shoal.mining",
    "mine_batches": "shoal.mining",
    "read": "shoal.io",
    "verify": "shoal.privacy",
    "write": "shoal.io",
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
