"""Public benchmark files by name, checked against the content the figures were measured on."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from shoal.data import Baskets
from shoal.errors import FormatError, ParameterError
from shoal.io.compression import content
from shoal.io.failures import check_readable
from shoal.io.formats import Format
from shoal.io.text import parse

#: SHA-256 of each file's content, uncompressed.
CHECKSUMS: dict[str, str] = {
    "bms_webview_1": "ea5189346c5f719204508c0ba3cd53a34d01181f2aebbcf65ff4ef57acaadea2",
    "bms_webview_2": "4cd78d2d07a0ae3ee4b471b19260c1a2d5252301657d7e9dd33335e4c10f39df",
    "chess": "341d0ff8676e053dd3b417d61f84c732736154f987ce56975a099b07460957f5",
    "groceries": "d3493620d05b10c8a0d872a4393ec3443000c6200bb630f6583dfaabe39e34d0",
    "kosarak_25k": "4de5f166492fe8dd2094a07fb1b667bebcf6a3c3edc0f178eb4c0e7b0de66f19",
    "msnbc_sets": "fb9d89fdc2a2ef76f92f86431686b2e5d8859b26820c263208a8bf223fd5aabf",
    "mushroom": "06206c73983251a9488414c4379a030e836bbeb6fe9eff1b5624a0193a811640",
    "t10i4d100k": "9efa76cece5dc2b677970dc41ced21830b8d12c4525646cbc4947abb03ce517d",
}


def load(name: str, folder: str | os.PathLike[str]) -> Baskets:
    """Load a public benchmark file by its name, one of the keys of ``CHECKSUMS``.

    Shoal comes with no public data: ``name.dat`` or ``name.dat.gz`` must lie in the folder.

    Examples
    --------
    >>> load("mushroms", folder=".")
    Traceback (most recent call last):
    shoal.errors.ParameterError: unknown dataset 'mushroms'. There are \
bms_webview_1, bms_webview_2, chess, groceries, kosarak_25k, msnbc_sets, mushroom, t10i4d100k
    """
    if name not in CHECKSUMS:
        raise ParameterError(f"unknown dataset {name!r}. There are {', '.join(CHECKSUMS)}")
    paths = [Path(folder, f"{name}.dat"), Path(folder, f"{name}.dat.gz")]
    path = next((path for path in paths if path.exists()), paths[0])
    check_readable(path)
    text = content(path)
    if hashlib.sha256(text).hexdigest() != CHECKSUMS[name]:
        message = "the content differs from the published file (its SHA-256 is another)"
        raise FormatError(message, path=str(path))
    return parse(text, Format("fimi"), path=path)
