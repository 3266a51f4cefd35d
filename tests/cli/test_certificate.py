"""``--certificate-file`` and ``shoal certificate check``."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from shoal.certificate.check import seal

from .conftest import Shoal, ask

BASKETS = "tea rum\ntea rum gin ice\ngin ice\nale\ntea rum\nale\n"
PEOPLE = [f"{age},{'fm'[age % 2]},p{age // 2}" for age in range(20, 50)]
TABLE = "--qi age,sex --hierarchies age.csv --recoding hierarchy --max-level age=1 --weights age=2"


def anonymize(shoal: Shoal, folder: Path, call: str) -> str:
    """Publish one of two originals; return what was printed."""
    (folder / "baskets.dat").write_text(BASKETS)
    (folder / "people.csv").write_text("\n".join(["age,sex,who", *PEOPLE, ""]))
    paths = (f"{age};{age // 5 * 5}s;{age // 10 * 10}s;*\n" for age in range(20, 50))
    (folder / "age.csv").write_text("".join(paths))
    done = shoal("anonymize", *call.split(), "-o", f"release{Path(call.split()[0]).suffix}")
    assert done.returncode == 0, done.stderr
    return done.stdout


def forge(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a proof and seal it again."""
    proof = json.loads(zstandard.decompress(path.read_bytes(), max_output_size=10**7))
    change(proof)
    proof["sha256"] = seal(proof)
    path.write_bytes(zstandard.compress(json.dumps(proof).encode()))


CALLS = {
    "baskets": ("baskets.dat", "baskets.dat -k 2"),
    "people": ("people.csv", f"people.csv -k 3 {TABLE}"),
}


@pytest.mark.parametrize("kind", ["quick", "tight"])
@pytest.mark.parametrize("name", CALLS)
def test_a_proof_is_private_and_holds(shoal: Shoal, tmp_path: Path, name: str, kind: str) -> None:
    source, call = CALLS[name]
    anonymize(shoal, tmp_path, f"{call} --certificate {kind} --certificate-file p.json.zst")
    assert stat.S_IMODE((tmp_path / "p.json.zst").stat().st_mode) == 0o600
    done = shoal("certificate", "check", source, "p.json.zst", "--json")
    assert done.returncode == 0, done.stdout
    found = json.loads(done.stdout)
    run = json.loads(next(tmp_path.glob("release*.run.json")).read_text())["release"]
    assert found["ok"] is True
    assert found["bound"] == pytest.approx(run["certificate"]["bound"], rel=1e-12)
    assert found["scope"] == run["certificate"]["scope"]
    assert "the proof holds" in shoal("certificate", "check", source, "p.json.zst").stdout


def _raise_bound(proof: dict[str, Any]) -> None:
    bound = proof["bound"]
    if "kept_at_most" in bound:
        bound["kept_at_most"] -= 1
    else:
        bound["cost_at_least"] += 1


FORGERIES: dict[str, tuple[str, Callable[[dict[str, Any]], object], str]] = {
    "bound": ("baskets", _raise_bound, "but its multipliers prove"),
    "bound of a table": ("people", _raise_bound, "but its multipliers prove"),
    "multipliers": (
        "people",
        lambda p: p["multipliers"].__setitem__(0, p["multipliers"][0] + 4_000_000),
        "but its multipliers prove",
    ),
    "fewer multipliers": ("baskets", lambda p: p["multipliers"].pop(), "one multiplier for each"),
    "floats": (
        "baskets",
        lambda p: p["multipliers"].__setitem__(0, float(p["multipliers"][0])),
        "not whole",
    ),
    "k": ("people", lambda p: p["scope"].update(k=2), "but its multipliers prove"),
    "levels": (
        "people",
        lambda p: p["scope"]["columns"][0].update(max_level=None),
        "but its multipliers prove",
    ),
    "date": (
        "people",
        lambda p: p["scope"]["columns"][1].update(type="date"),
        "not that of its column",
    ),
    "weight": (
        "people",
        lambda p: p["scope"]["columns"][0].update(weight=[-2, 1]),
        "a weight in it is out of range",
    ),
    "huge multipliers": (
        "baskets",
        lambda p: p["multipliers"].__setitem__(0, 2**63),
        "a number in it is out of range",
    ),
    "form": ("people", lambda p: p.pop("bound"), "not the form of a proof"),
    "column": (
        "people",
        lambda p: p["scope"]["columns"][0].update(name="AGE"),
        "about other data",
    ),
    "type": (
        "people",
        lambda p: p["scope"]["columns"][1].update(type="numeric"),
        "not that of its column",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_proof_is_refused(shoal: Shoal, tmp_path: Path, what: str) -> None:
    name, change, reason = FORGERIES[what]
    source, call = CALLS[name]
    anonymize(shoal, tmp_path, f"{call} --certificate tight --certificate-file p.json.zst")
    forge(tmp_path / "p.json.zst", change)
    done = shoal("certificate", "check", source, "p.json.zst", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["ok"] is False
    assert reason in found["reason"]
    assert found["bound"] is None
    shown = shoal("certificate", "check", source, "p.json.zst").stdout
    assert "the proof is REFUSED" in shown


def test_a_proof_of_other_data_is_refused(shoal: Shoal, tmp_path: Path) -> None:
    for source, call in CALLS.values():
        anonymize(shoal, tmp_path, f"{call} --certificate-file p.json --overwrite")
        text = (tmp_path / source).read_text()
        (tmp_path / source).write_text(text + text.splitlines()[-1] + "\n")
        done = shoal("certificate", "check", source, "p.json", "--json")
        assert done.returncode == 1
        assert json.loads(done.stdout)["reason"] == "it is about other data"


def test_a_changed_proof_is_refused(shoal: Shoal, tmp_path: Path) -> None:
    anonymize(shoal, tmp_path, "baskets.dat -k 2 --certificate-file p.json")
    proof = json.loads((tmp_path / "p.json").read_text())
    proof["multipliers"][0] += 1
    (tmp_path / "p.json").write_text(json.dumps(proof))
    done = shoal("certificate", "check", "baskets.dat", "p.json", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["reason"] == "it was changed after it was written"


def test_a_damaged_proof_is_an_error(shoal: Shoal, tmp_path: Path) -> None:
    anonymize(shoal, tmp_path, "baskets.dat -k 2 --certificate-file p.json.zst")
    whole = (tmp_path / "p.json.zst").read_bytes()
    plain = zstandard.decompress(whole, max_output_size=10**7)
    (tmp_path / "cut.json.zst").write_bytes(whole[:-9])
    (tmp_path / "cut.json").write_bytes(plain[:-9])
    (tmp_path / "other.json").write_text('{"schema": "shoal.run/2"}')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    for name in ("cut.json.zst", "cut.json", "other.json", "deep.json", "baskets.dat"):
        said = ask(shoal, tmp_path, 2, "certificate", "check", "baskets.dat", name)
        assert name in said
    ask(shoal, tmp_path, 2, "certificate", "check", "baskets.dat", "gone.json")
    ask(shoal, tmp_path, 2, "certificate", "check", "gone.dat", "p.json.zst")


def test_without_a_certificate_there_is_no_proof(shoal: Shoal, tmp_path: Path) -> None:
    anonymize(shoal, tmp_path, "baskets.dat -k 2")
    for call in ("baskets.dat -k 2 --certificate none", "people.csv -k 2 --qi age --recoding set"):
        said = ask(
            shoal, tmp_path, 2, "anonymize", *call.split(), "-o", "r.csv",
            "--certificate-file", "p.json",
        )  # fmt: skip
        assert "--certificate-file holds the proof of a certificate, and this run has none" in said


def test_a_recipe_may_ask_for_a_proof(shoal: Shoal, tmp_path: Path) -> None:
    anonymize(shoal, tmp_path, "baskets.dat -k 2 --certificate-file p.json --save-recipe r.toml")
    assert 'certificate_file = "p.json"' in (tmp_path / "r.toml").read_text()
    (tmp_path / "p.json").unlink()
    assert shoal("run", "r.toml").returncode == 0
    assert shoal("certificate", "check", "baskets.dat", "p.json").returncode == 0


def test_how_the_original_is_read_comes_from_the_proof(shoal: Shoal, tmp_path: Path) -> None:
    (tmp_path / "baskets.txt").write_text(BASKETS.replace(" ", "|"))
    flags = ("--format", "csv", "--separator", "|")
    call = ("baskets.txt", "-k", 2, *flags, "--certificate-file", "p.json", "-o", "release.dat")
    assert shoal("anonymize", *call).returncode == 0
    assert shoal("certificate", "check", "baskets.txt", "p.json").returncode == 0
    assert shoal("certificate", "check", "baskets.txt", "p.json", *flags).returncode == 0
    assert (
        shoal("certificate", "check", "baskets.txt", "p.json", "--separator", ";").returncode == 1
    )


def test_hole_5_with_max_level_the_certificate_is_about_these_levels(
    shoal: Shoal, tmp_path: Path
) -> None:
    shown = " ".join(anonymize(shoal, tmp_path, f"people.csv -k 3 {TABLE} --person who").split())
    assert "for any release by these hierarchies (age up to level 1) with these weights;" in shown
    document = json.loads(anonymize(shoal, tmp_path, f"people.csv -k 3 {TABLE} --json"))
    assert document["certificate"]["scope"] == {
        "measure": "LM",
        "recoding": "hierarchy",
        "k": 3,
        "counts": "rows",
        "includes_persons": False,
        "columns": [
            {"name": "age", "type": "numeric", "levels": 3, "max_level": 1, "weight": 2.0},
            {"name": "sex", "type": "categorical", "levels": 1, "max_level": None, "weight": 1.0},
        ],
        "statement": "every release of the same rows that publishes each value of age, sex (in "
        "the LM the columns weigh age 2, sex 1) as itself, as a label above it in its hierarchy "
        "(age up to level 1) or as *, and each combination for at least 3 rows",
    }
    # Where k counts persons, the bound counts rows: the set it is about is the wider one.
    persons = json.loads(anonymize(shoal, tmp_path, f"people.csv -k 3 {TABLE} --person who --json"))
    scope = persons["certificate"]["scope"]
    assert scope["includes_persons"] is True
    assert (
        "at least 3 rows (and so every one that publishes it for as many persons)"
        in (scope["statement"])
    )


def test_a_bound_on_suppression_is_not_about_any_release(shoal: Shoal, tmp_path: Path) -> None:
    shown = " ".join(anonymize(shoal, tmp_path, "baskets.dat -k 2").split())
    assert "or more for any release that only suppresses items;" in shown
    rows = [f"{number % 3} own{number}\n" for number in range(300)]  # fewer prove nothing to show
    (tmp_path / "many.dat").write_text("".join(rows))
    anonymize(shoal, tmp_path, "many.dat -k 2 --certificate tight --report report.html")
    text = " ".join((tmp_path / "report.html").read_text().split())
    assert "that publishes each row as a subset of its items" in text
