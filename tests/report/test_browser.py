"""The reports in a real browser with all network refused: on a desk, on a phone, in print."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WIDE = {"width": 1280, "height": 900}
DESK = {"width": 1100, "height": 900}
PHONE = {"width": 390, "height": 844}

#: Letters that are hard to read: those whose contrast to the page is below that of WCAG AA.
PALE = """() => {
  const number = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = rgb => rgb.map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (colour !== 'rgba(0, 0, 0, 0)') return light(number(colour));
    }
  };
  return [...document.querySelectorAll('p, dd, dt, td, th, h1, h2, h3, li, code, strong, text')]
    .filter(node => {
      const style = getComputedStyle(node);
      const ink = light(number(node.tagName === 'text' ? style.fill : style.color));
      const [low, high] = [ink, behind(node)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05) < 4.5;
    }).map(node => node.tagName + ': ' + node.textContent.slice(0, 40));
}"""

#: Texts of drawings that stick out of the screen.
CUT = """() => [...document.querySelectorAll('svg text')].filter(node => {
  const box = node.getBoundingClientRect();
  return box.width && (box.left < 0 || box.right > innerWidth);
}).map(node => node.textContent)"""

#: Texts of one drawing that run into each other.
MET = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const texts = [...svg.querySelectorAll('text')].filter(node => node.textContent
    && !(node.getAttribute('transform') || '').includes('rotate'));
  const boxes = texts.map(node => node.getBoundingClientRect());
  return texts.filter((node, i) => boxes.some((box, j) => j > i
    && box.left < boxes[i].right && boxes[i].left < box.right
    && box.top + 2 < boxes[i].bottom && boxes[i].top + 2 < box.bottom
  )).map(node => node.textContent);
})"""

#: Free height below each drawing, down to the next one in its column.
HOLES = """() => {
  const figures = [...document.querySelectorAll('figure')];
  const boxes = figures.map(node => node.getBoundingClientRect());
  return boxes.slice(1).map((box, i) =>
    figures[i + 1].parentNode === figures[i].parentNode && box.left === boxes[i].left
      ? box.top - boxes[i].bottom : 0);
}"""

#: How much of the page's width a long paragraph fills.
FILLED = """() => Math.max(...[...document.querySelectorAll('section > p')].map(node =>
  node.getBoundingClientRect().width)) / document.querySelector('h2').getBoundingClientRect().width
"""

#: How many characters the longest line of running text has.
LONGEST_LINE = """() => Math.max(...[...document.querySelectorAll('p, li')].map(node => {
  const lines = node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight);
  return lines < 1.5 ? 0 : node.textContent.length / Math.max(lines, 1);
}))"""


@pytest.fixture(scope="module")
def images():
    spec = spec_from_file_location("make_images", ROOT / "docs" / "make_images.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=["baskets", "table", "rules"])
def report(request, images, tmp_path_factory) -> Path:
    """The reports that the documentation shows: BMS-WebView-1, Adult, and generated sales."""
    public = None if request.param == "rules" else request.getfixturevalue("public_data")
    path = tmp_path_factory.mktemp("report") / f"{request.param}.html"
    images.REPORTS[request.param](public, path)
    return path


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_reads_well(open_page, report, screen, theme):
    page = open_page(report, viewport=screen, color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(PALE) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(MET) == []
    assert page.evaluate(LONGEST_LINE) <= 80
    assert page.locator("svg").count() == page.locator("figure").count() > 0
    assert "holds" in page.inner_text(".verdict")
    assert "shoal verify" in page.inner_text("pre")
    for numbers in page.locator("summary").all():
        numbers.click()
    assert page.locator("details td").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(PALE) == []


def test_fills_a_wide_screen(open_page, report):
    page = open_page(report, viewport=WIDE)
    assert page.evaluate(FILLED) > 0.75
    assert max(page.evaluate(HOLES), default=0) < 40


def test_needs_no_script(open_page, report):
    page = open_page(report, viewport=DESK, java_script_enabled=False)
    assert page.locator("h2").count() == 6


def test_prints(open_page, report):
    page = open_page(report, viewport=DESK, color_scheme="dark")
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_is_small_and_leads_nowhere(report):
    text = report.read_text()
    assert len(text) < 200_000
    assert "http" not in text.replace("http-equiv", "")
    assert "<script" not in text
    assert "url(http" not in text


@pytest.mark.parametrize("k", [5, 10, 20, 50])
def test_every_k_of_bms_webview_1(open_page, public_data, tmp_path, k):
    import shoal

    baskets = shoal.read(public_data / "bms_webview_1.dat.gz")
    release = shoal.anonymize(baskets, f"k={k}")
    release.report(tmp_path / "report.html")
    figures = release.figures
    assert not any(0 < bar.amount < k for bar in figures.published_lengths)
    assert all(after >= k for _, _, after in figures.items)
    page = open_page(tmp_path / "report.html", viewport=DESK)
    assert page.inner_text("h1") == f"59,602 baskets, each one of at least {k} equal ones"
    # The longest basket of that file has 267 items, and no other has as many.
    assert not re.search(r"\b267\b", page.inner_text("main"))
