"""Where a row is no person, or no basket is one, the answer says so and what to do."""

from __future__ import annotations

import polars as pl
import pytest

import shoal


def inspected(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    return shoal.inspect(tmp_path / name)


def told(found, words) -> bool:
    return any(words in note for note in found.notes)


def test_lists_of_customers(tmp_path):
    path = tmp_path / "orders.parquet"
    frame = {"customer_id": [row % 12 for row in range(40)], "items": [["tea", "rum"]] * 40}
    pl.DataFrame(frame).write_parquet(path)
    found = shoal.inspect(path)
    assert told(found, "'customer_id' has 12 values in 40 rows: k counts rows, not persons")
    assert told(found, "only 'items' is read as baskets; left out: 'customer_id'")
    assert found.arguments[2:8] == ("-k", "10", "--id", "customer_id", "--item", "items")
    assert shoal.inspect(path, id="customer_id", item="items").rows == 12
    assert shoal.inspect(path, column="items").arguments == found.arguments


@pytest.mark.parametrize(
    ("header", "event"),
    [("order_id", "order"), ("InvoiceNo", "invoice"), ("TID", "transaction"), ("visit", "visit")],
)
def test_baskets_of_orders(tmp_path, header, event):
    path = tmp_path / "orders.csv"
    path.write_text(f"{header},product\n" + "1,tea\n1,rum\n2,tea\n" * 5)
    found = shoal.inspect(path, id=header, item="product")
    assert told(found, f"k is promised of {event}s, not of persons")


def test_baskets_of_customers(tmp_path):
    found = inspected(tmp_path, "orders.csv", "customer_id,product\n" + "1,tea\n1,rum\n2,tea\n")
    assert found.kind == "baskets"
    assert not told(found, "k is promised")


def test_public_baskets_are_read_without_a_note(public_data):
    for path in public_data.glob("*.dat.gz"):
        assert shoal.read(path).notes == ()


LONG = "order_id,customer_id,product,qty\n" + "".join(
    f"{row // 2},{row // 8},{('tea', 'rum')[row % 2]},1\n" for row in range(160)
)


def test_a_long_file_with_more_columns(tmp_path):
    found = inspected(tmp_path, "orders.csv", LONG)
    assert found.kind == "table"
    assert found.reason.endswith("it looks like a long file, each row one item of a basket")
    assert found.arguments[:2] == ("anonymize", str(tmp_path / "orders.csv"))
    assert found.arguments[4:8] == ("--id", "customer_id", "--item", "product")
    assert "repeats" in found.notes[0]


def test_persons_count_where_some_are_missing(tmp_path):
    found = inspected(tmp_path, "orders.csv", LONG.replace(",1,tea", ",,tea"))
    assert told(found, "fill or drop 4 rows without 'customer_id', and say --id customer_id --item")
    assert found.command is None, "orders are no persons"


def test_a_web_log_is_one_of_pages(tmp_path):
    rows = "".join(f"u{row % 30},2024-11-{row % 28 + 1:02},/p{row % 7}\n" for row in range(200))
    found = inspected(tmp_path, "log.csv", "user_id,timestamp,path\n" + rows)
    assert found.arguments[4:8] == ("--id", "user_id", "--item", "path")


def test_what_the_command_leaves_out_is_told(tmp_path):
    rows = "".join(f"{20 + row % 9},{'abc'[row % 3]},{'xyz'[row % 3]},1\n" for row in range(40))
    found = inspected(tmp_path, "people.csv", "age,city,town,same\n" + rows)
    assert found.arguments[found.arguments.index("--qi") + 1] == "age,city"
    assert told(found, "leaves out town (it says the same as 'city')")
    assert told(found, "leaves out same (it holds one value")


def test_identifiers_that_the_command_leaves_out_are_told(tmp_path):
    rows = "".join(
        f"{row % 30},M{row % 15},p{row}@x.org,{20 + row % 9},{'mf'[row % 2]}\n" for row in range(60)
    )
    found = inspected(tmp_path, "people.csv", "patient_id,member no,mail,age,sex\n" + rows)
    assert found.arguments[found.arguments.index("--person") + 1] == "patient_id"
    assert told(found, "the command leaves out member no, mail (identifier)")


def loans(person: str, item: str = "title") -> str:
    titles = ("Emma", "Kim", "Dune", "Ulysses")
    rows = (f"{row},M{row // 5},{titles[row % 4]},2025-01-{row % 9 + 1:02}\n" for row in range(90))
    return f"loan_id,{person},{item},date\n" + "".join(rows)


@pytest.mark.parametrize("person", ["member", "member_no", "patron", "Reader ID"])
@pytest.mark.parametrize("item", ["title", "isbn", "film", "book_id"])
def test_loans_with_more_columns(tmp_path, person, item):
    found = inspected(tmp_path, "loans.csv", loans(person, item))
    assert found.arguments[4:8] == ("--id", person, "--item", item)


def test_a_title_that_persons_keep_is_no_item(tmp_path):
    rows = "".join(f"M{row // 5},{'DM'[row // 5 % 2]}r,{20 + row % 9}\n" for row in range(90))
    found = inspected(tmp_path, "people.csv", "member,title,age\n" + rows)
    assert "--item" not in found.arguments
    assert found.arguments[found.arguments.index("--person") + 1] == "member"


def test_answers_under_a_word_for_persons_name_nobody(tmp_path):
    rows = "".join(f"{('new', 'known')[row % 2]},{'abc'[row % 3]},{row % 9}\n" for row in range(90))
    found = inspected(tmp_path, "visits.csv", "visitor,page,age\n" + rows)
    assert "--item" not in found.arguments
    assert "--person" not in found.arguments
