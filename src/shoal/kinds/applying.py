"""New rows in the groups of an earlier release: which group takes which row, and who is left out.

A kind says which groups cover a row and what a group must satisfy; the choice is made here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.methods import Found
from shoal.privacy import Published

Integers = npt.NDArray[np.int64]

#: The group of each distinct row, -1 where it is left out.
Choice = npt.NDArray[np.int64]

#: Of the groups that violate the model, the share that is given up at once, smallest first: rows
#: of these may make others large enough.
GIVEN_UP = 0.25


@dataclass(frozen=True, eq=False)
class Candidates:
    """For each distinct row the groups that cover it, the one that loses least first.

    Groups are numbered from the one that loses least.
    """

    offsets: Integers
    groups: Integers
    rows: Integers  # how many rows there are of each

    @property
    def count(self) -> int:
        """Number of groups, as far as they cover a row."""
        return int(self.groups.max(initial=-1)) + 1

    @property
    def owners(self) -> Integers:
        """The distinct row of each entry."""
        return np.repeat(np.arange(len(self.rows)), np.diff(self.offsets))

    def rows_of(self, choice: Choice) -> Integers:
        """Return how many rows each group takes."""
        chosen = choice >= 0
        weights = self.rows[chosen]
        return np.bincount(choice[chosen], weights, minlength=self.count).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Applied:
    """New rows, as far as they are published."""

    data: Any  # those that are published, as the kind reads them
    found: Found  # publishes them
    left_out: int
    #: What a verifier sees of the earlier release and these rows together.
    union: Callable[[Any], Published]


def choose_groups(
    candidates: Candidates, violating: Callable[[Choice], Integers], k: int
) -> Choice:
    """Choose a group for each distinct row, or none.

    Every row goes to the group that loses least. Of the groups that then violate the model, some
    are given up, and their rows go to the next that covers them, until no group violates it. Last,
    groups that were given up come back for rows that were left out, if these suffice.

    Parameters
    ----------
    candidates
        Which groups cover a row.
    violating
        Returns the groups of a choice that must be given up.
    k
        The least number of rows of a group.
    """
    owners, groups = candidates.owners, candidates.groups
    alive = np.ones(candidates.count, dtype=np.bool_)
    choice = _first(candidates, owners, alive)
    while len(bad := violating(choice)):
        fewest_first = bad[np.lexsort((-bad, candidates.rows_of(choice)[bad]))]
        alive[fewest_first[: max(int(GIVEN_UP * len(bad)), 1)]] = False
        choice = _first(candidates, owners, alive)
    tried = alive.copy()
    while True:
        open_entries = (choice[owners] < 0) & ~tried[groups]
        weights = candidates.rows[owners[open_entries]]
        covered = np.bincount(groups[open_entries], weights, minlength=len(tried))
        best = int(covered.argmax()) if len(covered) else 0
        if not len(covered) or covered[best] < k:
            return choice
        tried[best] = True
        trial = choice.copy()
        trial[owners[open_entries & (groups == best)]] = best
        if not len(violating(trial)):
            choice = trial


def _first(candidates: Candidates, owners: Integers, alive: npt.NDArray[np.bool_]) -> Choice:
    """Return of each distinct row the first group that is left."""
    entries = np.flatnonzero(alive[candidates.groups])
    found, first = np.unique(owners[entries], return_index=True)
    choice = np.full(len(candidates.rows), -1, dtype=np.int64)
    choice[found] = candidates.groups[entries[first]]
    return choice


def too_small(candidates: Candidates, choice: Choice, k: int) -> Integers:
    """Return the groups that take rows, but fewer than k."""
    rows = candidates.rows_of(choice)
    return np.flatnonzero((rows > 0) & (rows < k))
