"""A new kind of data in one file: each row is a word, published as the beginning of it."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest
from pydantic import Field

import shoal
from shoal.cli.main import run
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.errors import InternalError, ParameterError
from shoal.io import Format
from shoal.kinds import Kind
from shoal.kinds import register as register_kind
from shoal.methods import Found, Method
from shoal.methods import register as register_method
from shoal.options import Option
from shoal.privacy import KAnonymity, Model, Verdict
from shoal.privacy.published import Classes

from ..contract.checks import CHECKS, promises
from ..contract.examples import EXAMPLES, Examples
from ..contract.trials import Trial, cases
from .registries import restored

COMMENT = Option(
    "comment",
    Annotated[str, Field(min_length=1, max_length=1)],
    takes="one character",
    help="Lines that begin with this character hold no word.",
    metavar="CHAR",
    section="input",
)


@dataclass(frozen=True)
class Words:
    """A word for each row."""

    words: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.words)

    def sorted_rows(self) -> Words:
        return Words(tuple(sorted(self.words)))


@dataclass(frozen=True)
class PublishedWords:
    """Published words as a verifier sees them."""

    words: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.words)

    def classes(self) -> Classes:
        _, of_row, sizes = np.unique(
            np.array(self.words, dtype=object), return_inverse=True, return_counts=True
        )
        return Classes(of_row, sizes, key=lambda row: self.words[row])


@dataclass(frozen=True)
class LettersLost:
    """How many letters there were and are."""

    letters: int
    kept: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class WordsKind(Kind):
    """Words."""

    name: ClassVar[str] = "words"
    called: ClassVar[str] = "words"
    data: ClassVar[type] = Words
    published: ClassVar[type] = Words
    options: ClassVar[tuple[Option, ...]] = (COMMENT,)

    def format_of(self, path: Path, format: str | None, separator: str | None) -> Format:
        return Format("fimi")

    def recognise(self, path: Path, given: Mapping[str, Any]) -> Format:
        return Format("fimi")  # the plainest of all formats: lines of text

    def read(self, source: Any, *, comment: str | None = None) -> Words:
        if isinstance(source, Words):
            return source
        if isinstance(source, (str, Path)):
            lines = Path(source).read_text().split("\n")[:-1]
            return Words(tuple(line for line in lines if not (comment and line[:1] == comment)))
        return Words(tuple(source))

    def read_back(self, path: Path, form: Format, like: Words) -> Words:
        return self.read(path)

    def read_release(self, source: Any, given: Mapping[str, Any]) -> Words:
        return self.read(source)

    def to_judge(self, source: Any, *, comment: str | None = None) -> PublishedWords:
        return self.view(self.read(source, comment=comment))

    def write(self, published: Words, path: Path, form: Format, **given: Any) -> None:
        path.write_text("".join(f"{word}\n" for word in published.words))

    def check_writable(self, data: Words, model: Model, form: Format, path: Path) -> None:
        if form.name != "fimi" or form.compression:
            raise ParameterError(f"cannot write {path}: words go to plain text", parameter="output")

    def same(self, one: Words, other: Words) -> bool:
        return one.words == other.words

    def publish(self, data: Words, found: Found) -> Words:
        published: Words = found.publish(data)
        pairs = zip(data.words, published.words, strict=True)
        if not all(word.startswith(beginning) for word, beginning in pairs):
            raise InternalError("a method published what is not the beginning of its word")
        return published

    def view(self, published: Words, companions: Any = None) -> PublishedWords:
        return PublishedWords(published.words, published.warnings)

    def measure(self, data: Words, published: Words, model: Model | None) -> LettersLost:
        return LettersLost(*(sum(map(len, one.words)) for one in (data, published)))

    def loss_of(self, loss: LettersLost, figures: Any = None) -> tuple[float, int]:
        return 1 - loss.kept / max(loss.letters, 1), loss.letters


@dataclass(frozen=True, eq=False)
class Beginnings(Found):
    """The group of each word, in the order of the rows."""

    groups: tuple[int, ...]

    def publish(self, data: Words) -> Words:
        words: dict[int, list[str]] = {}
        for group, word in zip(self.groups, data.words, strict=True):
            words.setdefault(group, []).append(word)
        # All words of a group lie between its first and its last in a dictionary.
        return Words(tuple(shared(min(words[at]), max(words[at])) for at in self.groups))


def shared(one: str, other: str) -> str:
    """Return the beginning that two words share."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in same)


@dataclass(frozen=True)
class Prefixes(Method):
    """Words that follow each other in a dictionary, k at a time."""

    name: ClassVar[str] = "prefixes"
    kind: ClassVar[str] = "words"
    sentence: ClassVar[str] = "Words that follow each other in a dictionary became groups."

    def memory(self, data: Words, model: Model) -> int:
        return 100_000 + 100 * len(data)

    def run(self, data: Words, model: Model, run: Run) -> Beginnings:
        run.begin(Phase("Sorting", "groups"))
        order = sorted(range(len(data)), key=lambda row: data.words[row])
        groups = [0] * len(data)
        last = len(data) // model.k - 1
        for place, row in enumerate(order):
            groups[row] = min(place // model.k, last)
            run(place + 1, len(data), groups[row] + 1)
        return Beginnings(tuple(groups))


class WordExamples(Examples):
    """Words of few letters, below a line that may hold none."""

    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {"plain": (), "comments": ("comment",)}

    def write(self, seed: int, rows: int, folder: Path) -> dict[str, Any]:
        draw = Random(seed)
        words = ["".join(draw.choices("ab", k=draw.randint(1, 6))) for _ in range(rows)]
        (folder / "words.txt").write_text("".join(f"{word}\n" for word in ["#", *words]))
        return {"input": str(folder / "words.txt"), "comment": "#"}

    def rows(self, published: Words) -> list[Hashable]:
        return list(published.words)

    def untrue(self, data: Words, published: Words, companions: Mapping[str, Any]) -> list[int]:
        pairs = zip(data.words, published.words, strict=True)
        return [at for at, (before, after) in enumerate(pairs) if not before.startswith(after)]


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with restored():
        register_kind(WordsKind)
        register_method(Prefixes)
        EXAMPLES["words"] = WordExamples()
        yield


WORDS = ["anna", "anton", "bert", "berta", "bernd"]
PUBLISHED = ["an", "an", "ber", "ber", "ber"]


@pytest.fixture
def names(tmp_path: Path) -> Path:
    path = tmp_path / "names.txt"
    path.write_text("".join(f"{word}\n" for word in ["# names", *WORDS]))
    return path


RECIPE = """
kind = "words"
model = "k=2"
[input]
path = "names.txt"
comment = "#"
[output]
path = "out.txt"
report = "report.html"
"""


def test_the_model_of_every_kind() -> None:
    assert shoal.anonymize(Words(tuple(WORDS)), "k=2").verdict.ok


def test_from_python(names: Path) -> None:
    release = shoal.anonymize(Words(tuple(WORDS)), "k=2")
    assert list(release.data.words) == PUBLISHED
    assert release.method == "prefixes"
    assert release.loss == LettersLost(letters=23, kept=13)
    assert release.certificate is None
    assert shoal.anonymize(WORDS, "k=2", kind="words").loss == release.loss
    assert shoal.verify(release.data, "k=2") == release.verdict
    assert not shoal.verify(WORDS, "k=2", kind="words").ok
    assert shoal.measure(Words(tuple(WORDS)), release.data) == release.loss
    assert shoal.read(names, kind="words", comment="#") == Words(tuple(WORDS))
    with pytest.raises(ParameterError, match="model km=2,2 is for baskets, and this is words"):
        shoal.anonymize(WORDS, "km=2,2", kind="words")
    with pytest.raises(ParameterError, match="comment means nothing for baskets; it is for words"):
        shoal.read(names, comment="#")


def test_an_option_of_its_own_by_name(names: Path) -> None:
    assert shoal.anonymize(names, "k=2", kind="words", options={"comment": "#"}).verdict.ok
    assert not shoal.verify(names, "k=2", kind="words", options={"comment": "#"}).ok


def test_write(tmp_path: Path) -> None:
    release = shoal.anonymize(Words(tuple(WORDS)), "k=2")
    release.write(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text().split() == PUBLISHED


def test_write_without_a_release(tmp_path: Path) -> None:
    shoal.write(Words(tuple(PUBLISHED)), tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text().split() == PUBLISHED


def test_write_to_a_file_with_a_name_of_its_own(tmp_path: Path) -> None:
    shoal.anonymize(Words(tuple(WORDS)), "k=2").write(tmp_path / "out.words")


def test_measure_of_files(names: Path, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("".join(f"{word}\n" for word in PUBLISHED))
    loss = shoal.measure(names, tmp_path / "out.txt", kind="words", comment="#")
    assert loss == LettersLost(letters=23, kept=13)


def test_an_option_of_another_kind_is_refused_with_the_right_name(names: Path, capsys: Any) -> None:
    call = ["anonymize", str(names), "--kind", "words", "-k", "2", "-o", "out.txt"]
    assert run([*call, "--qi", "age"]) == 2
    assert "means nothing for words" in capsys.readouterr().err


def test_several_at_once() -> None:
    release = shoal.anonymize(Words(tuple(WORDS)), "k=2/4")
    assert [point.k for point in release.curve] == [2, 4]


def test_from_a_recipe_file(names: Path, tmp_path: Path, capsys: Any) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE)
    release = shoal.Recipe.load(recipe).run()
    assert (tmp_path / "out.txt").read_text().split() == PUBLISHED
    page = release.files["report_file"].read_text()
    for words in ("report on a release of words", "k=2 holds.", Prefixes.sentence, "letters"):
        assert words in page
    assert run(["run", str(recipe), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "words"
    recipe.write_text(RECIPE.replace('"#"', '"##"'))
    assert run(["recipe", "check", str(recipe)]) == 2
    said = capsys.readouterr().err
    assert "input.comment" in said
    assert "takes one character, not '##'" in said


def test_from_the_command_line(names: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out.txt"
    call = ["anonymize", str(names), "--kind", "words", "-k", "2", "-o", str(out)]
    assert run([*call, "--comment", "#"]) == 0
    assert out.read_text().split() == PUBLISHED
    assert "k=2 holds; the smallest group has 2 rows" in capsys.readouterr().out
    assert run([*call, "--comment", "##"]) == 2
    assert "--comment takes one character, not '##'" in capsys.readouterr().err
    assert run(["verify", str(out), "--kind", "words", "-k", "2"]) == 0
    assert run(["verify", str(names), "--kind", "words", "-k", "2"]) == 1


def test_verify_has_its_options(names: Path, capsys: Any) -> None:
    assert run(["verify", str(names), "--kind", "words", "-k", "2", "--comment", "#"]) == 1
    assert "k=2 FAILS" in capsys.readouterr().out


def test_measure_on_the_command_line(names: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "out.txt").write_text("".join(f"{word}\n" for word in PUBLISHED))
    files = [str(names), str(tmp_path / "out.txt")]
    assert run(["measure", *files, "--kind", "words", "--comment", "#"]) == 0
    assert "letters" in capsys.readouterr().out


def test_the_report_says_how_to_check_it(tmp_path: Path, names: Path) -> None:
    (tmp_path / "recipe.toml").write_text(RECIPE)
    release = shoal.Recipe.load(tmp_path / "recipe.toml").run()
    page = release.files["report_file"].read_text()
    assert "shoal verify out.txt -k 2 --kind words" in page


def test_it_is_in_the_help_and_in_the_schema(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["anonymize", "--help"]) == 0
    said = re.sub(r"[\s│]+", " ", capsys.readouterr().out)
    assert "baskets, table, anatomy, words" in said
    assert "for words prefixes" in said
    assert "--comment" in said
    assert "Lines that begin with this character hold no word." in said
    variants = {one["title"]: one["properties"] for one in shoal.Recipe.schema()["anyOf"]}
    assert variants["words, k=10"]["method"]["enum"] == ["auto", "prefixes"]
    assert variants["words, k=10"]["input"]["properties"]["comment"]["maxLength"] == 1
    assert variants["words, k=10"]["kind"] == {
        "const": "words",
        "description": "What kind of data it is.",
    }


def test_a_recipe_of_another_kind_is_not_for_this_one() -> None:
    schema = next(one for one in shoal.Recipe.schema()["anyOf"] if one["title"].startswith("words"))
    assert "kind" in schema["required"], "without it, a recipe is about baskets"


@pytest.mark.parametrize("promise", promises())
def test_it_is_held_to_the_contract(promise: str, tmp_path: Path) -> None:
    (case,) = (case for case in cases() if case.kind == "words" and case.variant == "plain")
    CHECKS[promise](Trial(case, tmp_path))


@pytest.mark.parametrize("promise", promises())
def test_it_is_held_to_the_contract_with_its_own_option(promise: str, tmp_path: Path) -> None:
    (case,) = (case for case in cases() if case.kind == "words" and case.variant == "comments")
    CHECKS[promise](Trial(case, tmp_path))


def test_a_verdict_in_pieces() -> None:
    counts = KAnonymity(2).summary()
    for words in (WORDS[:2], WORDS[2:]):
        counts.add(PublishedWords(tuple(words)))
    verdict: Verdict = counts.extract()
    assert verdict == KAnonymity(2).check(PublishedWords(tuple(WORDS)))
