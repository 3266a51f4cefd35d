"""A real browser without a network, and the reports of the public files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path(os.environ.get("SHOAL_CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}: make chromium, or set SHOAL_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def open_page(browser) -> Iterator[Callable[..., Any]]:
    """Open a file with all network refused; whatever goes wrong in the page fails the test."""
    contexts, faults = [], []

    def opened(path: Path, **settings: Any) -> Any:
        context = browser.new_context(offline=True, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("requestfailed", lambda request: faults.append(request.url))
        page.on("request", lambda request: asked.append(request.url))
        asked: list[str] = []
        page.goto(path.resolve().as_uri())
        assert asked == [path.resolve().as_uri()]
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults
