"""One rule tells columns of ids and items, whatever the format and whoever asks."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.data.item_names import heads_items, names_items
from shoal.data.person_names import are_codes, calls_persons, numbers_persons
from shoal.errors import FormatError

TITLES = ["Emma", "Kim", "Dune", "Ulysses", "Emma"]


def loans(id: str, item: str = "title") -> pl.DataFrame:
    rows = range(60)
    return pl.DataFrame({id: [f"M{row // 3}" for row in rows], item: (TITLES * 12)[:60]})


@pytest.fixture(params=["loans.csv", "loans.parquet", "loans.arrow"])
def written(request, tmp_path):
    def write(frame: pl.DataFrame):
        path = tmp_path / request.param
        way = {".csv": frame.write_csv, ".arrow": frame.write_ipc}
        way.get(path.suffix, frame.write_parquet)(path)
        return path

    return write


@pytest.mark.parametrize(
    "id", ["member", "member_no", "memberId", "Patron", "reader nr", "guest_id", "loan_id", "user"]
)
@pytest.mark.parametrize("item", ["title", "book_id", "what"])
@pytest.mark.parametrize("turned", [False, True])
def test_loans_are_baskets_everywhere(written, id, item, turned):
    frame = loans(id, item)
    path = written(frame.select(item, id) if turned else frame)
    data = shoal.read(path)
    assert (len(data), data.column) == (20, item)
    found = shoal.inspect(path)
    assert (found.kind, found.rows) == ("baskets", 20)
    assert found.arguments[4:8] == ("--id", id, "--item", item)


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"visitor": ["new", "known"] * 30, "town": TITLES * 12}),
        pl.DataFrame({"subscriber": [0, 1] * 30, "town": TITLES * 12}),
        pl.DataFrame({"guests": [f"{row // 3}" for row in range(60)], "town": TITLES * 12}),
        pl.DataFrame({"member": [f"M{row}" for row in range(60)], "town": TITLES * 12}),
    ],
    ids=["answers", "flags", "counts", "no repeats"],
)
def test_other_columns_are_no_ids(written, frame):
    path = written(frame)
    with pytest.raises(FormatError):
        shoal.read(path)
    assert shoal.inspect(path).kind == "table"


def test_a_release_in_the_long_format_is_verified_as_it_stands(written):
    path = written(loans("member_no"))
    release = shoal.anonymize(shoal.read(path), "k=2")
    out = path.with_stem("release")
    shoal.write(release.data, out, id="member_no", item="title")
    assert shoal.read(out) == shoal.read(out, id="member_no", item="title")


def test_persons_beside_lists_need_codes():
    lists = {"items": [["tea"]] * 60}
    (note,) = shoal.read(pl.DataFrame({"member": loans("member")["member"], **lists})).notes
    assert note.startswith("member has 20 values in 60 rows: rows are not persons")
    words = pl.DataFrame({"visitor": ["new", "known"] * 30, **lists})
    assert shoal.read(words).notes == ()


def test_words():
    assert all(map(names_items, ["ISBN", "movie_title", "page url", "Courses", "productId"]))
    assert not any(map(names_items, ["age", "no_show", "job_title", "entitled"]))
    assert all(map(heads_items, ["titles", "Products", "item", "songs"]))
    assert not any(map(heads_items, ["song", "tea", "items bought", "bus"]))
    assert all(map(calls_persons, ["member", "Borrower", "passenger"]))
    assert not any(map(calls_persons, ["member_no", "members", "membership"]))
    assert not numbers_persons("customer_zip_code")
    assert are_codes(range(60), 100_000)
    assert not are_codes(range(10), 200)
