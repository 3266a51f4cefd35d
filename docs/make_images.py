"""Write the reports of the public files and of generated baskets, and photograph them.

python docs/make_images.py [FOLDER of the public files]

The images go to docs/images: each report on a desk, on a phone and in print, and one in the dark.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import shoal
from shoal.datasets.pos import generate_pos

ROOT = Path(__file__).parents[1]
PUBLIC = ROOT.parent / "shared" / "datasets"
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]

#: Width, height, theme and medium of each picture.
PICTURES: dict[str, tuple[int, int, str, str]] = {
    "desktop": (1100, 1400, "light", "screen"),
    "dark": (1100, 1400, "dark", "screen"),
    "phone": (390, 1400, "light", "screen"),
    "print": (794, 1123, "light", "print"),
}

ADULT = (
    *("age", "workclass", "education", "marital-status", "occupation"),
    *("race", "sex", "native-country"),
)


def baskets_report(public: Path, path: Path) -> None:
    """Report on BMS-WebView-1 at four k."""
    clicks = shoal.read(public / "bms_webview_1.dat.gz")
    shoal.anonymize(clicks, "k=5/10/20/50").report(path)


def table_report(public: Path, path: Path) -> None:
    """Report on Adult at two k."""
    people = shoal.read(
        public / "adult.csv.gz",
        qi=ADULT,
        sensitive=["salary-class"],
        hierarchies=public / "hierarchies" / "adult",
        recoding="hierarchy",
    )
    shoal.anonymize(people, "k=5/50").report(path)


def rules_report(_public: Path, path: Path) -> None:
    """Report on generated purchases that protect rules, at several k and c."""
    sales = generate_pos(rows=6_000, items=300, longest=60)
    sensitive = list(sales.vocabulary.strings[::30])
    rules = shoal.random_rules(sales, sensitive, 300)
    models = [shoal.PSRules(rules, k=k, c=c) for k in (5, 20, 50) for c in (0.5, 0.3)]
    shoal.anonymize(sales, models, sensitive=sensitive).report(path)


REPORTS = {"baskets": baskets_report, "table": table_report, "rules": rules_report}


def photograph(browser: Any, report: Path, folder: Path) -> None:
    """Write the pictures of a report; the dark one of baskets only."""
    for name, (width, height, theme, medium) in PICTURES.items():
        if name == "dark" and report.stem != "baskets":
            continue
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, offline=True
        )
        page = context.new_page()
        page.emulate_media(media=medium, color_scheme=theme)
        page.goto(report.resolve().as_uri())
        page.screenshot(path=folder / f"report-{report.stem}-{name}.png")
        context.close()


def main(public: Path) -> None:
    """Make the reports and their pictures."""
    from playwright.sync_api import sync_playwright

    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, make in REPORTS.items():
            report = Path(folder, f"{name}.html")
            make(public, report)
            photograph(browser, report, images)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PUBLIC)
