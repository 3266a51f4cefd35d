"""Whether Shoal works on this machine, and what it finds there."""

from __future__ import annotations

import platform
import tempfile
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from shoal import _core
from shoal.engines.local import default_threads, free_memory
from shoal.errors import ShoalError

#: The optional parts that are built: what each is for, and the packages it needs.
EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "db": ("DuckDB relations as sources", ("duckdb",)),
}

#: Rows of the self-check, and the k they are published at.
ROWS, K = 100, 5


@dataclass(frozen=True)
class Extra:
    """An optional part: what it is for, the packages installed with their versions, and missing."""

    name: str
    purpose: str
    installed: dict[str, str]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class SelfCheck:
    """What was found.

    Parameters
    ----------
    version, python, system
        Of Shoal, of Python, and what runs them.
    simd
        The vector instructions in use.
    threads, memory
        Processors and bytes of memory that are free for this process.
    extras
        The optional parts.
    temporary
        The folder for temporary files; None if nothing can be written there.
    failure
        What went wrong in the self-check; None if a release was made and found private.
    """

    version: str
    python: str
    system: str
    simd: str
    threads: int
    memory: int
    extras: tuple[Extra, ...]
    temporary: str | None
    failure: str | None

    @property
    def ok(self) -> bool:
        """Whether the core works."""
        return self.failure is None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {"ok": self.ok, **asdict(self)}


def self_check() -> SelfCheck:
    """Look at this machine, and publish a hundred rows to see that the core works.

    Examples
    --------
    >>> self_check().ok
    True
    """
    return SelfCheck(
        version=_core.version(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.system()} {platform.machine()}",
        simd=_core.simd(),
        threads=default_threads(),
        memory=free_memory(),
        extras=tuple(_extra(name, *about) for name, about in EXTRAS.items()),
        temporary=_temporary(),
        failure=_self_check(),
    )


def _extra(name: str, purpose: str, packages: tuple[str, ...]) -> Extra:
    installed = {}
    for package in packages:
        try:
            if find_spec(package) is not None:
                installed[package] = version(package)
        except (ImportError, ValueError, PackageNotFoundError):
            continue
    missing = tuple(package for package in packages if package not in installed)
    return Extra(name, purpose, installed, missing)


def _temporary() -> str | None:
    try:
        with tempfile.NamedTemporaryFile(prefix="shoal-") as file:
            file.write(b"\0" * 4096)
            file.flush()
            return str(Path(file.name).parent)
    except OSError:
        return None


def _self_check() -> str | None:
    """Publish generated rows and judge the release; return what failed, if something did."""
    from shoal.datasets import clicks
    from shoal.privacy import KAnonymity
    from shoal.recipes.anonymize import anonymize
    from shoal.recipes.verify import verify

    try:
        release = anonymize(clicks(rows=ROWS), KAnonymity(K))
        verdict = verify(release.data, KAnonymity(K))
    except ShoalError as error:
        return str(error)
    except Exception as error:  # whatever it is, it is what a doctor has to report
        return f"{type(error).__name__} in the self-check"
    return None if verdict.ok else f"the release of the self-check is not {K}-anonymous"
