"""Each mistake in a recipe is one sentence with file, line and key; nothing is written."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shoal.recipes.recipe_errors import fields_of
from shoal.recipes.recipe_kinds import KINDS

import shoal
from shoal.errors import FormatError, InfeasibleError, ParameterError, ShoalError

BASKETS = """\
schema = "shoal.recipe/1"
model = "k=2"
method = "sweep"

[input]
path = "baskets.dat"

[data]

[options]
seed = 7

[output]
path = "release.dat"
"""
TABLE = """\
model = "k=2"
[input]
path = "people.csv"
[data]
qi = ["age", "sex"]
[options]
threads = 1
[output]
path = "release.csv"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "baskets.dat").write_text("1 2\n1\n1 3\n1 2\n")
    (tmp_path / "people.csv").write_text("age,sex,job\n31,f,a\n35,f,b\n31,m,c\n35,m,d\n")
    (tmp_path / "words.csv").write_text("dark rum,tea\ntea\ndark rum\ntea,dark rum\n")
    (tmp_path / "rules.txt").write_text("2 -> 1\n")
    (tmp_path / "items.csv").write_text("1;*\n2;*\n3;*\n")
    return tmp_path


def told(folder, text, use="run"):
    """Load and use a recipe that is wrong; return the sentence, and see that nothing was made."""
    (folder / "r.toml").write_text(text)
    before = sorted(folder.iterdir())
    with pytest.raises(ShoalError) as caught:
        getattr(shoal.Recipe.load("r.toml"), use)()
    assert sorted(folder.iterdir()) == before
    assert caught.value.exit_status == 2
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # syntax
        ("seed = 7", "seed = ", "r.toml, line 11: is not valid TOML: invalid value"),
        ("seed = 7", 'seed = "7', "r.toml, line 11: is not valid TOML:"),
        (
            "seed = 7",
            "threads = [\n1]\nthreads = 2",
            "r.toml, line 13: the key options.threads stands twice, first in line 11",
        ),
        (
            "[output]",
            "[options]\nbudget = 2\n[output]",
            "r.toml, line 13: the section [options] stands twice, first in line 10",
        ),
        ("seed = 7", "seed = 7\nseed.x = 8", "r.toml, line 12: is not valid TOML: cannot overwr"),
        ("[options]", "[options", "r.toml, line 10: is not valid TOML:"),
        # unknown keys and sections
        ("seed", "sede", "r.toml, line 11: unknown key 'sede' in [options]; is it 'seed'?"),
        ("method", "metod", "r.toml, line 3: unknown key 'metod' at the top; is it 'method'?"),
        ("[options]", "[option]", "line 10: unknown key 'option' at the top; is it 'options'?"),
        ("seed = 7", "xyzzy = 7", "line 11: unknown key 'xyzzy' in [options]; allowed: threads,"),
        ("seed = 7", "max_levl = 7", "line 11: unknown key 'max_levl' in [options]; allowed:"),
        ("[data]", "[data]\nseed = 7", "line 9: key 'seed' belongs in [options], not in [data]"),
        ("[output]", "[output]\nmodel = 1", "line 14: key 'model' belongs at the top"),
        # keys of other kinds of data
        ("[data]", '[data]\nkeep = ["a"]', "line 9: data.keep is for a table: name its quasi-ide"),
        ("seed = 7", "alpha = 4", "line 11: options.alpha is for rules: the model must read"),
        ("seed = 7", "suppression_limit = 0.1", "options.suppression_limit is for a table"),
        # wrong types
        ("seed = 7", 'seed = "7"', "line 11: options.seed takes a whole number from 0 to 2^64 - 1"),
        ("seed = 7", "seed = true", "line 11: options.seed takes a whole number from 0"),
        ("seed = 7", "seed = 1.5", "not 1.5"),
        ("seed = 7", "seed = 2024-01-01", "not 2024-01-01"),
        ("seed = 7", "exact = 1", "line 11: options.exact takes true or false, not 1"),
        ("seed = 7", "memory_limit = [1]", "options.memory_limit takes a number of bytes, or a si"),
        ('path = "baskets.dat"', "path = 5", "line 6: input.path takes the path of a file, not 5"),
        ("[input]", "[[input]]", "line 5: 'input' is a section: write [input]"),
        ('"k=2"', "2", "line 2: model takes a model such as 'k=10'"),
        # wrong values
        ("seed = 7", "seed = -1", "line 11: options.seed takes a whole number from 0 to 2^64 - 1,"),
        ("seed = 7", "threads = 0", "line 11: options.threads takes a whole number from 1 to"),
        ("seed = 7", "budget = 0", "line 11: options.budget takes a whole number of search nodes"),
        ("seed = 7", "time_limit = inf", "line 11: options.time_limit takes a positive number of"),
        ("seed = 7", "time_limit = nan", "line 11: options.time_limit takes a positive number of"),
        ("seed = 7", 'memory_limit = "4X"', "or a size such as '500M' or '4G', not '4X'"),
        ("seed = 7", 'certificate = "best"', "takes 'quick', 'tight' or 'none', not 'best'"),
        ('"sweep"', '"mondrian"', "line 3: method takes 'auto', 'sweep', 'patternka' or 'top-down"),
        ('"shoal.recipe/1"', '"shoal.recipe/2"', "line 1: schema takes 'shoal.recipe/1', not"),
        ('"k=2"', '"k=1"', "line 2: k must be a whole number of at least 2, not 1"),
        ('"k=2"', '"l=3"', "line 2: unknown model 'l=3'; allowed: k=10, km=10,2 or"),
        ('"k=2"', '"{k}"', "line 2: unknown model '{k}'; allowed"),
        ('"k=2"', '"rules=rules.txt"', "line 2: the rules come without k and c"),
        ('path = "baskets.dat"', 'path = ""', "line 6: input.path takes the path of a file, not"),
        # keys that do not go together
        ("seed = 7", "exact = true\nbudget = 5", "line 12: an exact search has no budget"),
        ('"sweep"', '"top-down"', "line 3: method top-down needs a taxonomy in [data]"),
        # missing keys
        ('path = "baskets.dat"', "", "line 5: the key 'path' is missing in [input]: it takes"),
        ('model = "k=2"', "", "line 1: the key 'model' is missing at the top: it takes a model"),
        ('[output]\npath = "release.dat"', "", "r.toml, line 1: the section [output] is missing"),
        # files
        ("baskets.dat", "none.dat", "r.toml, line 6: input.path: no such file: none.dat"),
        ("release.dat", "no/r.dat", "line 14: output.path: cannot write no/r.dat: its directory"),
        ("release.dat", "baskets.dat", "line 14: output.path: output equals input"),
        (
            '"release.dat"',
            '"release.dat"\nreport = "release.dat"',
            "line 15: output.report: the release and what stands beside it take release.dat alre",
        ),
        (
            '"release.dat"',
            '"release.dat"\nreport = "baskets.dat"',
            "line 15: output.report: output equals input",
        ),
        ('"k=2"', '"k=1/2"', "line 2: k must be a whole number of at least 2, not 1"),
        ("release.dat", "r.toml", "line 14: output.path: cannot write r.toml: it is the recipe it"),
        ("release.dat", "r.xlsx", "line 14: output.path: cannot write r.xlsx: there is no format"),
        ("release.dat", "r.pq.gz", "line 14: output.path: cannot write r.pq.gz: a parquet file is"),
        ("release.dat", "r.run.json", "line 14: output.path: cannot write r.run.json: .run.json"),
        (
            '"release.dat"',
            '"release.dat"\nreport = "report.txt"',
            "line 15: output.report: 'report.txt' cannot be a report",
        ),
        ("baskets.dat", "words.csv", "line 14: output.path: cannot write release.dat: a fimi file"),
        ("[data]", '[data]\ntaxonomy = "t.csv"', "line 9: data.taxonomy: no such file: t.csv"),
        ('"k=2"\nmethod = "sweep"', '"rules=no.txt,k=2,c=1"', "line 2: model: no such file: no.t"),
        ('"k=2"\nmethod = "sweep"', '"rules=rules.txt,k=2,c=9"', "line 2: model: c must be a nu"),
    ],
)
@pytest.mark.parametrize("use", ["run", "check"])
def test_mistakes_about_baskets(folder, old, new, expected, use):
    assert old in BASKETS
    assert expected in told(folder, BASKETS.replace(old, new, 1), use)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('["age", "sex"]', '"age"', "r.toml, line 5: data.qi takes a list of columns, such as"),
        ('["age", "sex"]', "[]", "line 5: data.qi takes a list of columns, such as"),
        ('["age", "sex"]', '["age", 3]', "line 5: data.qi takes a list of columns"),
        (
            '["age", "sex"]',
            '["age", "zip"]',
            "line 5: data.qi: people.csv, line 1: there is no column 'zip': there",
        ),
        ("threads = 1", "seed = 1", "line 7: options.seed is for baskets; this recipe is about a"),
        ("threads = 1", "column = 1", "line 7: unknown key 'column' in [options]; allowed:"),
        ('"people.csv"', '"people.csv"\ncolumn = "a"', "line 4: input.column is for baskets"),
        ('"k=2"', '"km=2,2"', "line 1: a table can promise k=10 and the like; this model is for"),
        ("[options]", '[data.weights]\nage = "x"\n[options]', "line 7: data.weights.age takes a"),
        (
            "[options]",
            "[data.weights]\nzip = 2\n[options]",
            "line 7: data.weights.zip: people.csv, line 1: there is no",
        ),
        ("[options]", 'recoding = "none"\n[options]', "line 6: data.recoding takes 'auto', 'hier"),
        ("[options]", "max_level = {age = -1}\n[options]", "line 6: data.max_level"),
        ("[options]", 'hierarchies = "no"\n[options]', "line 6: data.hierarchies: no such file: "),
        ("threads = 1", "suppression_limit = 5", "line 7: options.suppression_limit takes a share"),
        (
            "release.csv",
            "r.dat",
            "line 9: output.path: cannot write a table to r.dat: name it",
        ),
        ("release.csv", "r.xlsx", "line 9: output.path: cannot write r.xlsx: there is no format"),
        (
            '"release.csv"',
            '"release.csv"\nreport = "r.pdf"',
            "line 10: output.report: 'r.pdf' cannot be",
        ),
    ],
)
@pytest.mark.parametrize("use", ["run", "check"])
def test_mistakes_about_tables(folder, old, new, expected, use):
    assert old in TABLE
    assert expected in told(folder, TABLE.replace(old, new, 1), use)


@pytest.mark.parametrize("use", ["run", "check"])
@pytest.mark.parametrize(
    ("data", "options", "expected"),
    [
        ('sensitive = ["nix"]', "", "line 5: data.sensitive: 'nix' of the sensitive items is no"),
        ('sensitive = ["@no.txt"]', "", "line 5: data.sensitive: no such file: no.txt"),
        ('weights = "w.csv"', "", "line 5: data.weights takes a number for each item, such as"),
        ('weights = "@w.csv"', "", "line 5: data.weights: no such file: w.csv"),
        ('taxonomy = "items.csv"', "", "line 5: data.taxonomy is for baskets; this recipe is abou"),
        ("", 'queries = "q.txt"', "line 7: options.queries: no such file: q.txt"),
        ("", "queries = 0", "line 7: options.queries takes a whole number of at least 1, or the"),
        ("", 'alpha = "half"', "line 7: options.alpha takes a whole number of at least 1, or 'fu"),
        ("", 'certificate = "tight"', "options.certificate takes 'quick' or 'none', not 'tight'"),
    ],
)
def test_mistakes_about_rules(folder, data, options, expected, use):
    text = f"""\
model = "rules=rules.txt,k=2,c=1"
[input]
path = "baskets.dat"
[data]
{data}
[options]
{options}
[output]
path = "release.dat"
"""
    assert expected in told(folder, text, use)


@pytest.mark.parametrize("use", ["run", "check"])
def test_a_release_by_rules_is_not_named_like_a_mapping(folder, use):
    text = BASKETS.replace('"k=2"\nmethod = "sweep"', '"rules=rules.txt,k=2,c=1"')
    sentence = told(folder, text.replace("release.dat", "a.mapping.csv"), use)
    assert "line 13: output.path: cannot write a.mapping.csv: .mapping.csv is for" in sentence


def test_what_is_too_rare_to_be_published_may_have_any_name(folder):
    (folder / "words.csv").write_text("dark rum,tea\ntea\ntea\n")
    (folder / "r.toml").write_text(BASKETS.replace("baskets.dat", "words.csv"))
    recipe = shoal.Recipe.load("r.toml")
    recipe.check()
    assert recipe.run().output.read_text() == "tea\ntea\ntea\n"


def test_k_m_needs_a_taxonomy(folder):
    text = BASKETS.replace("k=2", "km=2,2").replace('method = "sweep"\n', "")
    assert "line 7: k^m-anonymity generalizes by a taxonomy" in told(folder, text)


def test_the_first_mistake_of_the_file_is_told(folder):
    text = BASKETS.replace("seed = 7", "seed = -7").replace('"sweep"', '"swep"')
    assert "line 3: method takes" in told(folder, text)


def test_files_that_are_no_recipes(folder):
    for name, content, expected in [
        ("a.toml", b"\xff\xfe", "a.toml, line 1: is not UTF-8 text"),
        ("b.toml", b"x = " + b"[" * 5000, "b.toml"),
        ("c.toml", b"x = 1\n" * 200_000, "c.toml, line 1: is too large for a recipe"),
        ("d.toml", b"", "d.toml, line 1: the"),
    ]:
        (folder / name).write_bytes(content)
        with pytest.raises(FormatError) as caught:
            shoal.Recipe.load(name)
        assert str(caught.value).startswith(expected)
    with pytest.raises(ParameterError, match=r"no such file: e\.toml"):
        shoal.Recipe.load("e.toml")
    with pytest.raises(ParameterError, match="is a directory"):
        shoal.Recipe.load(".")


@pytest.mark.parametrize(
    "text",
    ["age,sex\n31,f\n", "1 2\n1\n", '{\n  "model": "k=10"\n}\n', "[1, 2]\n", "[\n  1\n]\n"],
)
def test_other_files_are_no_recipes(folder, text):
    sentence = told(folder, text)
    assert sentence.startswith("r.toml, line 1: is no recipe: no line reads like model =")
    assert "--save-recipe" in sentence


def test_a_byte_order_mark_and_windows_lines_are_fine(folder):
    (folder / "r.toml").write_bytes(b"\xef\xbb\xbf" + BASKETS.replace("\n", "\r\n").encode())
    assert shoal.Recipe.load("r.toml").run().release.verdict.ok


@pytest.mark.parametrize("use", ["run", "check"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BASKETS.replace("k=2", "k=50"), "r.toml, line 2: model: k=50 needs at least 50 rows and"),
        (TABLE.replace("k=2", "k=50"), "r.toml, line 1: model: k=50 needs at least 50 rows and"),
        (
            TABLE.replace('"sex"]', '"job"]\nperson = "sex"').replace("k=2", "k=3"),
            "r.toml, line 1: model: k=3 needs at least 3 persons and the data has 2",
        ),
        (
            BASKETS.replace("baskets.dat", "one.dat"),
            "r.toml, line 6: input.path: nothing can be published of 1 row",
        ),
    ],
)
def test_what_the_data_does_not_allow(folder, text, expected, use):
    (folder / "one.dat").write_text("1 2\n")
    (folder / "r.toml").write_text(text)
    with pytest.raises(InfeasibleError) as caught:
        getattr(shoal.Recipe.load("r.toml"), use)()
    assert str(caught.value).startswith(expected)


def test_a_limit_on_suppression_is_told_with_its_line(folder):
    (folder / "people.csv").write_text("age,sex\n31,f\n31,f\n99,m\n98,x\n")
    text = TABLE.replace("threads = 1", "suppression_limit = 0").replace(
        "[options]", 'recoding = "hierarchy"\n[options]'
    )
    (folder / "r.toml").write_text(text)
    with pytest.raises(InfeasibleError, match=r"^r.toml, line 8: options.suppression_limit: 50"):
        shoal.Recipe.load("r.toml").run()


def test_errors_in_python_name_the_key(folder):
    with pytest.raises(ParameterError, match=r"^unknown key 'sede' in \[options\]"):
        shoal.Recipe.of({"options": {"sede": 1}, "model": "k=2"})
    recipe = shoal.Recipe.of(
        {
            "model": "k=2",
            "input": {"path": "people.csv"},
            "data": {"qi": ["zip"]},
            "output": {"path": "r.csv"},
        }
    )
    with pytest.raises(FormatError, match=r"^people.csv, line 1: there is no column 'zip'"):
        recipe.run()


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.dates()
    | st.text(max_size=5)
    | st.sampled_from(["k=5", "km=5,2", "rules=r.txt,k=5,c=1", "auto", "full", "@x", "{a}", "4G"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.sampled_from(["qi", "path"]), inner, max_size=3)
    ),
    max_leaves=5,
)
SECTIONS = {
    section: sorted(
        {key[-1] for kind in KINDS.values() for key in fields_of(kind) if key[0] == section}
    )
    for section in ("input", "data", "options", "output")
}
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "model": st.sampled_from(["k=5", "km=5,2", "rules=r.txt,k=5,c=1"]) | ODD,
        "method": ODD,
        "odd": ODD,
    }
    | {
        section: st.dictionaries(st.sampled_from([*names, "odd"]), ODD, max_size=4) | ODD
        for section, names in SECTIONS.items()
    },
)


@settings(max_examples=1000)
@given(DOCUMENTS, st.booleans())
def test_any_document_is_a_recipe_or_gets_a_sentence(document, complete):
    if complete:
        document = {"model": "k=5"} | document
        for section in ("input", "output"):
            given = document.get(section, {})
            if isinstance(given, dict):
                document[section] = {"path": "x"} | given
    try:
        recipe = shoal.Recipe.of(document)
    except ParameterError:  # and nothing else
        return
    again = tomllib.loads(recipe.to_toml())
    assert shoal.Recipe.of(again).to_dict() == again
