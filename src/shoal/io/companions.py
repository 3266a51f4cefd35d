"""What is published beside a release, in a file of its own that is named after it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from shoal.errors import ParameterError
from shoal.io.mappings import MAPPING_FILE, read_mapping, write_mapping
from shoal.io.sensitive_counts import SENSITIVE_FILE, read_counts, write_counts


class Companion(NamedTuple):
    """One kind of such files."""

    suffix: str  # what its name adds to the release's
    called: str  # several of them, in a sentence
    write: Callable[[Any, Path], None]
    read: Callable[[Path], Any]

    def beside(self, release: str | os.PathLike[str]) -> Path:
        """Return where that of a release is: beside it, named after it."""
        path = Path(release)
        return path.with_name(path.name + self.suffix)

    def check_not(self, release: str | os.PathLike[str]) -> None:
        """Raise if a release has the name of another one's companion."""
        if Path(release).name.endswith(self.suffix):
            raise ParameterError(
                f"cannot write {release}: {self.suffix} is for {self.called} of releases"
            )


COMPANIONS = {
    "mapping": Companion(MAPPING_FILE, "mappings", write_mapping, read_mapping),
    "sensitive": Companion(SENSITIVE_FILE, "sensitive tables", write_counts, read_counts),
}
