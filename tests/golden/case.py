"""What a golden case is: a name, and the words of a command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """One call of ``shoal``.

    ``{data}``, ``{public}`` and ``{out}`` in its words stand for the folders of the generated and
    of the public inputs and for the one that the call writes into. ``after`` are calls that must
    come before, into the same folder. ``persons``: what ``--person`` publishes may still change.
    ``long``: for ``make test-long``.
    """

    name: str
    argv: tuple[str, ...]
    public: bool = False
    persons: bool = False
    long: bool = False
    after: tuple[Case, ...] = ()

    def words(self, folders: dict[str, Path]) -> list[str]:
        """Return the words of the call with the folders in place."""
        return [_fill(word, folders) for word in self.argv]

    def missing(self, public: Path) -> list[str]:
        """Return the public files that the case needs and that are not there."""
        words = [word for case in (*self.after, self) for word in case.argv]
        named = [word.removeprefix("{public}/") for word in words if word.startswith("{public}/")]
        return [name for name in named if not (public / name).exists()]


def _fill(word: str, folders: dict[str, Path]) -> str:
    for name, path in folders.items():
        word = word.replace("{" + name + "}", str(path))
    return word


def anonymize(
    name: str, source: str, flags: str, output: str = "release.dat", **marks: bool
) -> Case:
    """Return the call that anonymizes a generated input; ``flags`` are separated by blanks."""
    folder = "public" if marks.get("public") else "data"
    argv = ("anonymize", f"{{{folder}}}/{source}", *flags.split())
    return Case(name, (*argv, "-o", f"{{out}}/{output}", "--json"), **marks)
