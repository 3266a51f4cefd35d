"""A tree put together from the ways up from its leaves, and everything wrong with them."""

from __future__ import annotations

from collections.abc import Sequence

from shoal.data.cells import MISSING, STAR
from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.wording import cell


class Paths:
    """The labels seen so far, each with the one above it and its line in the source, a file.

    The first label is the root; its parent is -1.
    """

    def __init__(self, source: str | None = None) -> None:
        self._source = source
        self.labels = [STAR]
        self.parents = [-1]
        self._lines: list[int | None] = [None]
        self._node = {STAR: 0}
        self._is_value: dict[str, int | None] = {}
        self._is_group: dict[str, int | None] = {}

    def add(self, path: Sequence[str], line: int | None = None) -> None:
        """Add the way up from one value."""
        labels = [
            label for place, label in enumerate(path) if place == 0 or label != path[place - 1]
        ]
        if labels and labels[-1] == STAR:
            labels.pop()
        if not labels:
            raise self._fault("a path must start with a value, below the root '*'", line)
        if "" in labels:
            raise self._fault("a label is empty", line)
        if STAR in labels:
            raise self._fault("'*' is the root: it may stand only at the end", line)
        if MISSING in labels[1:]:
            raise self._fault("'?' is a missing value: it may stand only at the start", line)
        if len(set(labels)) < len(labels):
            twice = next(label for label in labels if labels.count(label) > 1)
            raise self._fault(
                f"the hierarchy is a cycle: {cell(twice, 'a label')} stands above itself", line
            )
        self._check_roles(labels, line)
        above = 0
        for place in range(len(labels) - 1, -1, -1):
            node = self._node.setdefault(labels[place], len(self.labels))
            if node == len(self.labels):
                self.labels.append(labels[place])
                self.parents.append(above)
                self._lines.append(line)
            elif self.parents[node] != above:
                raise self._two_parents(node, above, line, labels[:place])
            above = node

    def _check_roles(self, labels: list[str], line: int | None) -> None:
        """Raise if a value of one path is a group of values in another."""
        value, *groups = labels
        self._is_value.setdefault(value, line)
        for label in groups:
            self._is_group.setdefault(label, line)
        for label in labels:
            if label in self._is_value and label in self._is_group:
                raise self._fault(
                    f"{cell(label, 'a label')} is a value{_at(self._is_value[label])} and also a "
                    f"group of values{_at(self._is_group[label])}: rename one of them",
                    line,
                )

    def _two_parents(self, node: int, above: int, line: int | None, below: list[str]) -> ShoalError:
        label, up = self.labels[node], self.parents[node]
        while up > 0:
            if self.labels[up] in below:
                message = (
                    f"the hierarchy is a cycle: {cell(self.labels[up], 'a label')} stands above "
                    f"{cell(label, 'another')}{_at(self._lines[node])} and below it{_at(line)}"
                )
                return self._fault(message, line)
            up = self.parents[up]
        one, other = self.labels[self.parents[node]], self.labels[above]
        return self._fault(
            f"{cell(label, 'a label')} has two parents: {cell(one, 'one')}{_at(self._lines[node])} "
            f"and {cell(other, 'another')}{_at(line)}",
            line,
        )

    def _fault(self, message: str, line: int | None) -> ShoalError:
        if self._source is None:
            return ParameterError(message)
        return FormatError(message, path=self._source, line=line or 1)


def _at(line: int | None) -> str:
    return "" if line is None else f" (line {line:,})"
