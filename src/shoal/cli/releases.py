"""A release on the terminal: its warnings, then its figures in reading order, then its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.cli.show import print_answer
from shoal.wording import sized

if TYPE_CHECKING:
    from shoal.release import Release

#: How each file of a release is called, and what to do with it.
_FILES = {
    "output": ("release", ""),
    "mapping_file": ("mapping", " (publish it, too)"),
    "report_file": ("report", " (can be given away)"),
    "certificate_file": ("proof", " (private; for auditors)"),
    "recipe_file": ("recipe", " (private)"),
    "run_file": ("run file", " (private)"),
}


def print_release(release: Release) -> None:
    """Print a release that was written."""
    memory = release.memory
    files = {
        called: f"{release.files[name]}{hint}"
        for name, (called, hint) in _FILES.items()
        if name in release.files
    }
    trees = [path for name, path in release.files.items() if ":" in name]
    if trees:
        files["hierarchies"] = f"{trees[0].parent} (private)"
    facts = {
        **release.summary(),
        **_curve(release),
        "memory": f"{sized(memory.peak)} at the peak; about {sized(memory.estimate)} expected, "
        f"{sized(memory.limit)} allowed",
        "seconds": f"{release.seconds:.1f}",
        **files,
    }
    print_answer(release.to_dict(), "Release", facts, release.warnings)


def _curve(release: Release) -> dict[str, str]:
    """Return what each of several models costs; nothing if there was one."""
    if not release.curve:
        return {}
    costs = [
        f"k={point.k:,}"
        + (f",c={point.c:g}" if point.c is not None else "")
        + f": {point.loss:.4f}"
        for point in release.curve
    ]
    return {"loss by model": f"{'; '.join(costs)}\nonly {release.verdict.model} is published"}
