"""What the methods for baskets have in common: their memory, and the budget of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from shoal.data import Baskets
from shoal.engines.memory import estimate
from shoal.errors import ParameterError
from shoal.methods.method import Method
from shoal.options import Option
from shoal.privacy import Model

#: Search nodes for a whole run: far more than sparse baskets need, a minute or so on dense ones.
DEFAULT_BUDGET = 20_000_000

BUDGET = Option(
    "budget",
    Annotated[int, Field(ge=1, lt=2**63)],
    takes="a whole number of search nodes, at least 1",
    help="Search nodes to spend; 20,000,000 by default.",
    metavar="NODES",
)
EXACT = Option(
    "exact",
    bool,
    takes="true or false",
    help="No search budget: every group proved longest, which can take for ever.",
    default=False,
)


@dataclass(frozen=True)
class BasketMethod(Method):
    """A method for baskets."""

    kind: ClassVar[str] = "baskets"
    models: ClassVar[tuple[str, ...] | None] = ("k",)

    def kept(self, entries: int) -> int:
        """Return how many rows of patterns the method may keep, for so many entries."""
        return 0

    def memory(self, data: Baskets, model: Model) -> int:
        """Return about how many bytes a run needs, by the extent of the data."""
        rows = data.rows_with_nodes
        return estimate(len(rows), rows.size, rows.item_count, self.kept(rows.size))


@dataclass(frozen=True)
class BudgetedMethod(BasketMethod):
    """A method that searches for the patterns that groups share, for as long as it may."""

    options: ClassVar[tuple[Option, ...]] = (BUDGET, EXACT)

    budget: int | None = None  # search nodes to spend in all; None for the default
    exact: bool = False  # search without a budget: every group's pattern is proved longest

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.exact and self.budget is not None:
            raise ParameterError(
                "an exact search has no budget; give one or the other", parameter="budget"
            )

    @property
    def nodes(self) -> int:
        """Search nodes to spend; -1 when the search is exact."""
        return -1 if self.exact else self.budget or DEFAULT_BUDGET
