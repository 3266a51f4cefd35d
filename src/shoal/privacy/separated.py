"""Quasi-identifiers and sensitive values in two tables, as a verifier sees them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from shoal.data.sensitive_counts import GROUP
from shoal.privacy.published import Classes, PublishedColumns


@dataclass(frozen=True, eq=False)
class SeparatedColumns(PublishedColumns):
    """Rows of exact quasi-identifiers, joined to the sensitive values of their group.

    Which row of a group has which value is not published, so any order within a group will do. An
    attacker finds a person's row, and with it the group: what is told apart is groups.
    """

    def classes(self, apart: Any = None) -> Classes:
        """Return which rows are of one group; no row is suppressed."""
        return PublishedColumns(self.frame, (GROUP,)).classes()

    def joined(self, others: Any) -> SeparatedColumns:
        """Return these rows and those of other parts after them."""
        return replace(self, frame=super().joined(others).frame)
