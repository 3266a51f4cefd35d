"""``shoal doctor``: whether Shoal works on this machine."""

from __future__ import annotations

from typing import Any

from shoal.cli.show import print_answer, print_facts, shows_tables
from shoal.wording import sized


def command() -> int:
    """Show versions and extras, and check that the core works; exit status 1 if not.

    `shoal doctor`
    """
    from shoal.recipes.self_check import self_check

    found = self_check()
    print_answer({"schema": "shoal.doctor/1", **found}, "Shoal on this machine", _facts(found))
    if shows_tables():
        print_facts("Extras", {extra["name"]: _state(extra) for extra in found["extras"]})
    return 0 if found["ok"] else 1


def _facts(found: dict[str, Any]) -> dict[str, str]:
    works = "works" if found["ok"] else "FAILS"
    return {
        "version": found["version"],
        "Python": f"{found['python']} on {found['system']}",
        "native core": f"{works}: {found['simd']} instructions",
        "threads": f"{found['threads']:,}",
        "memory free": sized(found["memory"]),
        "temporary files": found["temporary"] or "NOT WRITABLE: set TMPDIR to a folder that is",
        "self-check": found["failure"] or "100 rows published at k = 5, and the release verified",
    }


def _state(extra: dict[str, Any]) -> str:
    state = ", ".join(f"{name} {version}" for name, version in extra["installed"].items())
    if extra["missing"]:
        state = f"missing {', '.join(extra['missing'])}: pip install 'shoal[{extra['name']}]'"
    return f"{extra['purpose']}\n{state}"
