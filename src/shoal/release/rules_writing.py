"""Write a release by rules and its mapping, and judge both files before they get their names."""

from __future__ import annotations

from dataclasses import replace

from shoal.errors import VerificationError
from shoal.io import Format, Staged
from shoal.io.mappings import read_mapping, write_mapping
from shoal.privacy import verify
from shoal.release.rules_release import RulesRelease
from shoal.release.writing import (
    JudgedFile,
    named_after_target,
    same_rows,
    sha256_of,
    write_and_read,
)


def write_and_judge_rules(
    release: RulesRelease,
    staged: Staged,
    staged_mapping: Staged,
    form: Format,
    *,
    column: str | None = None,
) -> JudgedFile[RulesRelease]:
    """Write to the staged files, read them back, and judge what was read.

    Raises
    ------
    VerificationError
        When the files do not protect the rules or do not say what the release says.
    """
    published = write_and_read(release.data, staged, form, column=column)
    with named_after_target(staged_mapping):
        write_mapping(release.mapping, staged_mapping.temporary)
    mapping = read_mapping(staged_mapping.temporary)
    verdict = verify(published, release.model, mapping)
    if not verdict.ok:
        raise VerificationError(
            f"the written file fails the check of {release.model}: "
            f"{verdict.unprotected_rules:,} of {verdict.rules:,} rules are unprotected"
        )
    same = mapping.by_item == release.mapping.by_item and same_rows(published, release.data)
    if verdict != release.verdict or not same:
        raise VerificationError("the written file does not read back as the release it was made of")
    return JudgedFile(replace(release, verdict=verdict), sha256_of(staged.temporary))
