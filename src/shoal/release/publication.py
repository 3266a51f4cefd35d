"""A publication: files that belong together, named with their hashes by a private run file.

The run file takes its name first, and with it the publication is decided. A run that is killed
before leaves the old publication, one that is killed later leaves files that still have to take
their names: :func:`mixture` reports them, and the next run to the same target moves them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shoal.io.staging import is_temporary, move_onto, sync
from shoal.wording import call_parameter

#: What the name of a run file adds to its release's.
RUN_FILE = ".run.json"

#: Outputs that only their owner may read. They are not published: a recipe may be edited later.
PRIVATE = ("run_file", "recipe_file", "certificate_file", "hierarchy_file")


def is_private(name: str) -> bool:
    """Tell whether only the owner may read an output; of some there are several, by column."""
    return name.partition(":")[0] in PRIVATE


@dataclass(frozen=True)
class Entry:
    """A file in a manifest."""

    name: str  # what it is: ``output``, ``mapping_file``, ``report_file`` or ``recipe_file``
    path: Path
    sha256: str
    #: The name of the temporary that becomes the file; none where the file was left by an earlier
    #: publication to the same target.
    staged: str

    @property
    def is_there(self) -> bool:
        """Whether the file has the content that the manifest names."""
        return self.path.is_file() and sha256_of(self.path) == self.sha256

    @property
    def final(self) -> Path:
        """The file, behind whatever links."""
        return Path(os.path.realpath(self.path))

    @property
    def temporary(self) -> Path:
        """The temporary that becomes the file."""
        return self.final.with_name(self.staged)

    @property
    def is_pending(self) -> bool:
        """Whether the run was killed before the file took its name."""
        if not is_temporary(self.staged, self.final):
            return False
        is_file = self.temporary.is_file() and not self.temporary.is_symlink()
        return is_file and sha256_of(self.temporary) == self.sha256

    def to_dict(self, folder: Path) -> dict[str, str]:
        """Return the entry as a manifest in a folder holds it: it may be moved with its files."""
        place = Path(os.path.realpath(self.path.parent), self.path.name)
        path = os.path.relpath(place, os.path.realpath(folder))
        return {"name": self.name, "path": path, "sha256": self.sha256, "staged": self.staged}


def run_file_of(target: Path) -> Path:
    """Return where the run file of a release is: beside it, named after it."""
    return target.with_name(target.name + RUN_FILE)


def read_manifest(target: Path) -> list[Entry]:
    """Return the files that the run file of a release names; none if it is no such file."""
    try:
        place = run_file_of(target)
        listed = json.loads(place.read_bytes())["files"] if place.is_file() else ()
        return [
            Entry(one["name"], place.parent / one["path"], one["sha256"], str(one["staged"]))
            for one in listed
        ]
    except (OSError, ValueError, TypeError, KeyError):  # not readable, or not Shoal's
        return []


def model_of(published: Any) -> str | None:
    """Return the model that the run file beside a release names; None if there is none."""
    if not isinstance(published, (str, os.PathLike)):
        return None
    try:
        model = json.loads(run_file_of(Path(published)).read_bytes())["recipe"]["model"]
    except (OSError, ValueError, TypeError, KeyError):  # not readable, or not Shoal's
        return None
    return model if isinstance(model, str) else None


def mixture(target: Path) -> str | None:
    """Return which files of a release belong to different publications; None if all are of one.

    A file that is not there is not missed: it may have been moved. Nor is a recipe that was edited.
    """
    absent = [one for one in read_manifest(target) if one.staged and not one.is_there]
    pending = [one for one in absent if one.is_pending]
    other = [
        str(one.path)
        for one in absent
        if one in pending or (not is_private(one.name) and one.path.is_file())
    ]
    if not other:
        return None
    end = f"publish anew, with {call_parameter('overwrite')}"
    if pending:
        end = f"the next run to {target} completes it"
    return (
        f"{run_file_of(target)} belongs to one publication, {', '.join(other)} to another, or "
        f"changed since; {end}"
    )


def older_files(target: Path) -> list[str]:
    """Return what earlier publications to the same target left to be given away, changed or not."""
    entries = [entry for entry in read_manifest(target) if not entry.staged]
    return [str(one.path) for one in entries if not is_private(one.name) and one.path.is_file()]


def finish(target: Path, own: Iterable[Path]) -> None:
    """Complete the publication that a killed run left unfinished.

    Only ``own`` files and those in the folder of the release are moved: a run file from elsewhere
    must not decide over others.
    """
    places = {Path(os.path.realpath(path)) for path in own}
    folder = Path(os.path.realpath(target.parent))
    for entry in read_manifest(target):
        if (entry.final in places or entry.final.parent == folder) and entry.is_pending:
            move_onto(entry.temporary, entry.final, private=is_private(entry.name))
            sync(entry.final.parent)


def may_replace(path: Path, target: Path) -> bool:
    """Tell whether a file may be replaced by one of the release: an earlier run to it wrote it."""
    if not path.is_file() or path.stat().st_size == 0:
        return True
    entries, final = read_manifest(target), os.path.realpath(path)
    if final == os.path.realpath(run_file_of(target)):
        return bool(entries)
    own = [entry for entry in entries if str(entry.final) == final]
    return any(entry.is_there or entry.is_pending for entry in own)


def earlier(target: Path, paths: Iterable[Path]) -> Iterator[Entry]:
    """Return the files of earlier publications that are as they were and not among the paths."""
    replaced = {Path(os.path.realpath(path)) for path in paths}
    for entry in read_manifest(target):
        if entry.final not in replaced and entry.is_there:
            yield replace(entry, staged="")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; of a folder, that of the list of its files' own."""
    if path.is_dir():
        from shoal.io.batches import files_of

        lines = (f"{sha256_of(file)}  {file.name}\n" for file in files_of(path))
        return hashlib.sha256("".join(lines).encode(errors="surrogateescape")).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprints(paths: Iterable[Path]) -> list[Mapping[str, Any]]:
    """Return files with the SHA-256 of their content."""
    return [{"path": str(path), "sha256": sha256_of(path)} for path in paths]
