"""``shoal doctor``: whether Shoal works on this machine."""

from __future__ import annotations

import platform
from typing import Any

from shoal.cli.show import print_answer
from shoal.errors import ShoalError
from shoal.wording import sized

#: What the self-check publishes.
ROWS, MODEL = 100, "k=5"


def command() -> int:
    """Show versions, and check that the core works; exit status 1 if not.

    `shoal doctor`
    """
    from shoal import _core
    from shoal.engines.local import default_threads, free_memory

    failure = _failure()
    found: dict[str, Any] = {
        "ok": failure is None,
        "version": _core.version(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "simd": _core.simd(),
        "threads": default_threads(),
        "memory": free_memory(),
        "failure": failure,
    }
    facts = {
        "version": found["version"],
        "Python": f"{found['python']} on {found['system']}",
        "native core": f"{found['simd']} instructions",
        "threads": f"{found['threads']:,}",
        "memory free": sized(found["memory"]),
        "self-check": failure or f"{ROWS} rows published at {MODEL}, and the release verified",
    }
    print_answer({"schema": "shoal.doctor/1", **found}, "Shoal on this machine", facts)
    return 0 if failure is None else 1


def _failure() -> str | None:
    """Publish generated rows and judge the release; return what failed, if something did."""
    from shoal.datasets import clicks
    from shoal.recipes.anonymize import anonymize
    from shoal.recipes.verify import verify

    try:
        verdict = verify(anonymize(clicks(rows=ROWS), MODEL).data, MODEL)
    except Exception as error:  # whatever it is, it is what a doctor has to report
        return str(error) if isinstance(error, ShoalError) else type(error).__name__
    return None if verdict.ok else f"the release of the self-check violates {MODEL}"
