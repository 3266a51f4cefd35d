"""What is tried: every method on every kind of data, under every model that it satisfies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import shoal
from shoal.engines.engine import ENGINES
from shoal.errors import ParameterError
from shoal.kinds import KINDS, Kind, choose_kind
from shoal.methods import METHODS, Method
from shoal.privacy import MODELS, Model
from shoal.recipes.vocabulary import options_of

from .examples import ASKED, EXAMPLES, LARGE, SMALL, Examples

#: To a method, models about sensitive columns are constraints like any other: every method is tried
#: under one of them and on one variant of data, and one method under all of them.
SENSITIVE, SEARCH = "t", "sweep"
ONCE = {"gen-cover-cf": "hierarchies", "exact": "persons"}


@dataclass(frozen=True)
class Case:
    """A method on a kind of data under a model, by their names."""

    kind: str
    variant: str
    model: str
    method: str
    engine: str = "local"

    def __str__(self) -> str:
        engine = "" if self.engine == "local" else f"-{self.engine}"
        return f"{self.kind}-{self.variant}-{self.model}-{self.method}{engine}"


def cases() -> Iterator[Case]:
    """Return all combinations that fit."""
    for kind, model, (of, name) in product(KINDS.values(), MODELS.values(), METHODS):
        method = METHODS[of, name]
        if of != kind.name or not model.is_for(of) or not satisfies(method, model):
            continue
        taken = options_of(kind, method)
        for variant, options in EXAMPLES[of].variants.items():
            fits = all(option in taken for option in options)
            named = method.models is not None
            tried = named or model.name == SENSITIVE or name == SEARCH
            if model.needs_sensitive and not (tried and variant == ONCE.get(name, "recoded")):
                continue
            if fits and (method.taxonomy != "must" or "taxonomy" in options):
                yield from (Case(of, variant, model.name, name, engine) for engine in ENGINES)


def satisfies(method: type[Method], model: type[Model]) -> bool:
    if method.models is None:
        return model.constraint is not Model.constraint
    return model.name in method.models


@dataclass(frozen=True)
class Trial:
    """A case on random data, in a folder of its own."""

    case: Case
    folder: Path
    seed: int = 0
    size: int = SMALL

    @cached_property
    def examples(self) -> Examples:
        return EXAMPLES[self.case.kind]

    @cached_property
    def kind(self) -> Kind:
        return KINDS[self.case.kind]

    @cached_property
    def method(self) -> type[Method]:
        return METHODS[self.case.kind, self.case.method]

    @cached_property
    def options(self) -> dict[str, Any]:
        """What is told about the data, and where it is."""
        home = self.folder / f"data-{self.seed}-{self.size}"
        home.mkdir(exist_ok=True)
        written = self.examples.write(self.seed, self.size, home)
        names = ("input", *self.examples.variants[self.case.variant])
        return {name: written[name] for name in names}

    @property
    def source(self) -> Path:
        return Path(self.options["input"])

    @property
    def reading(self) -> dict[str, Any]:
        return {name: value for name, value in self.options.items() if name != "input"}

    @cached_property
    def model(self) -> str:
        name = self.case.model
        asked = ASKED.get(name, lambda folder: MODELS[name].example)
        return self.examples.asked.get(name) or asked(self.folder)

    @property
    def large(self) -> Trial:
        """The same on more rows, unless the method says that they are too many for it."""
        larger = replace(self, size=LARGE)
        try:
            larger.recipe("large").check()
        except ParameterError as refused:
            if refused.parameter != "method":
                raise
            return self
        return larger

    def recipe(self, name: str, suffix: str | None = None, **more: Any) -> shoal.Recipe:
        suffix = self.source.suffix if suffix is None else suffix
        return shoal.Recipe(
            {
                "kind": self.case.kind,
                "model": self.model,
                "method": self.case.method,
                "engine": self.case.engine,
                "output": str(self.folder / f"{name}{suffix}"),
                **self.options,
                **more,
            }
        )

    @property
    def named(self) -> dict[str, Any]:
        """The kind by its name, where no option tells it."""
        found = choose_kind(self.reading).name
        return {} if found == self.case.kind else {"kind": self.case.kind}

    def run(self, name: str, **more: Any) -> shoal.Release:
        return self.recipe(name, **more).run()

    def anonymize(self, **more: Any) -> shoal.Release:
        return shoal.anonymize(
            self.source,
            self.model,
            kind=self.case.kind,
            method=self.case.method,
            options=self.reading,
            **more,
        )

    def original(self) -> Any:
        return self.kind.read(self.source, **self.reading)

    def verify(self, path: Path, persons: Any = None) -> shoal.Verdict:
        """Judge a file as a stranger would who was told what to look at."""
        judged = {one.name for one in self.kind.options if self.kind.judges_by(one)} - {"person"}
        told = {name: value for name, value in self.reading.items() if name in judged}
        if persons is not None:
            told["person"] = persons
        return shoal.verify(path, self.model, kind=self.case.kind, options=told)

    def files(self) -> set[str]:
        """Return the names of all files in the folder, whoever made them."""
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")}
