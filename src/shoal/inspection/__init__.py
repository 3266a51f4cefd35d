"""What is this data? Kind, columns or items, who is singled out, and what to do next."""

from shoal.inspection.door import inspect
from shoal.inspection.facts import (
    BasketFacts,
    ColumnFacts,
    Inspection,
    TableFacts,
    Uniqueness,
)

__all__ = [
    "BasketFacts",
    "ColumnFacts",
    "Inspection",
    "TableFacts",
    "Uniqueness",
    "inspect",
]
