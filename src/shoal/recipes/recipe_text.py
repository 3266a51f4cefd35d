"""TOML files: read with care, as any file may be named by mistake."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from shoal.errors import FormatError, ParameterError
from shoal.io.failures import check_readable
from shoal.recipes.recipe_lines import repeated

#: No recipe is larger; a file that is was named by mistake.
MOST_BYTES = 2**20

#: A line with a key or with the header of a section.
_LIKE_TOML = re.compile(
    r"""^\s*(?:[\w."'-]+[ \t]*=|\[+[^\[\]{},:\n]+\]+\s*(?:#.*)?$)""", re.MULTILINE
)


def read_toml(source: Path) -> tuple[str, dict[str, Any]]:
    r"""Return the text of a file, and what it says."""
    text = _read(source)
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, source, text) from None
    except RecursionError:
        raise FormatError("lists or tables nested too deep", path=str(source)) from None


def _read(source: Path) -> str:
    check_readable(source)
    if not source.is_file():
        raise ParameterError(f"{source} is not a regular file")
    if source.stat().st_size > MOST_BYTES:
        raise FormatError("is too large for a recipe", path=str(source))
    content = source.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("is not UTF-8 text", path=str(source), line=line) from None
    return text.replace("\r\n", "\n")


def _not_toml(error: tomllib.TOMLDecodeError, source: Path, text: str) -> FormatError:
    """Return what the parser found, with the line where it found it."""
    if not _LIKE_TOML.search(text):
        return FormatError(
            'is no recipe: no line reads like model = "k=10"; shoal anonymize writes one with '
            "--save-recipe",
            path=str(source),
        )
    message, line = str(error), max(len(text.splitlines()), 1)
    if match := re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", message):
        message, line = match[1], int(match[2] or line)
    twice = repeated(text) if re.match("Cannot (overwrite|declare)", message) else None
    if twice is not None:
        spelled = ".".join(twice.key)
        what = f"the section [{spelled}]" if twice.section else f"the key {spelled}"
        message = f"{what} stands twice, first in line {twice.first:,}"
        return FormatError(message, path=str(source), line=twice.line)
    what = message[:1].lower() + message[1:]
    if message == "Invalid value":
        what += ': put text in straight quotes, as in path = "baskets.csv"'
    return FormatError(f"is not valid TOML: {what}", path=str(source), line=line)
