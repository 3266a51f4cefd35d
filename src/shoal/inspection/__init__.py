"""What is this data? Kind, columns or items, who is singled out, and what to do next."""

from shoal.inspection.door import inspect as inspect
from shoal.inspection.facts import Inspection as Inspection
