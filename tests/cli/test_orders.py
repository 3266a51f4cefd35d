"""Files of orders, as shops export them: read right, or not at all."""

from __future__ import annotations

import html
import json
import re
import shlex

ORDERS = "order_id;product\n" + "1;tea\n1;rum\n2;tea\n\n2;rum\n3;tea, green\n3;tea\n4;tea\n" * 3


FLAGS = ["--id", "order_id", "--item", "product", "--separator", ";"]


def test_the_command_of_a_report_reads_the_release(shoal, tmp_path):
    (tmp_path / "orders.csv").write_text(ORDERS)
    run = ["anonymize", "orders.csv", "-k", "2", *FLAGS, "-o", "a release.csv"]
    assert shoal(*run, "--report", "r.html").returncode == 0
    page = html.unescape((tmp_path / "r.html").read_text())
    (command,) = re.findall(r"shoal (verify [^<]*)", page)
    assert "--id order_id --item product --separator ';'" in command
    assert shoal(*shlex.split(command)).returncode == 0


EXPORT = "Order ID;Customer;Product;Price\n" + "".join(
    f"{order};C{order // 4};{item};1,50\n" for order in range(40) for item in ("tea", "rum")
)


def test_an_export_of_orders(shoal, tmp_path):
    (tmp_path / "export.csv").write_text("\ufeff" + EXPORT.replace("\n", "\r\n"))
    refused = shoal("anonymize", "export.csv", "-k", "2", "-o", "release.csv")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "say --separator ';'" in refused.stderr
    refused = shoal("anonymize", "export.csv", "-k", "2", "-o", "release.csv", "--separator", ";")
    assert "export.csv, line 1: looks like the header of a table of 4 columns" in refused.stderr
    assert "C1" not in refused.stderr
    said = shoal("inspect", "export.csv").stdout
    command = said.partition("Next:")[2].replace("\\\n", " ")
    assert "--id Customer --item Product" in command
    done = shoal(*shlex.split(command)[1:])
    assert done.returncode == 0
    assert re.search(r"\n  rows +10 in 1 group\n", done.stdout)


def test_orders_are_not_persons(shoal, tmp_path):
    (tmp_path / "export.csv").write_text(EXPORT)
    run = ["anonymize", "export.csv", "-k", "2", "--item", "Product", "-o", "release.csv"]
    run += ["--separator", ";"]
    warned = shoal(*run, "--id", "Order ID", "--json")
    told = "column 'Customer' has 10 values in 40 baskets: k counts baskets, not persons"
    assert told in warned.stderr
    assert any(told in one for one in json.loads(warned.stdout)["warnings"])
    assert "columns left out of the release: Customer, Price" in warned.stderr
    run_file = json.loads((tmp_path / "release.csv.run.json").read_text())
    assert any(told in one for one in run_file["release"]["warnings"])
    assert "persons" not in shoal(*run, "--id", "Customer").stderr
