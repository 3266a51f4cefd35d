"""The command: one sentence, an exit status, and never a cell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shoal_verify.cli import main

from .test_refusals import COLUMNS, PACKED

SECRET = "Ann Smith of Boston"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("release.dat").write_text("a b\na b\nc\nc\nc\n")
    Path("people.csv").write_text("age,town,ill\n1-2,*,x\n1-2,*,y\n")
    Path("odd.csv").write_text('age,"town, county",ill\n1-2,*,x\n1-2,*,y\n')
    Path("rules.txt").write_text("a -> b\n")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("release.dat -k 2", 0, "release.dat: k=2 holds: 5 rows in 2 groups, the smallest of 2"),
        ("release.dat -k 3", 1, "release.dat: k=3 does not hold: 5 rows in 2 groups, the smalle"),
        ("release.dat --model k=2", 0, "k=2 holds"),
        ("release.dat --model km=2,2", 0, "the rarest combination is in 2"),
        ("release.dat --model rules=rules.txt,k=2,c=1", 0, "1 rule,"),
        ("release.dat --rules rules.txt -k 2 -c 1", 0, "holds"),
        ("release.dat --rules rules.txt -k 2 -c 0.9", 1, "1 too certain"),
        ("people.csv -k 2 --qi age,town --sensitive ill", 0, "2 rows in 1 group"),
        ("people.csv -k 2 --qi age,ill --sensitive town", 1, "does not hold"),
        ('odd.csv -k 2 --qi age,"town, county" --sensitive ill', 0, "holds"),
        ("people.csv -k 2 --qi age,town", 2, "not judged: 1 column not judged"),
        ("nowhere.dat -k 2", 2, "not judged: there is no such file"),
        ("release.dat -k 1", 2, "the model must be written as k=10"),
        ("release.dat --model z=2", 2, "the model must be k=10 or"),
        ("release.dat --model rules=nowhere.txt,k=2,c=1", 2, "not judged"),
    ],
)
def test_answers(words: str, status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        word.replace("_", " ") for word in words.replace("town, county", "town,_county").split()
    ]
    assert main(arguments) == status
    printed = capsys.readouterr()
    line = printed.err if status == 2 else printed.out
    assert said in line
    assert line.count("\n") == 1
    assert not (printed.out if status == 2 else printed.err)


@pytest.mark.parametrize("flag", ["-k 10 -k 3", "-k 2 --qi age --qi sex", "-k 2 --id a --id b"])
def test_a_flag_is_given_once(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["release.dat", *flag.split()])
    assert end.value.code == 2
    assert f"{flag.split()[-2]} is given twice" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "release.dat",
        "-k 2",
        "release.dat -k 2 --model k=2",
        "release.dat -k 2 --rules rules.txt",
        "release.dat -k 2 -c 0.5",
        "release.dat -k 2 --magic",
        "release.dat -k 2 --format xml",
        "release.dat --rules rules.txt -c 1",
        "release.dat --model k=2 --rules rules.txt -c 1",
    ],
)
def test_wrong_calls(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words.split())
    assert stopped.value.code == 2
    assert capsys.readouterr().err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release.dat", "-k", "3", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "schema": "shoal-verify/1",
        "file": "release.dat",
        "model": "k=3",
        "holds": False,
        "sentence": "k=3 does not hold: 5 rows in 2 groups, the smallest of 2",
        "rows": 5,
        "groups": 2,
        "smallest_group": 2,
        "rows_at_fault": 2,
    }
    assert main(["people.csv", "-k", "3", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["holds"] is None


@pytest.mark.parametrize(
    "text",
    [
        f"{SECRET}\n",
        f"{SECRET},x\n{SECRET},x\n",
        f'"{SECRET}\n',
        f'{SECRET}"\n',
        f"{SECRET}\r\nx\r\n",
        f"id,item\n{SECRET},a\n",
        f"age,ill\n{SECRET},x\n{SECRET}\n",
        f"age,{SECRET},ill\n1,2,3\n1,2,3\n",
        f"age,ill,{SECRET},{SECRET}\n1,2,3,4\n",
    ],
)
@pytest.mark.parametrize("name", ["planted.csv", "planted.dat", "planted.spmf", "planted.parquet"])
@pytest.mark.parametrize(
    "more", [[], ["--qi", "age", "--sensitive", "ill"], ["--rules", "rules.txt", "-c", "0"]]
)
def test_no_answer_holds_a_cell(
    text: str, name: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(text)
    for json_too in ([], ["--json"]):
        main([name, "-k", "2", *more, *json_too])
        printed = "".join(capsys.readouterr())
        assert printed
        assert "Ann" not in printed


@pytest.mark.parametrize("what", [*COLUMNS, *PACKED])
def test_no_answer_holds_what_is_hidden(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    suffix, write, _ = COLUMNS.get(what) or ("dat", PACKED.get(what), "")
    Path(f"planted.{suffix}").write_bytes(write())
    assert main([f"planted.{suffix}", "-k", "2", "--qi", "age", "--sensitive", "ill"]) == 2
    assert "Ann" not in "".join(capsys.readouterr())
