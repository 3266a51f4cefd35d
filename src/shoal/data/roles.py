"""Which column of a table has which role, and everything wrong with that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from shoal.errors import ParameterError, SchemaError
from shoal.wording import no_column


def names_of(columns: Iterable[str]) -> tuple[str, ...]:
    """Return names of columns; a single name will do."""
    return (columns,) if isinstance(columns, str) else tuple(columns)


@dataclass(frozen=True)
class Roles:
    """The roles of a table's columns; checks that they exist and clash nowhere."""

    #: All columns, in the order of the input.
    columns: tuple[str, ...]
    qi: tuple[str, ...]
    sensitive: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    person: str | None = None

    def __post_init__(self) -> None:
        if not self.qi:
            raise ParameterError("a table needs at least one quasi-identifier", parameter="qi")
        seen: dict[str, str] = {}
        for parameter, role, names in (
            ("qi", "a quasi-identifier", self.qi),
            ("sensitive", "sensitive", self.sensitive),
            ("keep", "to be kept", self.keep),
            ("person", "the person", () if self.person is None else (self.person,)),
        ):
            for name in names:
                if name not in self.columns:
                    message = no_column(name, self.columns)
                    raise SchemaError(message, parameter=parameter, entry=name)
                if name in seen:
                    message = f"column {name!r} is {seen[name]} and also {role}: give it one role"
                    if seen[name] == role:
                        message = f"column {name!r} is named twice as {role}"
                    raise ParameterError(message, parameter=parameter, entry=name)
                seen[name] = role

    def with_class(self, name: str | None) -> Roles:
        """Return the roles with a column to be predicted, which is published as it is."""
        if name is None:
            return self
        if name not in self.columns:
            raise SchemaError(no_column(name, self.columns), parameter="class_", entry=name)
        if name in self.qi or name == self.person:
            role = "a quasi-identifier" if name in self.qi else "the person"
            message = f"column {name!r} is {role} and also the class: give it one role"
            raise ParameterError(message, parameter="class_", entry=name)
        known = name in self.sensitive or name in self.keep
        return self if known else replace(self, keep=(*self.keep, name))

    @property
    def published(self) -> tuple[str, ...]:
        """The columns with a role that is published, in the order of the input."""
        chosen = {*self.qi, *self.sensitive, *self.keep}
        return tuple(name for name in self.columns if name in chosen)

    @property
    def dropped(self) -> tuple[str, ...]:
        """The columns that are not published, in the order of the input."""
        chosen = {*self.published}
        return tuple(name for name in self.columns if name not in chosen)

    def check_about_qi(self, what: str, names: Iterable[str]) -> None:
        """Raise if a parameter, by its name, is about a column that is no quasi-identifier."""
        for name in names:
            if name not in self.columns:
                message = f"{what}: {no_column(name, self.columns)}"
                raise SchemaError(message, parameter=what, entry=name)
            if name not in self.qi:
                message = f"{what}: column {name!r} is not one of the quasi-identifiers"
                raise ParameterError(message, parameter=what, entry=name)
