"""Whether Shoal works on this machine, and what it finds there."""

from __future__ import annotations

import platform
import tempfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from shoal import _core
from shoal.engines.local import default_threads, free_memory
from shoal.errors import ShoalError

#: The optional parts that are built: what each is for, and the package it needs.
EXTRAS = {"db": ("DuckDB relations as sources", "duckdb")}

#: Rows of the self-check, and the k they are published at.
ROWS, K = 100, 5


def self_check() -> dict[str, Any]:
    """Return what is found on this machine, and whether a hundred rows can be published on it."""
    failure = _failure()
    return {
        "ok": failure is None,
        "version": _core.version(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "simd": _core.simd(),
        "threads": default_threads(),
        "memory": free_memory(),
        "extras": [_extra(name, *about) for name, about in EXTRAS.items()],
        "temporary": _temporary(),
        "failure": failure,
    }


def _extra(name: str, purpose: str, package: str) -> dict[str, Any]:
    """Return an optional part: what it is for, what of it is installed, and what is missing."""
    installed = {}
    with suppress(PackageNotFoundError):
        installed[package] = version(package)
    missing = [] if installed else [package]
    return {"name": name, "purpose": purpose, "installed": installed, "missing": missing}


def _temporary() -> str | None:
    try:
        with tempfile.NamedTemporaryFile(prefix="shoal-") as file:
            file.write(b"\0" * 4096)
            file.flush()
            return str(Path(file.name).parent)
    except OSError:
        return None


def _failure() -> str | None:
    """Publish generated rows and judge the release; return what failed, if something did."""
    from shoal.datasets import clicks
    from shoal.privacy import KAnonymity
    from shoal.recipes.anonymize import anonymize
    from shoal.recipes.verify import verify

    try:
        release = anonymize(clicks(rows=ROWS), KAnonymity(K))
        verdict = verify(release.data, KAnonymity(K))
    except Exception as error:  # whatever it is, it is what a doctor has to report
        named = f"{type(error).__name__} in the self-check"
        return str(error) if isinstance(error, ShoalError) else named
    return None if verdict.ok else f"the release of the self-check is not {K}-anonymous"
