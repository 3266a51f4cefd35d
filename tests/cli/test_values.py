"""No message, log or traceback holds a value of the data, unless it is asked for."""

import contextlib
import os
from unittest import mock

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.conftest import run

from shoal.cli.failures import report

#: What is planted: no number, and part of no word.
MARK = "Zqx7"

HEADERLESS = "Ann Smith,Boston,hiv,F\nBob Jones,Paris,flu,M\nCy Young,Rome,flu,M\n"


def marks(text):
    """A mark where the file has one: whole, in quotes, or with something odd about it."""
    return st.sampled_from([text, f" {text}", f"{text} {text}", f"{text}-1", f"2024-13-{text}"])


@st.composite
def folders(draw):
    """Files of every kind in which a mark stands in one place, or in several."""
    at = draw(st.sets(st.sampled_from(PLACES), min_size=1, max_size=3))
    mark = draw(marks(MARK))

    def here(place, usual):
        return mark if place in at else usual

    def one(place, usual):
        return here(place, usual).replace(" ", "_")

    cell, item = here("cell", "31"), here("item", "tea")
    header = here("header", "age")
    tables = [f"{header},sex,{here('header', 'ill')}"]
    tables += [f"{age},{sex},flu" for age, sex in [(cell, "m"), ("31", "m"), ("35", "f")] * 2]
    if "short row" in at:
        tables.append(mark)
    if "long row" in at:
        tables.append(f"{mark},{mark},{mark},{mark}")
    if "quote" in at:
        tables.append(f'x"{mark},m,flu')
    return {
        "people.csv": "\n".join(tables) + "\n",
        "headerless.csv": f"{mark},{mark},hiv\n{mark},Paris,flu\n",
        "twice.csv": f"{mark},{mark}\n1,2\n",
        "long.csv": f"{here('header', 'id')},{here('header', 'item')},x\n"
        f"{here('id', '1')},{item},y\n"
        f"{here('id', '')},gin,z\n",
        "baskets.dat": f"{one('item', 'tea')} gin rum\n" + "tea gin\nrum gin\n" * 3,
        "baskets.csv": f"{item},gin\n" + "tea,gin\nrum,gin\n" * 3,
        "bad.spmf": f"@CONVERTED_FROM_TEXT\n@ITEM=1={mark}\n@ITEM={here('item', '2')}={mark}\n1 2\n"
        f"{here('cell', '1')}\n",
        "trees/age.csv": f"31;{here('label', '30-39')};*\n{here('value', '35')};30-39;*\n",
        "trees/sex.csv": f"m;{here('label', 'any')};*\nm;{here('label', 'other')};*\nf;any;*\n",
        "rules.txt": f"{one('rule', 'tea')} -> {one('rule', 'rum')}\n"
        f"gin -> {one('secret', 'rum')}\n",
        "weights.csv": f"gin,{here('weight', '2')}\n{here('weighted', 'tea')},1\n"
        f"{here('weighted', 'tea')},3\n",
        "queries.txt": f"{one('query', 'gin')}\n",
        "secret.txt": f"{here('secret', 'rum')}\n",
        "map.csv": f"item,published\n{here('mapped', 'tea')},{here('mapped', 'tea')}\n"
        f'{here("mapped", "gin")},"{{a,b}}"\n',
    }


PLACES = [
    *("cell", "item", "header", "id", "short row", "long row", "quote", "label", "value", "rule"),
    *("secret", "weight", "weighted", "query", "mapped"),
]

RULES = "rules=rules.txt,k=2,c=0.5"
CALLS = [
    "anonymize people.csv -k 2 --qi age,sex -o out.csv --report out.html",
    "anonymize people.csv -k 2 --qi age,sex --sensitive ill -o out.csv --json",
    "anonymize people.csv -k 2 --qi age,sex --hierarchies trees -o out.csv",
    "anonymize people.csv -k 2 --qi age --numeric age -o out.csv",
    "anonymize people.csv -k 2 --qi sex --person age -o out.parquet",
    "anonymize headerless.csv -k 2 --qi age -o out.csv",
    "anonymize twice.csv -k 2 --qi age -o out.csv",
    "anonymize long.csv -k 2 --id id --item item -o out.csv",
    "anonymize long.csv -k 2 --format long -o out.csv",
    "anonymize baskets.dat -k 2 -o out.dat --report out.html",
    "anonymize baskets.csv -k 2 -o out.csv",
    "anonymize baskets.dat --model km=2,2 --taxonomy trees/age.csv -o out.dat",
    f"anonymize baskets.dat --model {RULES} -o out.dat --report out.html",
    f"anonymize baskets.dat --model {RULES} --weights weights.csv -o out.dat",
    f"anonymize baskets.dat --model {RULES} --queries queries.txt -o out.dat",
    f"anonymize baskets.dat --model {RULES} --sensitive @secret.txt -o out.dat",
    "anonymize bad.spmf -k 2 -o out.spmf",
    "verify people.csv -k 2 --qi age,sex",
    "verify people.csv -k 2 --qi town --json",
    "verify headerless.csv -k 2 --qi age",
    "verify baskets.dat -k 2 --json",
    f"verify baskets.dat --model {RULES} --mapping map.csv",
    f"verify baskets.dat --model {RULES}",
    "measure people.csv people.csv --qi age,sex",
    "measure people.csv headerless.csv --qi age,sex",
    "measure baskets.dat baskets.csv",
    "inspect bad.spmf",
    "inspect twice.csv",
    "inspect people.csv --format parquet",
    "mine people.csv --min-support 2 -o out.csv",
    "mine bad.spmf --min-support 2 -o out.csv",
    "hierarchy check trees/age.csv --data people.csv --column age",
    "hierarchy check trees/age.csv --data headerless.csv --column age",
    "hierarchy check trees/sex.csv --json",
    "hierarchy build people.csv --column age --intervals 5,10 -o out.csv",
    "hierarchy build headerless.csv --column age --dates -o out.csv",
    "rules check baskets.dat rules.txt -k 2 -c 0.5",
    "rules check baskets.dat rules.txt --sensitive @secret.txt",
    "rules generate baskets.dat --sensitive @secret.txt -o out.txt",
]


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=folders())
@pytest.mark.parametrize("call", CALLS)
def test_hole_6_no_command_prints_or_logs_a_value(call, files, tmp_path_factory):
    folder = tmp_path_factory.mktemp("values")
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    with contextlib.chdir(folder), mock.patch.dict(os.environ, {"SHOAL_DEBUG": "1"}):
        done = run(*call.split())
    assert MARK not in done.stdout
    assert MARK not in done.stderr
    for path in folder.iterdir():
        if path.name.endswith((".run.json", ".html")):
            assert MARK not in path.read_text()


def test_hole_6_a_missing_header_is_not_quoted(shoal, tmp_path):
    (tmp_path / "in.csv").write_text(HEADERLESS)
    call = ("anonymize", "in.csv", "-k", 2, "--qi", "age", "-o", "out.csv")
    told = shoal(*call).stderr
    assert "in.csv, line 1: there is no column 'age': there are 4 others (named with" in told
    assert "Smith" not in told
    assert "there are 'Ann Smith', 'Boston', 'hiv', 'F'" in shoal(*call, "--show-values").stderr


def test_a_slip_in_the_name_of_a_column_is_pointed_out(shoal, tmp_path):
    (tmp_path / "in.csv").write_text("salary,city\n1,Oslo\n2,Rome\n")
    told = shoal("anonymize", "in.csv", "-k", 2, "--qi", "salery", "-o", "out.csv").stderr
    assert "no column 'salery': did you mean 'salary'? there are 2 others (named with" in told


def test_hole_6_values_that_a_hierarchy_lacks_are_not_quoted(shoal, tmp_path):
    (tmp_path / "in.csv").write_text("city\nOslo\nRome\n")
    (tmp_path / "city.csv").write_text("Oslo;*\n")
    call = ("anonymize", "in.csv", "-k", 2, "--qi", "city", "--hierarchies", "city.csv")
    told = shoal(*call, "-o", "out.csv").stderr
    assert (
        "in.csv, line 3: column 'city': 1 value is missing from the hierarchy (named with" in told
    )
    assert "Rome" not in told
    assert "hierarchy: 'Rome'" in shoal(*call, "-o", "out.csv", "--show-values").stderr


def fail():
    try:
        pl.Series([MARK]).cast(pl.Int64)
    except pl.exceptions.PolarsError as error:
        raise KeyError(MARK) from error


def test_a_traceback_holds_no_message_of_other_libraries(capsys):
    with pytest.raises(KeyError) as caught:
        fail()
    with mock.patch.dict(os.environ, {"SHOAL_DEBUG": "1"}):
        assert report(caught.value) == 1
    told = capsys.readouterr().err
    assert "InvalidOperationError" in told
    assert "KeyError" in told
    assert "pl.Series([MARK]).cast(pl.Int64)" in told
    assert MARK not in told


@pytest.mark.parametrize(
    "command", ["inspect", "anonymize", "verify", "measure", "mine", "run", "hierarchy check"]
)
def test_every_command_that_reads_has_the_flag(command, shoal):
    assert "--show-values" in shoal(*command.split(), "--help").stdout


def test_a_command_that_prints_a_text_for_programs_does_not(shoal):
    assert "--show-values" not in shoal("recipe", "schema", "--help").stdout
