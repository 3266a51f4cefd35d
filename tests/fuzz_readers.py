"""A mutation fuzzer over every reader: ``python tests/fuzz_readers.py N [SEED]``.

Whatever a file holds, a reader returns data, or raises a FormatError: one sentence that names the
file and the line. All else, a crash or a hang ends the run, and the last input stays in its folder.
"""

from __future__ import annotations

import faulthandler
import gzip
import io
import math
import os
import random
import re
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import zstandard

import shoal
from shoal.data import Vocabulary
from shoal.errors import FormatError
from shoal.io.item_choice import choose_items
from shoal.io.tables import read_columns
from shoal.io.weights import read_weights
from shoal.utility.queries import read_queries

#: Seconds that no input may take.
HANG = 10.0

#: What matters to one reader or another, and bytes that are no text.
WORDS = """
" "" , ; | -> # * ? { } {a, +3 % = <1> -1 -2 @ITEM= @ITEM=1=x id,item item,published
0 007 -0 nan inf 1e400 99999999999999999999 é 🐟
"""
TOKENS = [
    *map(str.encode, WORDS.split()),
    *(b"\n", b"\r", b"\r\n", b"\t", b" ", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80"),
    *(b"\xef\xbb\xbf", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1", b"ARROW1"),
    *(b"a" * 5000, b",\n" * 300),
]


@dataclass(frozen=True)
class Target:
    """A reader, the name of its file, and inputs to start from."""

    name: str
    read: Callable[[Path], Any]
    seeds: list[bytes]
    text: bool = True


def columnar(
    write: Callable[[pl.DataFrame, io.BytesIO], Any], *frames: pl.DataFrame
) -> list[bytes]:
    made = []
    for frame in frames:
        buffer = io.BytesIO()
        write(frame, buffer)
        made.append(buffer.getvalue())
    return made


NAMES = Vocabulary(["beer", "hiv", "hiv test", "milk", "tea"])
LISTS = pl.DataFrame({"items": [["tea", "rum"], [], None, ["tea", None]] * 5})
NUMBERS = pl.DataFrame({"id": [1, 2], "items": [[1, 2], [3]]})
LONG = pl.DataFrame({"id": [1, 1, 2], "item": ["tea", "rum", None]})
PEOPLE = pl.DataFrame({"age": [31, 35], "city": ["Rome", "Oslo"]})
TABLE = [b"age,city\n31,Rome\n35,Oslo\n", b'age,"a, b"\r\n1,"x\ny"\r\n2,?\r\n']

RECIPE = b'model = "k=5"\n[input]\npath = "a.dat"\n[output]\npath = "b.dat"\n'

TARGETS = [
    Target("a.dat", shoal.read, [b"1 2 3\n\n2 10\n", "tea rum\ncafé\n".encode(), b"7\t8\r\n"]),
    Target("a.csv", shoal.read, [b'tea,"dark, rum"\n\ngin\n', b"id,item\n1,tea\n1,rum\n2,\n"]),
    Target("b.csv", lambda path: shoal.read(path, separator=";"), [b'tea;"a;b"\n""\n']),
    Target("a.tsv", shoal.read, [b"1\t2\n3\n"]),
    Target("a.log", shoal.read, [b"1 2\n", b"1 -1 2 3 -1 -2\n"]),
    Target(
        "a.txt", shoal.read, [b"1 -1 2 3 -1 -2\n4 -1 -2\n", b"@CONVERTED_FROM_TEXT\n@ITEM=1=a\n1\n"]
    ),
    Target(
        "a.spmf",
        shoal.read,
        [b"1 2\n3\n", b"@ITEM=1=tea\n@ITEM=2=dark rum\n% two\n1 2\n2\n", b"<1> 1 -1 <2> 2 -1 -2\n"],
    ),
    Target(
        "long.csv",
        lambda path: shoal.read(path, id="id", item="item"),
        [b"id,item\n1,tea\n1,rum\n2,\n", b'id,item,day\n7,"a\nb",1\n8,c,2\n'],
    ),
    Target("people.csv", read_columns, TABLE),
    Target("people.txt", lambda path: shoal.read(path, qi=["age"]), TABLE),
    Target(
        "tree.csv",
        shoal.read_hierarchy,
        [b"18;[18, 20[;*\n19;[18, 20[;*\n20;20;*\n", b'a,"x, y",*\nb,z,*\n'],
    ),
    Target("rules.txt", shoal.read_rules, [b'# two\na c -> h\n"green tea" -> h g\n']),
    Target(
        "mapping.csv",
        shoal.read_mapping,
        [b'item,published\nbeer,"{beer,wine}"\nwine,"{beer,wine}"\ntea,tea\n'],
    ),
    Target("weights.csv", read_weights, [b'item,weight\nbeer,2\n"rum, white" 0.5\n# x\n']),
    Target("queries.txt", read_queries, [b'tea "white rum"\n# evenings\ngin\n']),
    Target(
        "choice.txt",
        lambda path: choose_items(NAMES, f"@{path}"),
        [b'hiv*\n"milk"  # one\n'],
    ),
    Target("recipe.toml", shoal.Recipe.load, [RECIPE, b'data.qi = ["age"]\n' + RECIPE]),
    Target("seen.dat", shoal.inspect, [b"1 2 3\n2 10\n", b"1 -1 2 3 -1 -2\n"]),
    Target("seen.csv", shoal.inspect, [*TABLE, b"id,item\n1,tea\n2,\n", b'tea,"dark, rum"\n']),
]
COLUMNAR = [
    Target(
        "a.parquet",
        shoal.read,
        columnar(pl.DataFrame.write_parquet, LISTS, NUMBERS),
        False,
    ),
    Target("a.arrow", shoal.read, columnar(pl.DataFrame.write_ipc, LISTS, NUMBERS), False),
    Target(
        "long.parquet",
        lambda path: shoal.read(path, format="long"),
        columnar(pl.DataFrame.write_parquet, LONG),
        False,
    ),
    Target("p.parquet", read_columns, columnar(pl.DataFrame.write_parquet, PEOPLE), False),
    Target("p.arrow", read_columns, columnar(pl.DataFrame.write_ipc, PEOPLE), False),
    Target(
        "qi.parquet",
        lambda path: shoal.read(path, qi=["age"]),
        columnar(pl.DataFrame.write_parquet, PEOPLE),
        False,
    ),
    Target("seen.arrow", shoal.inspect, columnar(pl.DataFrame.write_ipc, LISTS, PEOPLE), False),
]

#: Every so many inputs one is a Parquet or Arrow file: they take longer.
COLUMNAR_EVERY = 20


def mutate(data: bytes, rng: random.Random, others: list[bytes]) -> bytes:
    """Return the bytes after one change: of bits, bytes, tokens or lines."""
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.randrange(1, 9))
    match rng.randrange(10):
        case 0 if data:
            place = min(at, len(data) - 1)
            return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        case 1:
            return data[:at] + rng.randbytes(rng.randrange(1, 5)) + data[at:]
        case 2:
            return data[:at] + data[end:]
        case 3:
            return data[:at]
        case 4:
            return data[:end] + data[at:end] * rng.randrange(1, 4) + data[end:]
        case 5:
            other = rng.choice(others)
            return data[:at] + other[rng.randrange(len(other) + 1) :]
        case 6:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            return b"\n".join(lines)
        case 7:
            tokens = re.split(rb"(\W)", data)
            tokens[rng.randrange(len(tokens))] = rng.choice(TOKENS)
            return b"".join(tokens)
    return data[:at] + rng.choice(TOKENS) + data[at:]


def wrap(data: bytes, rng: random.Random) -> bytes:
    """Return text as it is, or packed, or packed and damaged."""
    kind = rng.randrange(12)
    if kind > 3:
        return data
    packed = gzip.compress(data, mtime=0) if kind < 2 else zstandard.compress(data)
    return packed if kind % 2 else mutate(packed, rng, [packed])


def judge(target: Target, path: Path, data: bytes) -> str:
    """Read a file and return what came of it; raise AssertionError if that is not allowed."""
    try:
        target.read(path)
    except FormatError as error:
        caught = error
    else:
        return "read"
    message = str(caught)
    assert "\n" not in message, f"more than one line: {message!r}"
    assert caught.path == str(path), f"names another file: {message}"
    lined = target.text and not data.startswith((b"PAR1", b"ARROW1"))
    place = f"{path}, line {caught.line:,}: " if lined else str(path)
    assert message.startswith(place), f"does not start with its place: {message}"
    assert 1 <= caught.line <= lines_of(data), f"no such line: {message}"
    return "refused"


def lines_of(data: bytes) -> float:
    """Return how many lines there are; of packed data that is damaged, as many as can be."""
    try:
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        elif data.startswith(b"\x28\xb5\x2f\xfd"):
            data = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    except (EOFError, OSError, zlib.error, zstandard.ZstdError):
        return math.inf
    # The standard reader of CSV also ends a line at a lone carriage return.
    return len(re.findall(rb"\r\n?|\n", data)) + 1


def fuzz(count: int, seed: int, folder: Path, errors: int = 2) -> Counter[str]:
    """Read so many inputs; return how many were read and refused. A hang is told to ``errors``."""
    rng = random.Random(seed)
    outcomes: Counter[str] = Counter()
    every_seed = [one for target in (*TARGETS, *COLUMNAR) for one in target.seeds]
    for number in range(count):
        targets = TARGETS if number % COLUMNAR_EVERY else COLUMNAR
        target = rng.choice(targets)
        data = rng.choice(target.seeds)
        for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 8))):
            data = mutate(data, rng, every_seed)
        data = wrap(data, rng) if target.text else data
        path = folder / target.name
        path.write_bytes(data)
        faulthandler.dump_traceback_later(HANG, exit=True, file=errors)
        try:
            outcomes[judge(target, path, data)] += 1
        except BaseException as error:
            sys.stdout.write(f"input {number} of seed {seed}, {path.name}: {data[:300]!r}\n")
            raise AssertionError(f"{type(error).__name__}: {error}") from error
        finally:
            faulthandler.cancel_dump_traceback_later()
    return outcomes


def main(count: int, seed: int) -> None:
    """Fuzz and print one line."""
    # In memory where there is such a folder: a slow disk must not look like a hang.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="shoal-fuzz-", dir=place))
    own = os.dup(2)
    faulthandler.enable(own)
    # A library that panics over a damaged file says so at length on standard error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        outcomes = fuzz(count, seed, folder, own)
    finally:
        os.dup2(own, 2)
    told = ", ".join(f"{number:,} {what}" for what, number in sorted(outcomes.items()))
    readers = len(TARGETS) + len(COLUMNAR)
    sys.stdout.write(
        f"{count:,} inputs, seed {seed}, {readers} readers: {told}; no crash, no hang\n"
    )
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
