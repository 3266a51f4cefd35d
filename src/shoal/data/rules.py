"""Rules between items: who knows the antecedent must not learn the consequent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.data.baskets import Baskets
from shoal.data.cells import quoted
from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.wording import an_item


@dataclass(frozen=True, eq=False)
class Rules:
    """PS-rules: public items that an attacker may know, sensitive ones that must not follow.

    Examples
    --------
    >>> rules = Rules.of([(["a", "c"], ["h"])])
    >>> len(rules), rules.text(0)
    (1, 'a c -> h')
    """

    #: One row for each rule.
    antecedents: Baskets
    consequents: Baskets
    source: str | None = None  # the file they were read from, for messages
    lines: Sequence[int] | None = None  # the line of each rule in that file, counted from 1

    def __post_init__(self) -> None:
        if len(self.antecedents) != len(self.consequents):
            raise ParameterError("every rule needs an antecedent and a consequent")
        for side, where in ((self.antecedents, "left"), (self.consequents, "right")):
            empty = np.flatnonzero(side.lengths == 0)
            if len(empty):
                raise self._fault(int(empty[0]), f"no item {where} of the arrow")

    @classmethod
    def of(
        cls,
        rules: Iterable[tuple[Iterable[Any], Iterable[Any]]],
        *,
        source: str | None = None,
        lines: Sequence[int] | None = None,
    ) -> Rules:
        """Return rules from pairs of antecedent and consequent."""
        try:
            given = list(rules)
            pairs = [(list(left), list(right)) for left, right in given]
            if any(isinstance(rule, str) for rule in given):
                raise TypeError
        except (TypeError, ValueError):
            message = "rules are a list of pairs, as in [(['beer', 'wine'], ['flu'])]"
            raise ParameterError(message) from None
        if not pairs:
            raise ParameterError("there are no rules: give at least one")
        made = cls(
            Baskets.of([antecedent for antecedent, _ in pairs]),
            Baskets.of([consequent for _, consequent in pairs]),
            source,
            lines,
        )
        for rule, (left, right) in enumerate(pairs):
            both = {*map(str, left)} & {*map(str, right)}
            if both:
                message = f"{an_item(min(both))} stands on both sides of the arrow"
                raise made._fault(rule, message)
        return made

    def __len__(self) -> int:
        return len(self.antecedents)

    def text(self, rule: int) -> str:
        """Return one rule as it is written in a file; see :mod:`shoal.io.rules` for the quotes."""
        left, right = (
            " ".join(map(quoted_item, side.row(rule)))
            for side in (self.antecedents, self.consequents)
        )
        return f"{left} -> {right}"

    def place(self, rule: int) -> str:
        """Return where a rule stands, for a message: its file and line, else its number."""
        if self.source is None or self.lines is None:
            return f"rule {rule + 1:,}"
        return f"{self.source}, line {self.lines[rule]:,}"

    def _fault(self, rule: int, message: str) -> ShoalError:
        if self.source is None or self.lines is None:
            return ParameterError(f"{self.place(rule)}: {message}")
        return FormatError(message, path=self.source, line=self.lines[rule])


def quoted_item(item: Any) -> str:
    """Return an item as a rule writes it: in quotes where it would be read as something else."""
    return quoted(str(item), r'[ \t\r\n"#]|^$|^->$')
