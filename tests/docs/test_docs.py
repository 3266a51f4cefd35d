"""What the documentation shows is run: Python blocks, commands, links."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.cli.commands import dispatch

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, *languages: str) -> Iterator[str]:
    return (body for language, body in BLOCK.findall(page.read_text()) if language in languages)


def commands(page: Path) -> list[list[str]]:
    """Arguments of each ``shoal`` line, with or without a prompt."""
    lines = (line for body in blocks(page, "console", "sh") for line in body.splitlines())
    return [
        shlex.split(line.removeprefix("$ "))[1:]
        for line in lines
        if line.removeprefix("$ ").startswith("shoal ")
    ]


def anchors(page: Path) -> set[str]:
    """Names of a page's headings, as links spell them."""
    text = BLOCK.sub("", page.read_text())
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.fixture
def in_sample_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder that holds the files the documentation speaks of, small ones."""
    monkeypatch.chdir(tmp_path)
    baskets = shoal.datasets.clicks(rows=600)
    for name in ("baskets.dat", "bms_webview_1.dat.gz"):
        shoal.write(baskets, name)
    people = shoal.datasets.census(rows=300)
    day = pl.date(2024 - pl.col("age"), pl.col("age") % 12 + 1, pl.col("id") % 28 + 1)
    city = (
        pl.col("zip").str.head(1).replace(["0", "4", "7", "9"], ["Rome", "Oslo", "Paris", "Bergen"])
    )
    people.with_columns(born=day, city=city, illness="disease").write_csv("people.csv")
    Path("published.csv").write_text("age,sex,zip\n" + "*,*,*\n" * 300)
    Path("hierarchies").mkdir()
    for name, tree in shoal.datasets.census_hierarchies().items():
        shoal.write_hierarchy(tree, f"hierarchies/{name}.csv")
    Path("places").mkdir()
    Path("places/city.csv").write_text(
        "Rome;Italy;*\nParis;France;*\nOslo;Norway;*\nBergen;Norway;*\n"
    )
    names = baskets.vocabulary.strings
    Path("items.csv").write_text("".join(f"{name};group{len(name)};*\n" for name in names))


@pytest.mark.usefixtures("in_sample_folder")
@pytest.mark.parametrize("page", [page for page in PAGES if any(blocks(page, "python"))], ids=named)
def test_python_blocks_run(page: Path) -> None:
    namespace: dict[str, object] = {"__name__": "docs"}
    for body in blocks(page, "python"):
        exec(compile(body, named(page), "exec"), namespace)


@pytest.mark.usefixtures("in_sample_folder")
@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=named)
def test_commands_run(page: Path) -> None:
    for arguments in commands(page):
        assert dispatch(arguments) == 0, arguments


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(BLOCK.sub("", page.read_text())):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_pages_are_found() -> None:
    names = set(map(named, PAGES))
    assert {"README.md", "CONTRIBUTING.md", "docs/index.md", "docs/methods/patternka.md"} <= names
    assert any(commands(page) for page in PAGES)
