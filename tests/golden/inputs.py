"""The inputs of the golden cases: generated, and written without any of Shoal's writers."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import polars as pl
import zstandard

from shoal import datasets

from ..quest import quest
from ..ratings import ratings
from .trees import HIERARCHIES, item_taxonomy

Rows = list[list[str]]

#: Sensitive items of the generated purchases, and of the file that has names.
SECRET = ("11", "42")
SECRET_NAMES = ("item 11", "item, 42")


def write_inputs(folder: Path) -> None:
    """Write every generated input into ``folder``."""
    _write_baskets(folder)
    _write_formats(folder)
    _write_rules(folder)
    _write_tables(folder)
    _write_hierarchies(folder)


def _rows(generated: Iterable[Sequence[object]]) -> Rows:
    return [[str(item) for item in row] for row in generated]


def _clicks(rows: int = 4000) -> Rows:
    return _rows(datasets.clicks(rows=rows, items=200, longest=80, seed=1))


def _pos() -> Rows:
    return _rows(datasets.generate_pos(rows=1600, items=100, mean=4, longest=30, seed=2))


def _named() -> Rows:
    return [sorted(_name(item) for item in row) for row in _pos()]


def _name(item: str) -> str:
    """Return a name with a blank in it; one has a comma too, and one quotes."""
    return {"42": "item, 42", "7": 'item "7"'}.get(item, f"item {item}")


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _cell(text: str, separator: str) -> str:
    quoted = any(mark in text for mark in (separator, '"')) or text != text.strip()
    return '"' + text.replace('"', '""') + '"' if quoted else text


def _csv(rows: Iterable[Sequence[str]], separator: str = ",") -> str:
    return _text(separator.join(_cell(cell, separator) for cell in row) for row in rows)


def _dat(rows: Rows) -> str:
    return _text(" ".join(row) for row in rows)


def _write_baskets(folder: Path) -> None:
    baskets = quest(transactions=1500, length=6, items=100, patterns=50, seed=3)
    films = ratings(rows=1000, items=100, mean_length=8, longest=60, tastes=6, seed=4)
    repeats = [row + row[:1] for row in _clicks(300)]
    content = {
        "clicks": _clicks(),
        "pos": _pos(),
        "quest": _rows(baskets),
        "ratings": _rows(films),
        "repeats": repeats,
        "gaps": [row if number % 6 else [] for number, row in enumerate(_clicks(300))],
        "few": _clicks(8),
        "codes": [[item.zfill(3) for item in row] for row in _clicks(300)],
    }
    for name, rows in content.items():
        (folder / f"{name}.dat").write_text(_dat(rows))
    (folder / "clicks-items.csv").write_text(_csv(item_taxonomy(range(200)), ";"))
    (folder / "pos-items.csv").write_text(_csv(item_taxonomy(range(100)), ";"))
    (folder / "flat-items.csv").write_text(_csv([(str(n), "*") for n in range(200)], ";"))
    scattered = [(str(n), f"mixed_{n % 50}", "*") for n in range(200)]
    (folder / "mixed-items.csv").write_text(_csv(scattered, ";"))
    names = [(_name(line[0]), *line[1:]) for line in item_taxonomy(range(100))]
    (folder / "named-items.csv").write_text(_csv(names, ";"))
    (folder / "some-items.csv").write_text(_csv(item_taxonomy(range(20)), ";"))


def _write_formats(folder: Path) -> None:
    rows, named = _clicks(500), _named()[:500]
    (folder / "same.csv").write_text(_csv(rows))
    (folder / "same.tsv").write_text(_csv(rows, "\t"))
    (folder / "bars.csv").write_text(_csv(rows, "|"))
    (folder / "named.csv").write_text(_csv(named))
    (folder / "same.spmf").write_text(_dat(rows))
    (folder / "windows.dat").write_bytes(_dat(rows).replace("\n", "\r\n").encode())
    (folder / "same.dat.gz").write_bytes(gzip.compress(_dat(rows).encode(), mtime=0))
    zst = zstandard.ZstdCompressor().compress(_dat(rows).encode())
    (folder / "same.dat.zst").write_bytes(zst)
    names = sorted({item for row in named for item in row})
    number = {item: str(place) for place, item in enumerate(names, 1)}
    (folder / "named.spmf").write_text(
        _text(["@CONVERTED_FROM_TEXT", *(f"@ITEM={number[n]}={n}" for n in names)])
        + _dat([[number[item] for item in row] for row in named])
    )
    (folder / "sequences.spmf").write_text(
        _text("".join(f"{item} -1 " for item in row) + "-2" for row in rows)
    )
    frame = pl.DataFrame({"bought": [[int(item) for item in row] for row in rows]})
    frame.write_parquet(folder / "same.parquet")
    frame.write_ipc(folder / "same.arrow")
    pl.DataFrame({"bought": named, "other": named[::-1]}).write_parquet(folder / "two.parquet")
    _write_long(folder, named)


def _write_long(folder: Path, named: Rows) -> None:
    pairs = [(str(9000 - n), item) for n, row in enumerate(named) for item in row]
    (folder / "long.csv").write_text(_csv([("order_id", "product"), *pairs]))
    table = [(order, "shop", item) for order, item in pairs]
    (folder / "sold.tsv").write_text(_csv([("till", "place", "what"), *table], "\t"))
    columns = {"order_id": [int(order) for order, _ in pairs], "product": [i for _, i in pairs]}
    pl.DataFrame(columns).write_parquet(folder / "long.parquet")


def _write_rules(folder: Path) -> None:
    """Write rules from single items and pairs to sensitive items, and what goes with them."""
    rows = _pos()
    public = [[item for item in row if item not in SECRET] for row in rows]
    singles = sorted({item for row in public for item in row}, key=int)
    pairs = sorted({pair for row in public for pair in combinations(row, 2)})[::40]
    (folder / "single.txt").write_text(_text(f"{p} -> {s}" for p in singles for s in SECRET))
    (folder / "pairs.txt").write_text(
        _text(["# of two items", *(f"{a} {b} -> {SECRET[0]}" for a, b in pairs)])
    )
    (folder / "both.txt").write_text(_text(f"{p} -> {' '.join(SECRET)}" for p in singles[:30]))
    names = sorted({item for row in _named()[:500] for item in row} - set(SECRET_NAMES))
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    (folder / "names.txt").write_text(
        _text(f'{name} -> "{secret}"' for name in quoted for secret in SECRET_NAMES)
    )
    (folder / "weights.csv").write_text(_csv([("item", "weight"), ("3", "4"), ("5", "0.5")]))
    (folder / "queries.txt").write_text(_text(f"{p} {SECRET[0]}" for p in singles[:25]))


def _write_tables(folder: Path) -> None:
    people = datasets.census(rows=1200, seed=5)
    for name, frame in _tables(people).items():
        (folder / f"{name}.csv").write_text(_table_text(frame))
    (folder / "people.tsv").write_text(_table_text(people, "\t"))
    (folder / "semicolons.csv").write_text(_table_text(people, ";"))
    (folder / "marks.csv").write_text(_table_text(people, gap="?"))
    (folder / "people.csv.gz").write_bytes(gzip.compress(_table_text(people).encode(), mtime=0))
    people.write_parquet(folder / "people.parquet")
    people.write_ipc(folder / "people.arrow")
    _with_dates(people).write_parquet(folder / "dates.parquet")


def _tables(people: pl.DataFrame) -> dict[str, pl.DataFrame]:
    dates = _with_dates(people).with_columns(pl.col("born").dt.to_string())
    visits = people.with_columns(patient=pl.int_range(pl.len()) // 3 * 7 % 200)
    wages = people.with_columns(wage=pl.col("id") % 97 * 12.5, code=pl.col("age") % 7)
    return {
        "people": people,
        "tiny": people.head(14),
        "dates": dates,
        "visits": visits,
        "wages": wages,
        "equal": people.select("sex", "marital_status", "disease"),
    }


def _with_dates(people: pl.DataFrame) -> pl.DataFrame:
    born = pl.date(2020 - pl.col("age"), 1 + pl.col("id") % 12, 1 + pl.col("id") % 28)
    return people.with_columns(born=born)


def _table_text(frame: pl.DataFrame, separator: str = ",", gap: str = "") -> str:
    cells = [[gap if cell is None else str(cell) for cell in row] for row in frame.iter_rows()]
    return _csv([frame.columns, *cells], separator)


def _write_hierarchies(folder: Path) -> None:
    (folder / "hierarchies").mkdir()
    for name, lines in HIERARCHIES.items():
        (folder / "hierarchies" / f"{name}.csv").write_text(_csv(lines(), ";"))


def text_inputs(folder: Path) -> Iterator[Path]:
    """Yield the inputs whose bytes no library but Shoal's generators decides on."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in {".gz", ".zst", ".parquet", ".arrow"}:
            yield path
