"""k-anonymity: every published row is one of at least k equal ones."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Sized
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shoal import _core
from shoal.engines import local
from shoal.errors import InfeasibleError, ParameterError
from shoal.options import whole_number
from shoal.privacy.model import Model, register
from shoal.privacy.published import Classes, Published
from shoal.privacy.verdict import SHOWN_OFFENDERS, Verdict
from shoal.wording import counted


@register
@dataclass(frozen=True)
class KAnonymity(Model):
    """Every published row is one of at least ``k`` equal rows.

    Rows of a table are equal if their quasi-identifiers are. Where rows have persons, ``k`` counts
    distinct persons.

    Examples
    --------
    >>> str(KAnonymity(10))
    'k=10'
    """

    name: ClassVar[str] = "k"
    example: ClassVar[str] = "k=10"

    k: int

    @classmethod
    def is_for(cls, kind: str) -> bool:
        """Tell whether rows of a kind can be equal: not where they are published exactly."""
        return kind != "anatomy"

    def refused_for(self, called: str) -> ParameterError:
        """Return the error about a kind whose rows are published exactly."""
        return ParameterError(
            f"{called} publishes exact quasi-identifiers, so k-anonymity does not hold: ask for "
            "l-diversity, as in l=3",
            parameter="model",
        )

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", local.whole_number("k", self.k, 2))

    def __str__(self) -> str:
        return f"k={self.k}"

    @classmethod
    def parse(cls, text: str) -> KAnonymity:
        """Return the model of a number."""
        return cls(whole_number(text))

    def check(self, published: Published) -> Verdict:
        """Judge whether each row is in a class of at least k."""
        counts = self.summary()
        counts.add(published)
        return counts.extract()

    def summary(self) -> ClassCounts:
        """Return what counts the rows of each class."""
        return ClassCounts(self)

    def constraint(self, data: Any) -> _core.Constraint:
        """Return the constraint of at least k rows, or of k persons where there are such."""
        if data.persons is None:
            return _core.Constraint.rows(self.k)
        return _core.Constraint.persons(self.k, np.ascontiguousarray(data.persons))

    def check_feasible(self, data: Sized) -> None:
        """Raise if there are fewer than k rows, or fewer than k persons."""
        super().check_feasible(data)
        persons = getattr(data, "persons", None)
        count = self.k if persons is None else int(persons.max()) + 1
        if count < self.k:
            raise InfeasibleError(
                f"{self} needs at least {counted(self.k, 'person')} and the data has {count:,}; "
                f"the largest possible k is {count:,}",
                parameter="model",
            )

    def headline(self) -> str:
        """Return how many equal rows there are at least."""
        return f", each one of at least {self.k:,} equal ones"

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        return (
            f"The model is k-anonymity with k = {self.k:,}: {equal} at least {self.k - 1:,} others."
        )

    def held(self, verdict: Verdict) -> str:
        """Return the size of the smallest group."""
        counts = "person" if "persons" in verdict.figures else "row"
        return f"the smallest group has {counted(verdict.k_min or 0, counts)}"

    def facts(self, verdict: Verdict) -> dict[str, str]:
        """Return the numbers of rows and groups, and which rows violate the model."""
        persons = verdict.figures.get("persons")
        smallest = "none" if verdict.k_min is None else f"{verdict.k_min:,}"
        if persons is not None and verdict.k_min is not None:
            smallest = counted(verdict.k_min, "person")
        return {
            "rows": f"{verdict.rows:,} in {counted(verdict.groups, 'group')}",
            "smallest group": smallest,
            **({} if persons is None else {"persons": f"{persons:,}"}),
            **({} if verdict.ok else rows_at_fault(verdict)),
        }

    def limits(self, rows: str) -> list[tuple[str, str]]:
        """Return what k-anonymity protects."""
        return [
            (
                "Protected: which row is whose.",
                f"An attacker who knows everything about a person that {rows} can show finds at "
                f"least {self.k:,} rows that fit. A guess is right with a chance of at most 1 in "
                f"{self.k:,}, as far as the file goes.",
            )
        ]

    def flags(self) -> str:
        """Return the short flag."""
        return f"-k {self.k}"


class ClassCounts:
    """Counts the rows, or the persons, of each class of equal rows; no rows violate nothing."""

    def __init__(self, model: KAnonymity) -> None:
        self._model = model
        self._parts: list[Classes] = []
        self._warnings: dict[str, None] = {}

    def add(self, part: Published) -> None:
        """Count the rows of a part."""
        self._parts.append(part.classes())
        self._warnings |= dict.fromkeys(part.warnings)

    def merge(self, other: ClassCounts) -> None:
        """Count the rows of other parts."""
        self._parts += other._parts
        self._warnings |= other._warnings

    def extract(self) -> Verdict:
        """Return the verdict on all rows."""
        found = self._parts[0] if len(self._parts) == 1 else _joined(self._parts)
        offenders = np.flatnonzero(found.sizes[found.of_row] < self._model.k)
        persons = {} if found.persons is None else {"persons": found.persons}
        return Verdict(
            ok=len(offenders) == 0,
            model=str(self._model),
            rows=len(found.of_row),
            figures={
                "k_min": int(found.sizes.min()) if len(found.sizes) else None,
                "groups": len(found.sizes),
                **persons,
                "offending_rows": len(offenders),
            },
            first_offenders=tuple(int(row) + 1 for row in offenders[:SHOWN_OFFENDERS]),
            warnings=tuple(self._warnings),
        )


def _joined(parts: Sequence[Classes]) -> Classes:
    """Return the classes of all rows: rows of two parts are equal if their contents are."""
    numbers: dict[Hashable, int] = {}
    of_row = [np.empty(0, dtype=np.int64)]
    for part in parts:
        _, first = np.unique(part.of_row, return_index=True)
        classes = [numbers.setdefault(part.key(int(row)), len(numbers)) for row in first]
        of_row.append(np.array(classes, dtype=np.int64)[part.of_row])
    rows = np.concatenate(of_row)
    if not any(part.persons is not None for part in parts):
        return Classes(rows, np.bincount(rows, minlength=len(numbers)))
    members: list[set[Any]] = [set() for _ in numbers]
    persons = [person for part in parts for person in part.person_of_row or ()]
    for row, person in zip(rows, persons, strict=True):
        members[row].add(person)
    return Classes(rows, np.array(list(map(len, members))), len(set(persons)))


def rows_at_fault(verdict: Verdict) -> dict[str, str]:
    """Return how many rows violate a model, and the numbers of the first."""
    first, count = verdict.first_offenders, verdict.offending_rows
    numbers = ", ".join(map(str, first)) + (", ..." if count > len(first) else "")
    return {"rows at fault": f"{count:,}", "their numbers": numbers}
