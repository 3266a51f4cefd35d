"""What models about sensitive columns have in common: the verdict, the constraint, numbers."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.cell_types import exact_texts
from shoal.data.cells import STAR
from shoal.data.columns import texts_of
from shoal.errors import InfeasibleError, ParameterError, SchemaError
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.model import Model
from shoal.privacy.published import PublishedColumns
from shoal.privacy.sensitive_columns import SensitiveColumn, ValueCounts, sensitive_columns
from shoal.privacy.verdict import SHOWN_OFFENDERS, Verdict
from shoal.wording import counted, parameter

#: By how much a logarithm may be off: what is that close counts as satisfied.
TOLERANCE = 1e-9

#: Sums of a search may be off by this many rows.
_SLACK = 4e-9

#: Whether each class violates a model, and the worst that any class has.
Judged: TypeAlias = tuple[npt.NDArray[np.bool_], float | None]

_DECIMAL = re.compile(r"(?=.)[0-9]{0,9}(\.[0-9]{1,18})?")


class GroupModel(Model):
    """A model of tables with parts about sensitive values, one or several."""

    kinds: ClassVar[tuple[str, ...] | None] = ("table",)
    needs_sensitive: ClassVar[bool] = True

    @property
    @abstractmethod
    def parts(self) -> Sequence[SensitiveModel]:
        """What is asked of the values of each group, beside its k rows."""

    def check(self, published: PublishedColumns) -> Verdict:  # type: ignore[override]
        """Judge whether each class has k rows, and values that satisfy all parts.

        Suppressed rows are a class of their own, which tells nothing of its values.
        """
        self._check_named(published)
        suppressed = published.suppressed()
        found = published.classes(apart=suppressed)
        telling, of_row = np.unique(found.of_row[~suppressed], return_inverse=True)
        columns = sensitive_columns(published.frame.filter(~suppressed), published)
        counts = [ValueCounts.of(column, of_row) for column in columns] if len(telling) else []
        bad = found.sizes < self.k
        figures: dict[str, Any] = {
            "k_min": int(found.sizes.min()) if len(found.sizes) else None,
            "groups": len(found.sizes),
            **({} if found.persons is None else {"persons": found.persons}),
            **({"suppressed_rows": int(suppressed.sum())} if suppressed.any() else {}),
        }
        for part in self.parts:
            judged = [part.judge(one) for one in counts]
            bad[telling] = np.logical_or.reduce([bad[telling], *(one for one, _ in judged)])
            worst = [one for _, one in judged if one is not None]
            has_limit = worst and len(worst) == len(judged)
            figures[part.figure] = part.worst(worst) if has_limit else None
        offenders = np.flatnonzero(bad[found.of_row])
        return Verdict(
            ok=len(offenders) == 0,
            model=str(self),
            rows=len(found.of_row),
            figures={**figures, "offending_rows": len(offenders)},
            first_offenders=tuple((offenders[:SHOWN_OFFENDERS] + 1).tolist()),
            warnings=published.warnings,
        )

    def constraint(self, data: Any) -> _core.Constraint:
        """Return the demands on rows and on each sensitive column."""
        self._check_named(data)
        columns = [*sensitive_columns(data.others, data)]
        demands = [part.demand(column) for part in self.parts for column in columns]
        return _core.Constraint.all([KAnonymity(self.k).constraint(data), *demands])

    def check_feasible(self, data: Any) -> None:
        """Raise if there are too few rows, or if not even all rows together satisfy the model."""
        super().check_feasible(data)
        KAnonymity(self.k).check_feasible(data)
        self._check_named(data)
        for name in data.sensitive:
            if not texts_of(data.others[name]).count():
                raise SchemaError(
                    f"column {name!r} holds no value, only missing ones: leave it out of "
                    f"{parameter('sensitive')}",
                    parameter="sensitive",
                )
            if (exact_texts(data.others[name]) == STAR).any():
                raise SchemaError(
                    f"column {name!r} holds {STAR}, which stands for a sensitive value that is "
                    "suppressed: write it in another way, or ? where a value is missing",
                    parameter="sensitive",
                )
        for column in sensitive_columns(data.others, data):
            whole = ValueCounts.of(column, np.zeros(len(data), np.int64))
            for part in self.parts:
                bad, figure = part.judge(whole)
                if bad.any():
                    raise InfeasibleError(
                        f"no release can satisfy {part}: {part.feasible(column, figure)}",
                        parameter="model",
                    )

    def _check_named(self, about: Any) -> None:
        if not about.sensitive:
            raise ParameterError(
                f"{self} is about what must not be learnt: name such columns by "
                f"{parameter('sensitive')}",
                parameter="sensitive",
            )

    def violated(self, verdict: Verdict) -> str:
        """Return how many rows are in groups that violate the model."""
        rows = counted(verdict.offending_rows, "row is", "rows are")
        return f"{rows} in groups that violate it"

    def facts(self, verdict: Verdict) -> dict[str, str]:
        """Return the numbers of rows and groups, and the worst figures."""
        worst = {part.figure_words: shown(verdict.figures[part.figure]) for part in self.parts}
        gone = verdict.figures.get("suppressed_rows")
        suppressed = {} if gone is None else {"rows suppressed": f"{gone:,}"}
        return KAnonymity(self.k).facts(verdict) | suppressed | worst


class SensitiveModel(GroupModel):
    """A model about the sensitive values of each group."""

    #: The figure of a verdict in several words: ``largest`` or ``least``, and what.
    figure_words: ClassVar[str]
    #: What it protects and what not, each a title and a sentence.
    protected: ClassVar[tuple[str, str]]
    unprotected: ClassVar[tuple[str, str]] = (
        "what the whole file tells, and that a person lacks a value",
        "A value that most people of the file have is learnt of everybody in it. A group may have "
        "fewer rows of a value than the file, or none.",
    )

    @property
    def parts(self) -> Sequence[SensitiveModel]:
        """The model alone."""
        return (self,)

    @property
    def figure(self) -> str:
        """The figure of a verdict, in one word."""
        return f"{self.name}_max"

    def worst(self, figures: Sequence[float]) -> float:
        """Return the worst of several figures."""
        return max(figures)

    @abstractmethod
    def judge(self, counts: ValueCounts) -> Judged:
        """Tell which classes violate the model in one column, exactly, and the worst figure."""

    def feasible(self, column: SensitiveColumn, figure: float | None) -> str:
        """Return what could be asked instead, if the whole table violates the model."""
        least = rounded(figure or 0, ROUND_CEILING)
        return f"the smallest {self.name} that {column.name} allows is {least}"

    @abstractmethod
    def demand(self, column: SensitiveColumn) -> _core.Constraint:
        """Return what a group must satisfy in one column, while a method searches."""

    def to_dict(self) -> dict[str, Any]:
        """Return k and the parameters, ready for JSON."""
        fields = ((name, value) for name, value in vars(self).items() if value is not None)
        return {"k": self.k} | {
            name: float(value) if isinstance(value, Decimal) else value for name, value in fields
        }

    def held(self, verdict: Verdict) -> str:
        """Return the worst figure of any group."""
        return f"the {self.figure_words} of any group is {shown(verdict.figures[self.figure])}"

    def limits(self, rows: str) -> list[tuple[str, str]]:
        """Return what the model protects, and what it does not."""
        (yes, how), (no, why) = self.protected, self.unprotected
        return [(f"Protected: {yes}.", how), (f"Not protected: {no}.", why)]


class BoundedModel(SensitiveModel):
    """A model with one bound, which is called as the model is, and in several variants.

    The first variant is written without a word. Of two variants none counts as the stricter.
    """

    variants: ClassVar[tuple[str, ...]] = ("",)
    #: The bound is above one number, and at most another.
    above: ClassVar[int] = 0
    largest: ClassVar[int | None] = None
    k: ClassVar[int] = 2  # type: ignore[misc]
    says_k: ClassVar[bool] = False

    variant: str = ""

    def __post_init__(self) -> None:
        if self.variant not in self.variants:
            raise ParameterError(
                f"the variant of {self.name} is one of {', '.join(self.variants)}, not "
                f"{self.variant!r}",
                parameter="model",
            )
        bound = decimal(self.bound, self.name, self.above, self.largest)
        object.__setattr__(self, self.name, bound)

    @property
    def bound(self) -> Decimal:
        """The bound, whatever it is called."""
        bound: Decimal = getattr(self, self.name)
        return bound

    def __str__(self) -> str:
        word = "" if self.variant == self.variants[0] else f"{self.variant}:"
        return f"{self.name}={word}{spelled(self.bound)}"

    @classmethod
    def parse(cls, text: str) -> BoundedModel:
        """Return the model of a number, behind the word of a variant."""
        *words, bound = map(str.strip, text.split(":"))
        if words[:1] and words[0] not in cls.variants[1:]:
            raise ValueError(text)
        return cls(bound, *words)  # type: ignore[call-arg]

    def strictness(self) -> tuple[float, ...]:
        """Return how small the bound is, and which variant it is."""
        variant = self.variants.index(self.variant)
        return (-float(self.bound), variant, -variant)


def shown(figure: float | None) -> str:
    """Return a figure in words; there is none where it has no limit, or where there are no rows."""
    return "none" if figure is None else f"{figure:.4g}"


def rounded(figure: float, direction: str) -> str:
    """Return a figure with four digits, in a direction that stays feasible."""
    number = Decimal(figure)
    last = Decimal(1).scaleb(number.adjusted() - 3)
    return spelled(number.quantize(last, direction))


def decimal(value: Any, name: str, above: int, most: int | None = None) -> Decimal:
    """Return a parameter that is a decimal number in a range, exactly as it is written."""
    text = value.strip() if isinstance(value, str) else ""
    if isinstance(value, (int, float, Decimal, np.number)) and not isinstance(value, bool):
        text = str(value)
        if re.fullmatch(r"[0-9.]+[eE][-+]?[0-9]+", text):
            text = format(Decimal(text), "f")
    number = Decimal(text) if _DECIMAL.fullmatch(text) else None
    if number is None or number <= above or (most is not None and number > most):
        allowed = f"above {above}" + ("" if most is None else f", and at most {most}")
        raise ParameterError(
            f"{name} must be a decimal number {allowed}, not {value!r}", parameter="model"
        )
    return number


def spelled(number: Decimal | int) -> str:
    """Return a number without zeros that say nothing."""
    text = format(number, "f")
    return text.rstrip("0").removesuffix(".") if "." in text else text


def lowered(bound: Decimal, steps: int) -> float:
    """Return a bound for a search in floating point, so that it allows no more than the verdict.

    Where what is compared comes in coarse ``steps`` of a row, no error is as large as one.
    """
    denominator = bound.as_integer_ratio()[1]
    exact = steps * denominator < 10**8
    return float(bound) if exact else max(float(bound) - _SLACK, 0.0)
