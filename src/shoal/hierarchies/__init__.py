"""Hierarchies built from columns: by the user's choice, or by bands where none is given."""
