"""A tree put together from the ways up from its leaves, and everything wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from shoal.data.cells import MISSING, STAR
from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.wording import cell


class Paths:
    """The labels seen so far, each with the one above it; the root comes first, below -1."""

    def __init__(self, source: str | None = None) -> None:
        self._source = source
        self.labels = [STAR]
        self.parents = [-1]
        self._node = {STAR: 0}
        self._values: set[str] = set()
        self._groups: set[str] = set()

    def add(self, path: Sequence[str], line: int | None = None) -> None:
        """Add the way up from one value, at this line of the source, a file."""
        labels = [label for label, _ in groupby(path)]
        if labels and labels[-1] == STAR:
            labels.pop()
        if not labels or {"", STAR} & {*labels} or MISSING in labels[1:]:
            raise self._fault(
                "a path goes from a value up to '*': no label in between is empty, '*' or '?'", line
            )
        above = 0
        # What stands above itself has two parents, too.
        for label in reversed(labels):
            node = self._node.setdefault(label, len(self.labels))
            if node == len(self.labels):
                self.labels.append(label)
                self.parents.append(above)
            elif self.parents[node] != above:
                one, other = self.labels[self.parents[node]], self.labels[above]
                two = f"{cell(one, 'one')} and {cell(other, 'another')}"
                raise self._fault(f"{cell(label, 'a label')} has two parents: {two}", line)
            above = node
        self._values.add(labels[0])
        self._groups.update(labels[1:])
        if both := (self._values & {*labels[1:]}) or (self._groups & {labels[0]}):
            label = cell(min(both), "a label")
            message = f"{label} is a value and also a group of values: rename one of them"
            raise self._fault(message, line)

    def _fault(self, message: str, line: int | None) -> ShoalError:
        if self._source is None:
            return ParameterError(message)
        return FormatError(message, path=self._source, line=line or 1)
