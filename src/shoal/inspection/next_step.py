"""A command to run next, made so that it works as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from shoal.data.cells import quoted
from shoal.io.formats import tells_format

#: The k that is suggested, if there are so many rows.
K = 10


def for_baskets(path: Path, rows: int, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that publish a file, into the folder where the command is run."""
    if rows < 2:
        return ()
    packed = path.suffix.lower() in (".gz", ".zst")
    ending = "".join(path.suffixes[-2:]) if packed else path.suffix
    if not tells_format(path):
        ending = ".parquet" if path.is_dir() else ".dat"
    if "--separator" in flags:  # FIMI would not hold every item
        ending = ".csv"
    release = f"release{ending}" if path.name != f"release{ending}" else f"release-2{ending}"
    return ("anonymize", str(path), "-k", str(min(K, rows)), *flags, "-o", release)


def for_table(
    path: Path, rows: int, roles: Mapping[str, Sequence[str]], flags: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the arguments that publish a table; none if no quasi-identifier is suggested."""
    if not roles["--qi"]:
        return ()
    words: list[str] = []
    for flag, names in roles.items():
        # The one name of a person is no list of names.
        listed = names if flag == "--person" else [quoted(name, '[,"]') for name in names]
        words += [flag, ",".join(listed)] if names else []
    return for_baskets(path, rows, (*words, *flags))
