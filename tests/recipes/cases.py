"""One small run of each sort: the same files, model and options for every door."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import shoal

# Table 1 of the paper on MR-RBAT: public items a to f, sensitive ones g to l.
PAPER = "b c e g h\na c d i j\na f l\nb e g h\nd f l\n"
DRINKS = "tea rum\ncocoa rum\ntea\ntea gin\n\ntea rum\nrum gin\ntea gin\ncocoa\n"
TREE = "tea;hot;*\ncocoa;hot;*\nrum;cold;*\ngin;cold;*\n"
PEOPLE = (
    "age,sex,ill,note\n31,f,flu,n0\n34,m,cold,n1\n60,m,flu,n2\n70,f,flu,n3\n61,f,cold,n4\n"
    "35,m,flu,n5\n33,f,cold,n6\n62,m,cold,n7\n"
)


@dataclass(frozen=True)
class Case:
    """Files of an input, and a recipe that publishes them.

    Parameters
    ----------
    files
        Names and contents; the input comes first.
    model, data
        The model, and the section ``data`` of the recipe.
    output
        The name of the release.
    """

    files: dict[str, str]
    model: str
    data: dict[str, Any] = field(default_factory=dict)
    output: str = "r.dat"

    @property
    def input(self) -> str:
        return next(iter(self.files))

    @property
    def is_table(self) -> bool:
        return "qi" in self.data

    @property
    def companions(self) -> list[str]:
        """Names of what is published beside the release."""
        return [f"{self.output}.mapping.csv"] if self.model.startswith("rules") else []

    @property
    def outputs(self) -> list[str]:
        return [self.output, *self.companions, f"{self.output}.run.json"]

    def write(self, folder: Path) -> None:
        for name, text in self.files.items():
            (folder / name).write_text(text)

    def content(self, **changes: Any) -> dict[str, Any]:
        """Return the recipe as plain values; ``changes`` replace or extend sections."""
        content: dict[str, Any] = {
            "model": self.model,
            "input": {"path": self.input},
            "data": dict(self.data),
            "output": {"path": self.output},
        }
        for name, value in changes.items():
            if isinstance(value, dict):
                content[name] = {**content.get(name, {}), **value}
            else:
                content[name] = value
        return content

    def publish(self, **changes: Any) -> shoal.Release:
        return shoal.Recipe.of(self.content(**changes)).run()

    def anonymize(self, **options: Any) -> shoal.Release:
        """Publish the same file in memory."""
        model = options.pop("model", self.model)
        return shoal.anonymize(self.input, model, **{**self.data, **options})

    def verify(self, path: str | Path, model: str | None = None) -> shoal.Verdict:
        known = {"qi": self.data["qi"]} if self.is_table else {}
        return shoal.verify(path, model or self.model, **known)


CASES = {
    "baskets": Case({"d.dat": DRINKS}, "k=2"),
    "taxonomy": Case({"d.dat": DRINKS, "t.csv": TREE}, "k=3", {"taxonomy": "t.csv"}),
    "km": Case({"d.dat": DRINKS, "t.csv": TREE}, "km=2,2", {"taxonomy": "t.csv"}),
    "rules": Case(
        {"d.dat": PAPER, "rules.txt": "# one rule\na c -> h\n"},
        "rules=rules.txt,k=3,c=0.6",
        {"sensitive": ["[g-l]"]},
    ),
    "table": Case(
        {"p.csv": PEOPLE},
        "k=2",
        {"qi": ["age", "sex"], "sensitive": ["ill"]},
        output="r.csv",
    ),
}


def rows_of(release: shoal.Release) -> list[Any]:
    """Return the published rows."""
    return release.data.rows() if release.kind.name == "table" else list(release.data)


def names(folder: Path) -> list[str]:
    """Return what is in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def digest(path):
    return sha256(Path(path).read_bytes()).hexdigest()


def publish(source, target, model, **sections):
    """Run a recipe; options are those of [input], [data], [options] and [output] together."""
    places = {
        "input": ("format", "separator", "column", "id", "item"),
        "data": (
            *("taxonomy", "qi", "sensitive", "keep", "person"),
            *("hierarchies", "weights", "recoding"),
        ),
        "output": ("report",),
    }
    content = {"model": model, "input": {"path": str(source)}, "output": {"path": str(target)}}
    for name, value in sections.items():
        section = next((one for one, keys in places.items() if name in keys), "options")
        content.setdefault(section, {})[name] = value
    return shoal.Recipe.of(content).run()
