"""What the documentation shows is run from top to bottom; what it prints is what is shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.cli.app import dispatch

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: Their readers start in an empty folder, and see what the commands print.
TUTORIALS = [ROOT / "docs" / f"{name}.md" for name in ("baskets", "tables", "secrets")]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[tuple[str, str]]:
    """Language and body of each block, in the order of the page."""
    return BLOCK.findall(page.read_text())


def commands(body: str) -> list[list[str]]:
    """Arguments of each ``shoal`` line, with or without a prompt."""
    lines = [line.removeprefix("$ ") for line in body.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("shoal ")]


def is_run(language: str, body: str) -> bool:
    return language == "python" or (language in ("console", "sh") and bool(commands(body)))


def plain(text: str) -> list[str]:
    """Lines of a text without their layout."""
    return [" ".join(line.split()) for line in text.splitlines()]


def assert_is_shown(body: str, said: str) -> None:
    """Each line of a block was printed or stands in a file; one that ends in ... starts so."""
    files = [path for path in Path().rglob("*") if path.suffix in (".csv", ".dat", ".toml", ".txt")]
    known = plain(said + "".join(path.read_text() for path in files))
    for line in plain(body):
        start = line.removesuffix("...")
        assert start in known or (start != line and any(one.startswith(start) for one in known))


def anchors(page: Path) -> set[str]:
    """Names of a page's headings, as links spell them."""
    text = BLOCK.sub("", page.read_text())
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


def write_samples() -> None:
    """Write the files that the documentation speaks of, small ones."""
    baskets = shoal.datasets.clicks(rows=600)
    for name in ("baskets.dat", "bms_webview_1.dat.gz"):
        shoal.write(baskets, name)
    people = shoal.datasets.census(rows=300)
    day = pl.date(2024 - pl.col("age"), pl.col("age") % 12 + 1, pl.col("id") % 28 + 1)
    city = (
        pl.col("zip").str.head(1).replace(["0", "4", "7", "9"], ["Rome", "Oslo", "Paris", "Bergen"])
    )
    people.with_columns(born=day, city=city, illness="disease").write_csv("people.csv")
    stars = {name: pl.lit("*") for name in ("age", "sex", "zip")}
    people.select("disease", **stars).write_csv("published.csv")
    Path("hierarchies").mkdir()
    for name, tree in shoal.datasets.census_hierarchies().items():
        shoal.write_hierarchy(tree, f"hierarchies/{name}.csv")
    Path("places").mkdir()
    Path("places/city.csv").write_text(
        "Rome;Italy;*\nParis;France;*\nOslo;Norway;*\nBergen;Norway;*\n"
    )
    names = baskets.vocabulary.strings
    Path("items.csv").write_text("".join(f"{name};group{len(name)};*\n" for name in names))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(is_run(*block) for block in blocks(page))], ids=named
)
def test_a_page_runs_from_top_to_bottom(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if page not in TUTORIALS:
        write_samples()
    namespace: dict[str, object] = {"__name__": "docs"}
    said = ""
    for language, body in blocks(page):
        if language == "python":
            exec(compile(body, named(page), "exec"), namespace)
        elif language in ("console", "sh"):
            for arguments in commands(body):
                assert dispatch(arguments) == 0, arguments
        elif page in TUTORIALS:
            said += capsys.readouterr().out
            assert_is_shown(body, said)


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
    assert {*TUTORIALS} <= {*PAGES}
