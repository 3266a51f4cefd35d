"""Privacy models: what a release guarantees. Each is a file of this room, found by its name."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence, Sized
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from shoal.engines.engine import Engine, Summary
from shoal.errors import InfeasibleError, ParameterError
from shoal.privacy.verdict import Verdict
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal import _core
    from shoal.privacy.published import Published

AnyModel = TypeVar("AnyModel", bound="type[Model]")

#: All models by name, in the order of their registration.
MODELS: dict[str, type[Model]] = {}


class Model(ABC):
    """A privacy model. Subclasses are frozen dataclasses with the model's parameters.

    The check and the constraint share these parameters and nothing else: the one judges what was
    published, the other guides a search.
    """

    #: How the model's text begins, as in ``k=10``.
    name: ClassVar[str]
    #: A whole text, for messages and help.
    example: ClassVar[str]
    #: All forms it is written in, where that is more than one.
    forms: ClassVar[str] = ""
    #: What kinds of data it is for, by name; None: all whose published rows can be compared.
    kinds: ClassVar[tuple[str, ...] | None] = None
    #: Whether it is about a sensitive column.
    needs_sensitive: ClassVar[bool] = False
    #: Whether it says how many rows a group has at least.
    says_k: ClassVar[bool] = True
    #: Whether the union of two groups that satisfy it satisfies it too.
    kept_when_merged: ClassVar[bool] = True
    #: Its parameters that stand behind commas; None: all that follows is its own.
    own: ClassVar[tuple[str, ...] | None] = ()

    #: The least number of rows that every figure about a release stands for.
    k: int

    @classmethod
    def is_for(cls, kind: str) -> bool:
        """Tell whether the model is for a kind of data."""
        return cls.kinds is None or kind in cls.kinds

    def refused_for(self, called: str) -> ParameterError:
        """Return the error about a kind of data that the model is not for."""
        kinds = " and ".join(self.kinds or ())
        return ParameterError(
            f"model {self} is for {kinds}, and this is {called}", parameter="model"
        )

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Model:
        """Return the model that the text after ``name=`` means."""

    @classmethod
    def relocate(cls, text: str, change: Callable[[str], str]) -> str:
        """Return the text after ``name=`` with each path in it changed."""
        return text

    @abstractmethod
    def check(self, published: Published) -> Verdict:
        """Judge published data, from that data alone."""

    def summary(self) -> Summary:
        """Return what counts published rows, piece by piece, and extracts a verdict."""
        return WholeRows(self)

    def constraint(self, data: Any) -> _core.Constraint:
        """Return what a group of rows must satisfy while a method searches."""
        raise ParameterError(f"model {self} has no constraint to search under")

    def mergeable(self) -> Model:
        """Return the model, or a stricter one, such that unions of groups keep it."""
        return self

    def check_feasible(self, data: Sized) -> None:
        """Raise if no release of this data can satisfy the model; say what would be feasible."""
        rows = len(data)
        if rows < 2:
            raise InfeasibleError(
                f"nothing can be published of {counted(rows, 'row')}: each needs at least one "
                "other to hide with",
                parameter="input",
            )
        if self.k > rows:
            raise InfeasibleError(
                f"{self} needs at least {counted(self.k, 'row')} and the data has {rows:,}; the "
                f"largest possible k is {rows:,}",
                parameter="model",
            )

    def strictness(self) -> tuple[float, ...]:
        """Return numbers that are larger, all of them, for a stricter model of this name."""
        return (self.k,)

    def to_dict(self) -> dict[str, Any]:
        """Return the parameters as plain values, ready for JSON."""
        return {"k": self.k}

    # In words.

    def headline(self) -> str:
        """Return what a title says after the number of rows."""
        return f" under {self}"

    @abstractmethod
    def meaning(self, equal: str) -> str:
        """Return what the model guarantees; ``equal`` begins the sentence about equal rows."""

    @abstractmethod
    def held(self, verdict: Verdict) -> str:
        """Return by how much a model holds, in a clause."""

    def violated(self, verdict: Verdict) -> str:
        """Return what violates the model, in a clause."""
        rows = counted(verdict.offending_rows, "row is", "rows are")
        return f"{rows} in too small a group"

    @abstractmethod
    def facts(self, verdict: Verdict) -> dict[str, str]:
        """Return a verdict as names and values to show."""

    @abstractmethod
    def limits(self, rows: str) -> list[tuple[str, str]]:
        """Return what the model protects and what not, as titles and sentences."""

    def flags(self) -> str:
        """Return how ``shoal verify`` is asked for this model, with no private path."""
        return f"--model {self}"


class WholeRows:
    """A summary for models that must see all rows at once: it keeps the parts, and joins them."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._parts: list[Any] = []

    def add(self, part: Published) -> None:
        """Keep a part."""
        self._parts.append(part)

    def merge(self, other: WholeRows) -> None:
        """Keep other parts."""
        self._parts += other._parts

    def extract(self) -> Verdict:
        """Return the verdict on all rows."""
        first, *others = self._parts
        return self._model.check(first.joined(others) if others else first)


def judge(model: Model, published: Published, engine: Engine) -> Verdict:
    """Judge published data, partition by partition."""
    verdict: Verdict = engine.summarize(published, model.summary).extract()
    return verdict


def register(model: AnyModel) -> AnyModel:
    """Add a model to those that can be asked for by name; a decorator."""
    MODELS[model.name] = model
    return model


def examples(kind: str | None = None) -> str:
    """Return how models are written, those of a kind of data or all, for messages and help."""
    known = [model.example for model in MODELS.values() if kind is None or model.is_for(kind)]
    return " or ".join([", ".join(known[:-1]), known[-1]] if len(known) > 1 else known)


def parse_model(text: str | Model) -> Model:
    """Return the model that a text means; a model is returned as it is."""
    if isinstance(text, Model):
        return text
    parts = _parts(text) if isinstance(text, str) else []
    if len(parts) > 1:
        from shoal.privacy.all_of import AllOf

        return AllOf(parts)
    name, equals, rest = text.partition("=") if parts else ("", "", "")
    model = MODELS.get(name.strip())
    if model is None or not equals:
        raise ParameterError(f"unknown model {text!r}; allowed: {examples()}", parameter="model")
    try:
        return model.parse(rest)
    except ParameterError as error:
        error.parameter = "model"
        raise
    except ValueError:
        raise ParameterError(
            f"unknown model {text!r}; write it as {model.forms or model.example}", parameter="model"
        ) from None


def _parts(text: str) -> list[str]:
    """Return the texts of several models: a comma, a name and an equals sign begin a new one."""
    parts: list[str] = []
    own: tuple[str, ...] | None = ()
    for part in re.split(r",(?=\s*[\w-]+\s*=)", text):
        name = part.partition("=")[0].strip()
        if parts and (own is None or name in own):
            parts[-1] += f",{part}"
            continue
        own = MODELS[name].own if name in MODELS else ()
        parts.append(part)
    return parts


def relocate_model(text: str, change: Callable[[str], str]) -> str:
    """Return the text of a model with each path in it changed."""
    name, equals, rest = text.partition("=")
    model = MODELS.get(name.strip())
    return text if model is None else f"{name}{equals}{model.relocate(rest, change)}"


def parse_models(text: str | Model | Sequence[str | Model]) -> list[Model]:
    """Return the models of a text, where slashes separate several numbers; the strictest first."""
    if isinstance(text, Model):
        return [text]
    models = [parse_model(one) for one in (_each(text) if isinstance(text, str) else text)]
    if not models:
        raise ParameterError(
            "say how private it must be: give at least one model", parameter="model"
        )
    listed = list({(model.name, model.strictness()): model for model in models}.values())
    if len({model.name for model in listed}) > 1:
        raise ParameterError("several models must be of one name", parameter="model")
    listed.sort(key=lambda model: model.strictness(), reverse=True)
    most = [max(values) for values in zip(*(one.strictness() for one in listed), strict=True)]
    if tuple(most) != listed[0].strictness():
        raise ParameterError(
            "of several models, one must be the strictest in all its numbers", parameter="model"
        )
    return listed


def _each(text: str) -> Iterator[str]:
    """Return the texts that a text with several numbers stands for."""
    # A list of numbers between = or : and a comma or the end; a file's path is none.
    parts = re.split(r"((?<=[=:])\s*[\d.]+(?:/[\d.]+)+\s*(?=,|$))", text)
    choices = [part.split("/") if at % 2 else [part] for at, part in enumerate(parts)]
    return ("".join(chosen) for chosen in product(*choices))
