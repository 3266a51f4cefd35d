"""The page of options is what the declarations say."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_options_is_up_to_date():
    made = runpy.run_path(str(DOCS / "make_options.py"))
    assert (DOCS / "options.md").read_text() == made["page"](), "run python docs/make_options.py"
