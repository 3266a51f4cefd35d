"""A file in, a release by rules out, with its mapping and its private run file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shoal.data import Transactions
from shoal.io import Staged
from shoal.io.mappings import mapping_beside
from shoal.privacy import PSRules
from shoal.recipes.plan import Plan
from shoal.recipes.publish import Publication, make_release, write_files
from shoal.release.rules_release import RulesRelease
from shoal.release.rules_writing import write_and_judge_rules
from shoal.release.writing import JudgedFile


def publish_rules(
    plan: Plan,
    model: PSRules,
    *,
    read_it: Callable[[], Transactions],
    told: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Publication[RulesRelease]:
    """Anonymize a file by rules; see :func:`shoal.recipes.publish.publish`, which calls this.

    Parameters
    ----------
    plan, model
        Input and output, and the promise.
    read_it
        Reads the input.
    told
        What the run file says about the input.
    options
        Those of :func:`shoal.anonymize`.
    """
    given = dict(options)
    models = [model, *given.pop("others", ())]
    mapping = Staged(mapping_beside(plan.target), inputs=[plan.source, *plan.other_inputs])

    def make(staged: Staged) -> JudgedFile[RulesRelease]:
        release = make_release(read_it(), models, **given)
        return write_and_judge_rules(release, staged, mapping, plan.write_as)

    return write_files(plan, make, beside=mapping, **told)
