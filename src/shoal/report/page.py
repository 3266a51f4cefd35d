"""The page of a report: its parts put together into one file that needs no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from shoal import __version__
from shoal.release import Release
from shoal.release.writing import UNNAMED
from shoal.report import words
from shoal.report.html import paragraphs, text, tiles
from shoal.report.svg import clean, drawn


@dataclass(frozen=True)
class Page:
    """What a report says about a release, before it is set; sections are HTML, all else is text."""

    release: Release
    title: str
    tiles: dict[str, str]  # a few figures to see at once
    done: str
    cost: str
    limits: str
    notices: Sequence[str] = ()  # what must be known of such data before anything else
    use: str = ""  # what is left for an analyst; it comes first
    model: str = ""
    judged: str = "This was judged from the published data alone."
    checked_from: str = (
        "The model can be checked from the published file alone, without trusting whoever made it."
    )

    def html(self, command: str, *, named: bool) -> str:
        """Return the page as one file of HTML, with the command that checks the release."""
        style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
        sections = {
            "What is left": self.use,
            "What was done": self.done,
            "What it costs": self.cost,
            "How good that is": paragraphs(*words.proof(self.release)),
            "What this protects, and what not": self.limits,
            "Check it yourself": self._check(command, named),
        }
        body = "".join(
            f"<section>\n<h2>{text(title)}</h2>\n{part}</section>\n"
            for title, part in sections.items()
            if part
        )
        page = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(self.title)}</title>\n"
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            # A browser then refuses whatever a name in the data might try to load or run.
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
            f"{self._head()}{body}{self._foot()}</main>\n</body>\n</html>\n"
        )
        return clean(drawn(page))

    def _check(self, command: str, named: bool) -> str:
        placeholder = "" if named else f" Put the published file in the place of `{UNNAMED}`."
        return (
            paragraphs(
                f"{self.checked_from} The check shares no code with the method.{placeholder}"
            )
            + f'<pre class="scroll" tabindex="0"><code>{escape(command)}</code></pre>\n'
        )

    def _head(self) -> str:
        ok, model = self.release.verdict.ok, self.model or str(self.release.model)
        called = self.release.kind.called
        notices = "".join(
            f'<p class="notice">{text(notice)}</p>\n'
            for notice in (*words.notices(self.release), *self.notices)
        )
        word, mark = ("holds", "\u2713") if ok else ("FAILS", "\u2717")
        return (
            f'<header>\n<p class="kicker">Shoal \u00b7 report on a release of {called}</p>\n'
            f"<h1>{text(self.title)}</h1>\n"
            f'<p class="verdict{"" if ok else " bad"}">'
            f"<strong>{mark} {text(model)} {word}.</strong> "
            f"{text(words.held(self.release))} {text(self.judged)}</p>\n"
            f"{notices}{tiles(self.tiles)}</header>\n"
        )

    def _foot(self) -> str:
        said = (
            "This page can be given away. It says nothing about the original that the release does "
            "not say, but for a few totals over all rows or many: the loss, how far it is from the "
            "best, how often common items or values were there before, how far off counts are, and "
            "how strongly columns depended on each other. These are rounded to two digits or more "
            "coarsely, so that no row decides them, and what is about fewer "
            f"than {self.release.model.k:,} rows is not shown. Neither the input nor "
            f"the seed is mentioned. Made by Shoal {__version__}."
        )
        return f"<footer>\n{paragraphs(said)}</footer>\n"
