"""Run a golden case, and say what it gave: exit status, digests of files, figures."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.metadata import version
from math import isclose
from pathlib import Path
from typing import Any

import polars as pl
import zstandard

from .case import Case

Run = Callable[[list[str]], tuple[int, str]]
Folders = dict[str, Path]

GOLDEN = Path(__file__).with_name("golden.json")

#: What differs from run to run or from version to version.
LEFT_OUT = ("seconds", "memory", "version", "versions")

#: Files that hold seconds, versions or paths.
LEFT_FILES = (".run.json", ".html", ".toml")

#: What is kept of the document of a call that publishes.
FIGURES = ("groups", "loss", "certificate", "verdict", "curve", "utility", "tree")


def run_shoal(argv: list[str]) -> tuple[int, str]:
    """Run one command in this process; return its exit status and standard output.

    The only place of these tests that knows how the command line is built.
    """
    from shoal.cli.main import run

    stdout = io.StringIO()
    with redirect_stdout(stdout):
        status = run(argv)
    return status, stdout.getvalue()


def made_with() -> dict[str, str]:
    """Return the versions of what decides on the bytes of Parquet, Arrow and compressed files."""
    zstd = ".".join(map(str, zstandard.ZSTD_VERSION))
    return {"polars": version("polars"), "zlib": zlib.ZLIB_RUNTIME_VERSION, "zstd": zstd}


def outcome(case: Case, folders: Folders, run: Run, *, whole: bool) -> dict[str, Any]:
    """Run a case; return what is recorded of it, of the document all or the figures alone."""
    for before in case.after:
        run(before.words(folders))
    status, stdout = run(case.words(folders))
    document = _cleaned(json.loads(stdout), folders) if stdout else None
    if document is not None and not whole:
        document = {name: document[name] for name in FIGURES if name in document}
    return {"status": status, "files": digests(folders["out"]), "document": document}


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of each published file; of some also one of what they hold.

    A library decides on the bytes of Parquet, Arrow and compressed files, so another version may
    write others. What they hold must be the same all the same.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name.endswith(LEFT_FILES):
            continue
        found[path.name] = _digest(path.read_bytes())
        content = _content(path)
        if content is not None:
            found[f"{path.name}: content"] = _digest(content)
    return found


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _content(path: Path) -> bytes | None:
    match path.suffix:
        case ".gz":
            return gzip.decompress(path.read_bytes())
        case ".zst":
            return zstandard.ZstdDecompressor().decompressobj().decompress(path.read_bytes())
        case ".parquet":
            return _frame(pl.read_parquet(path))
        case ".arrow" | ".feather":
            return _frame(pl.read_ipc(io.BytesIO(path.read_bytes())))
    return None


def _frame(frame: pl.DataFrame) -> bytes:
    types = {name: str(kind) for name, kind in frame.schema.items()}
    return json.dumps([types, frame.rows()], default=str).encode()


def _cleaned(value: Any, folders: Folders) -> Any:
    """Return a document without seconds and the like, and with the names of folders for paths."""
    match value:
        case dict():
            kept = {name: part for name, part in value.items() if name not in LEFT_OUT}
            return {name: _cleaned(part, folders) for name, part in kept.items()}
        case list():
            return [_cleaned(part, folders) for part in value]
        case str():
            for name, path in folders.items():
                value = value.replace(str(path), "{" + name + "}")
    return value


def differences(recorded: Any, found: Any, place: str = "") -> list[str]:
    """Return where ``found`` lacks something that was recorded; it may have more fields.

    Fractions may differ in their last digit: processors add in different orders.

    Examples
    --------
    >>> differences({"a": [1, 0.5]}, {"a": [1, 0.25], "b": 2})
    ['.a[1]: 0.5 became 0.25']
    """
    if isinstance(recorded, dict) and isinstance(found, dict):
        gone = [f"{place}.{name}: gone" for name in recorded if name not in found]
        both = [name for name in recorded if name in found]
        return gone + [
            line
            for name in both
            for line in differences(recorded[name], found[name], f"{place}.{name}")
        ]
    if isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        pairs = enumerate(zip(recorded, found, strict=True))
        return [line for n, (a, b) in pairs for line in differences(a, b, f"{place}[{n}]")]
    if isinstance(recorded, float) and isinstance(found, float):
        found = recorded if isclose(recorded, found, rel_tol=1e-12) else found
    was, now = json.dumps(recorded), json.dumps(found)
    return [] if was == now else [f"{place}: {was} became {now}"]
