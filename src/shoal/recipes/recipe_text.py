"""TOML files: read with care, as any file may be named by mistake."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from shoal.errors import FormatError, ParameterError
from shoal.io.failures import check_readable

#: No recipe is larger; a file that is was named by mistake.
MOST_BYTES = 2**20


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
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
    what, line = (found[1], found[2]) if found else (str(error), None)
    last = max(len(text.splitlines()), 1)
    return FormatError(
        f"is not valid TOML: {what[:1].lower()}{what[1:]}",
        path=str(source),
        line=int(line or last),
    )
