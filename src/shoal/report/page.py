"""The page of a report: its parts put together into one file that needs no other."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import NamedTuple

from shoal import __version__
from shoal.release.writing import UNNAMED
from shoal.report.html import Section, command_line, paragraphs, text, tiles


class Judgement(NamedTuple):
    """What the verifier says: whether the model holds, which, by how much, judged from what."""

    ok: bool
    model: str
    held: str
    judged: str = "This was judged from the published data alone."


@dataclass(frozen=True)
class Page:
    """What a report says, before it is set.

    Parameters
    ----------
    title
        The whole release in one line.
    kind
        What was published: baskets, a table.
    k
        Rows that the page tells of at least.
    verdict
        Whether the model holds.
    notices
        What must be known before anything else.
    tiles
        A few figures to see at once.
    sections
        The rest, in reading order; how to check the release comes last.
    checked_from
        What the model can be checked from.
    """

    title: str
    kind: str
    k: int
    verdict: Judgement
    notices: list[str]
    tiles: dict[str, str]
    sections: list[Section]
    checked_from: str = (
        "The model can be checked from the published file alone, without trusting whoever made it."
    )

    def html(self, command: str, *, named: bool) -> str:
        """Return the page as one file of HTML, with the command that checks the release."""
        style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
        body = "".join(
            f"<section>\n<h2>{text(part.title)}</h2>\n{part.body}</section>\n"
            for part in [*self.sections, Section("Check it yourself", self._check(command, named))]
        )
        return (
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

    def _check(self, command: str, named: bool) -> str:
        placeholder = "" if named else f" Put the published file in the place of `{UNNAMED}`."
        shared = "The check shares no code with the method."
        return paragraphs(f"{self.checked_from} {shared}{placeholder}") + command_line(command)

    def _head(self) -> str:
        verdict = self.verdict
        notices = "".join(f'<p class="notice">{text(words)}</p>\n' for words in self.notices)
        word, mark = ("holds", "\u2713") if verdict.ok else ("FAILS", "\u2717")
        return (
            f'<header>\n<p class="kicker">Shoal \u00b7 report on a release of {self.kind}</p>\n'
            f"<h1>{text(self.title)}</h1>\n"
            f'<p class="verdict{"" if verdict.ok else " bad"}">'
            f"<strong>{mark} {text(verdict.model)} {word}.</strong> "
            f"{text(verdict.held)} {text(verdict.judged)}</p>\n"
            f"{notices}{tiles(self.tiles)}</header>\n"
        )

    def _foot(self) -> str:
        words = (
            f"This page can be given away: nothing on it tells about fewer than {self.k:,} rows. "
            "Smaller bars are merged, rarer items are not named, and neither the input nor the "
            "seed is mentioned. It does tell totals of the original data, such as how often common "
            "items or values were in it, and how much was lost of them all. Made by Shoal "
            f"{__version__}."
        )
        return f"<footer>\n{paragraphs(words)}</footer>\n"
