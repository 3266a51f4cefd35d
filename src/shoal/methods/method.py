"""What a method is: a name, facts about it, its own options, and a run.

A method is a frozen dataclass: its fields are its options, declared once in ``options``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, TypeVar

from shoal.engines.run import Run
from shoal.errors import ParameterError
from shoal.options import Option
from shoal.privacy import Model
from shoal.wording import parameter

AnyMethod = TypeVar("AnyMethod", bound="type[Method]")

#: All methods by kind of data and name, in the order of their registration.
METHODS: dict[tuple[str, str], type[Method]] = {}


class Found(ABC):
    """What a method returns; a subclass knows how to publish it."""

    repeatable: bool = True  # False when a time limit cut the search short
    notes: tuple[str, ...] = ()  # sentences about how the result was found
    #: Whether a row tells nothing, not even a sensitive value, for each row; None if none does.
    suppressed: Any = None
    #: The same with no such row, which a guided search may still improve.
    unsuppressed: Any = None

    @abstractmethod
    def publish(self, data: Any) -> Any:
        """Return the rows of ``data`` as they are published, in their order."""

    def search(self) -> dict[str, Any]:
        """Return how the result was found as plain values, ready for JSON."""
        return {"repeatable": self.repeatable, "notes": list(self.notes)}

    def companions(self) -> dict[str, Any]:
        """Return what must be published beside the rows, by name."""
        return {}

    def facts(self) -> dict[str, Any]:
        """Return further figures as plain values, ready for JSON."""
        return {}

    def price(self, data: Any, published: Any, run: Run) -> tuple[Any, Any] | None:
        """Return loss and utility where the kind's own measures do not apply."""
        return None


@dataclass(frozen=True)
class Method(ABC):
    """An anonymizer."""

    #: Its name, as in its paper.
    name: ClassVar[str]
    #: The kind of data that it takes, by name.
    kind: ClassVar[str]
    #: Models it satisfies, by name; None: all that have a constraint to search under.
    models: ClassVar[tuple[str, ...] | None] = None
    #: Its own options; the fields of the dataclass.
    options: ClassVar[tuple[Option, ...]] = ()
    #: Whether a seed makes a difference.
    uses_seed: ClassVar[bool] = False
    #: Whether it can do without, may use, or needs a taxonomy of the items.
    taxonomy: ClassVar[Literal["no", "may", "must"]] = "no"
    #: Whether the multipliers of a tight certificate can improve what it found.
    guided: ClassVar[bool] = False
    #: Whether every published row generalizes its original.
    truthful: ClassVar[bool] = True
    #: Whether it may publish more rows than there were.
    adds_rows: ClassVar[bool] = False
    #: What it does, as the report says it.
    sentence: ClassVar[str] = ""
    #: Where it is described.
    paper: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for option in self.options:
            value = getattr(self, option.name)
            if value is not None:
                object.__setattr__(self, option.name, option.check(value))

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Method:
        """Return the method with those of the given options that it has."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in given.items() if name in known})

    def check(self, data: Any, model: Model) -> None:  # noqa: B027 (most refuse nothing)
        """Raise before any work if the method cannot handle the data."""

    @abstractmethod
    def memory(self, data: Any, model: Model) -> int:
        """Return about how many bytes a run needs."""

    @abstractmethod
    def run(self, data: Any, model: Model, run: Run) -> Found:
        """Find what to publish."""

    def improve(self, data: Any, model: Model, found: Any, multipliers: Any, run: Run) -> Found:
        """Improve what was found, guided by multipliers; it never loses more."""
        return found  # type: ignore[no-any-return]


def register(method: AnyMethod) -> AnyMethod:
    """Add a method to those that can be asked for by name; a decorator."""
    METHODS[method.kind, method.name] = method
    return method


def methods_for(kind: str, model: Model | type[Model]) -> list[type[Method]]:
    """Return the methods for a kind of data that satisfy a model; the default first."""
    found = [method for (of, _), method in METHODS.items() if of == kind]
    return [method for method in found if _satisfies(method, model)]


def choose_method(asked: str | Method, kind: str, model: Model) -> type[Method]:
    """Return the method asked for by name or by object; ``auto`` is the first that fits."""
    if not model.is_for(kind):
        raise model.refused_for(kind)
    if isinstance(asked, Method) and asked.kind == kind and _satisfies(type(asked), model):
        return type(asked)
    fitting = methods_for(kind, model)
    if not fitting:
        raise ParameterError(f"no method satisfies {model}", parameter="model")
    if asked == "auto":
        return fitting[0]
    name = asked.name if isinstance(asked, Method) else asked
    for method in fitting:
        if asked == method.name:
            return method
    allowed = ", ".join(["auto", *(method.name for method in fitting)])
    raise ParameterError(
        f"{parameter('method')} {name!r} does not fit {kind} under {model}; allowed: {allowed}",
        parameter="method",
    )


def _satisfies(method: type[Method], model: Model | type[Model]) -> bool:
    if method.models is None:
        has = model if isinstance(model, type) else type(model)
        return has.constraint is not Model.constraint
    return model.name in method.models
