"""The private run file: what repeats a run byte for byte, and what it read and wrote."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from shoal.io import Format
from shoal.release.writing import JudgedFile, sha256_of

#: Libraries that could change the bytes of a file, if they took part.
_LIBRARIES = ("numpy", "polars")


def describe(
    judged: JudgedFile[Any],
    *,
    source: Path,
    read_as: Format,
    column: str | None,
    roles: Mapping[str, Any] | None = None,
    other_inputs: Sequence[Path] = (),
    target: Path,
) -> dict[str, Any]:
    """Return the run as plain values. Never for publication: it holds the seed and fingerprints."""
    release = judged.release
    return {
        "schema": "shoal.run/1",
        "recipe": dict(release.provenance.options),
        "threads": release.provenance.threads,
        "versions": {
            "shoal": release.provenance.version,
            "python": ".".join(map(str, sys.version_info[:3])),
            **{name: sys.modules[name].__version__ for name in _LIBRARIES if name in sys.modules},
        },
        "input": {
            "path": str(source),
            "sha256": sha256_of(source),
            "format": asdict(read_as),
            **({"column": column} if roles is None else {"roles": dict(roles)}),
        },
        "other_inputs": [{"path": str(path), "sha256": sha256_of(path)} for path in other_inputs],
        "output": {"path": str(target), "sha256": judged.sha256},
        "release": release.to_dict(),
    }
