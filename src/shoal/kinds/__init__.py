"""Kinds of data: how each is read, published, covered, measured, written and shown."""

# isort: skip_file
from shoal.kinds.kind import KINDS, Kind, choose_kind, register
from shoal.kinds.baskets import BasketsKind
from shoal.kinds.table import TableKind
from shoal.kinds.anatomy import AnatomyKind

__all__ = ["KINDS", "AnatomyKind", "BasketsKind", "Kind", "TableKind", "choose_kind", "register"]
