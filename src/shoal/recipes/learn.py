"""The door to learning from a release: how its run file says that the original is read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from shoal.errors import ParameterError
from shoal.privacy import parse_models
from shoal.recipes.recipe import Recipe
from shoal.release.publication import model_of, run_file_of
from shoal.utility import Learning
from shoal.utility import learn as learn_from
from shoal.wording import parameter


def learn(
    original: Any, release: Any, target: str, *, k: int | None = None, **asked: Any
) -> Learning:
    """Learn as :func:`shoal.utility.learn` does; without ``qi``, the run file says how to read.

    Raises
    ------
    ParameterError
        If neither the call nor a run file names quasi-identifiers.
    """
    if not asked.get("qi"):
        asked = reading_of(release) | asked
    if not asked.get("qi"):
        raise ParameterError(
            f"no run file beside the release says how the original is read: give {parameter('qi')}",
            parameter="qi",
        )
    if k is None and (named := model_of(release)) is not None:
        k = parse_models(named)[0].k  # of several, the strictest
    return learn_from(original, release, target, k=k, **asked)


def reading_of(release: Any) -> dict[str, Any]:
    """Return how the run file beside a release says that its original was read; {} without one.

    Paths in a run file are as they were given: relative to where Shoal was called, or to a recipe,
    which often lies beside its release.
    """
    if not isinstance(release, (str, os.PathLike)):
        return {}
    file = run_file_of(Path(release))
    try:
        content = json.loads(file.read_bytes())["recipe"]
    except (OSError, ValueError, TypeError, KeyError):  # not readable, or not Shoal's
        return {}
    called, beside = Recipe.of(content), Recipe.of(content, folder=file.parent)
    trees = [path for name, path in beside.files() if name == "hierarchies"]
    found = beside if trees and all(path.exists() for path in trees) else called
    if found.kind.name != "table":
        raise ParameterError(
            f"{release} is a release of {found.kind.called}, and only one of a table can be learnt "
            "from",
            parameter="release",
        )
    return found.reading()
