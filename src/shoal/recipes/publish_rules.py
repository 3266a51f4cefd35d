"""A file in, a release by rules out, with its mapping and its private run file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from shoal.data import Transactions
from shoal.io import Format, Staged
from shoal.io.mappings import check_not_mapping, mapping_beside
from shoal.privacy import PSRules
from shoal.recipes.publish import Publication, make_release, write_files
from shoal.release.rules_release import RulesRelease
from shoal.release.rules_writing import write_and_judge_rules
from shoal.release.writing import JudgedFile


def publish_rules(
    source: Path,
    target: Path,
    model: PSRules,
    *,
    read_it: Callable[[], Transactions],
    write_as: Format,
    told: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Publication[RulesRelease]:
    """Anonymize a file by rules; see :func:`shoal.recipes.publish.publish`, which calls this.

    Parameters
    ----------
    source, target, model
        Input, output and promise.
    read_it
        Reads the input.
    write_as
        The format of the output.
    told
        What the run file says about the input.
    options
        Those of :func:`shoal.anonymize`.
    """
    check_not_mapping(target)
    given = dict(options)
    models = [model, *given.pop("others", ())]
    mapping = Staged(mapping_beside(target), inputs=[source, *told["other_inputs"]])

    def make(staged: Staged) -> JudgedFile[RulesRelease]:
        release = make_release(read_it(), models, **given)
        return write_and_judge_rules(release, staged, mapping, write_as)

    return write_files(source, target, make, beside=mapping, **told)
