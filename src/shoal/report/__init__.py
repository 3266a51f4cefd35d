"""Draws what a release holds: one page of HTML. Imports no method and no kind."""

from __future__ import annotations

from shoal.report.render import PAGES, render

__all__ = ["PAGES", "render"]
