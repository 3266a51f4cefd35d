"""What the models about sensitive values share: their values by group, and what one model asks."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from shoal_verify.release import NotJudged, Release, Verdict, counted

#: What a missing value is; other blanks than these are text.
_BLANKS = " \t\n\x0b\x0c\r\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)

#: A cell that tells nothing.
STAR = "*"

#: By how much a logarithm may be off.
TOLERANCE = 1e-9

#: How often each value occurs in a group.
Group = Counter[Any]


@dataclass(frozen=True)
class Column:
    """A sensitive column, or several as one: how often each value occurs in the whole table."""

    whole: Group
    rows: int
    #: Of each value, the way up to the root, where there is a hierarchy.
    tree: Mapping[str, Sequence[str]] | None = None
    joint: bool = False

    def share(self, value: Any) -> Fraction:
        """Return the share of a value in the whole table."""
        return Fraction(self.whole[value], self.rows)


class ValueModel(ABC):
    """A model that looks at the sensitive values of each group on their own."""

    of_tables: ClassVar[bool] = True
    of_values: ClassVar[bool] = True

    @property
    @abstractmethod
    def least(self) -> int:
        """Rows that a group has at least."""

    @abstractmethod
    def test(self, column: Column) -> Callable[[Group], bool]:
        """Return what tells whether a group satisfies the model in one column."""

    def judge(self, release: Release) -> Verdict:
        """Judge every group."""
        return judge_groups([self], self.least, release)


def judge_groups(models: Sequence[ValueModel], least: int, release: Release) -> Verdict:
    """Judge every group by its size and by all models.

    A row with nothing but stars, in quasi-identifiers and sensitive columns, is suppressed. Such
    rows are a group of their own, and no model looks at their values.
    """
    if not release.sensitive:
        raise NotJudged("the model is about sensitive columns: name them by --sensitive")
    rows = len(release.rows)
    by_row = zip(*release.sensitive.values(), strict=True)
    suppressed = [
        all(cell == STAR for cell in (*row, *values))
        for row, values in zip(release.rows, by_row, strict=True)
    ]
    # The same stars with a sensitive value are another group.
    keys = [*zip(release.rows, suppressed, strict=True)]
    sizes = Counter(keys)
    bad = {key for key, size in sizes.items() if size < least}
    for values, tree, joint in _columns(release):
        groups: dict[Any, Group] = defaultdict(Counter)
        whole: Group = Counter()
        for key, value, gone in zip(keys, values, suppressed, strict=True):
            if not gone:
                groups[key][value] += 1
                whole[value] += 1
        column = Column(whole, max(whole.total(), 1), tree, joint)
        for model in models:
            satisfied = model.test(column)
            bad |= {key for key, group in groups.items() if not satisfied(group)}
    fault = sum(sizes[key] for key in bad)
    smallest = min(sizes.values())
    said = f"{counted(rows, 'row')} in {counted(len(sizes), 'group')}, the smallest of "
    said += f"{smallest:,}; {counted(fault, 'row')} in groups that violate it"
    figures = {"groups": len(sizes), "smallest_group": smallest, "rows_at_fault": fault}
    if any(suppressed):
        said += f"; {counted(sum(suppressed), 'row')} suppressed"
        figures["suppressed_rows"] = sum(suppressed)
    return Verdict(not bad, rows, said, figures)


def _columns(release: Release) -> list[tuple[list[Any], Any, bool]]:
    """Return values, hierarchy, and whether they are those of several columns."""
    known = {name: [*map(_known, values)] for name, values in release.sensitive.items()}
    if release.together and len(known) > 1:
        return [([*zip(*known.values(), strict=True)], None, True)]
    return [(values, release.trees.get(name), False) for name, values in known.items()]


def _known(value: Any) -> Any:
    """Return a value, None if it is missing: not a number, nothing but blanks, or ``?``."""
    if value != value or (isinstance(value, str) and value.strip(_BLANKS) in ("", "?")):
        return None
    return value


def number(text: str) -> Fraction:
    """Return a decimal number of a model, exactly."""
    if not re.fullmatch(r"[0-9]{0,9}(\.[0-9]{1,18})?", text, re.ASCII) or not text:
        raise ValueError
    return Fraction(text)


def positive(text: str, most: int = 10**9) -> Fraction:
    """Return a number of a model that is above 0."""
    found = number(text)
    if not 0 < found <= most:
        raise ValueError
    return found
