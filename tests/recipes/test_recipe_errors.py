"""Each mistake in a recipe is one sentence with file, line and key; nothing is written."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError, InfeasibleError, ParameterError, ShoalError
from shoal.recipes.vocabulary import all_options

from ..conftest import LONG
from .cases import contents

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
def inputs(folder):
    (folder / "baskets.dat").write_text("1 2\n1\n1 3\n1 2\n")
    (folder / "people.csv").write_text("age,sex,job\n31,f,a\n35,f,b\n31,m,c\n35,m,d\n")
    (folder / "words.csv").write_text("dark rum,tea\ntea\ndark rum\ntea,dark rum\n")
    (folder / "rules.txt").write_text("2 -> 1\n")
    (folder / "items.csv").write_text("1;*\n2;*\n3;*\n")
    return folder


def refused(folder, text, use="run"):
    """Load and use a recipe that is wrong; return the error, and see that nothing was made."""
    (folder / "r.toml").write_text(text)
    before = contents(folder)
    with pytest.raises(ShoalError) as caught:
        getattr(shoal.Recipe.load("r.toml"), use)()
    assert contents(folder) == before
    assert "\n" not in str(caught.value)
    return caught.value


def check_mistake(folder, text, use, line, start):
    error = refused(folder, text, use)
    assert str(error).startswith(f"r.toml, line {line:,}: {start}")
    assert error.exit_status == 2
    # What is wrong with a file that the recipe names is at a line of that file.
    assert (error.path, error.line) in (("r.toml", line), ("people.csv", 1))
    assert error.parameter or start == "is not valid TOML"


@pytest.mark.parametrize(
    ("old", "new", "line", "start"),
    [
        ("seed = 7", "seed = ", 11, "is not valid TOML"),
        ("seed = 7", 'seed = "7', 11, "is not valid TOML"),
        (
            "seed = 7",
            "threads = [\n1]\nthreads = 2",
            13,
            "is not valid TOML",
        ),
        (
            "[output]",
            "[options]\nbudget = 2\n[output]",
            13,
            "is not valid TOML",
        ),
        ("seed = 7", "seed = 7\nseed.x = 8", 12, "is not valid TOML"),
        ("[options]", "[options", 10, "is not valid TOML"),
        ("seed", "sede", 11, "unknown key 'sede' in [options]; allowed: "),
        ("method", "metod", 3, "unknown key 'metod' at the top, above all sections; "),
        ("[options]", "[option]", 10, "unknown key 'option' at the top"),
        ("seed = 7", "xyzzy = 7", 11, "unknown key 'xyzzy' in [options]; allowed: certifica"),
        ("[data]", "[data]\nseed = 7", 9, "key 'seed' belongs in [options], not in [data]"),
        (
            "[output]",
            "[output]\nmodel = 1",
            14,
            "key 'model' belongs at the top, above all sections, ",
        ),
        (
            "[data]",
            '[data]\nkeep = ["a"]',
            9,
            "data.keep: keep means nothing for baskets with",
        ),
        ("seed = 7", "alpha = 4", 11, "options.alpha: alpha means nothing for "),
        (
            "seed = 7",
            "suppression_limit = 0.1",
            11,
            "options.suppression_limit: suppression_limit means ",
        ),
        ("seed = 7", 'seed = "7"', 11, "options.seed: seed takes"),
        ("seed = 7", "seed = true", 11, "options.seed: seed takes"),
        ("seed = 7", "seed = 1.5", 11, "options.seed: seed takes"),
        ("seed = 7", "seed = 2024-01-01", 11, "options.seed: seed takes"),
        ("seed = 7", "exact = 1", 11, "options.exact: exact takes"),
        ("seed = 7", "memory_limit = [1]", 11, "options.memory_limit: memory_limit takes"),
        ('path = "baskets.dat"', "path = 5", 6, "input.path: input takes"),
        ("seed = 7", "seed = -1", 11, "options.seed: seed takes"),
        ("seed = 7", "threads = 0", 11, "options.threads: threads takes"),
        ("seed = 7", "budget = 0", 11, "options.budget: budget takes"),
        ("seed = 7", "time_limit = inf", 11, "options.time_limit: time_limit takes"),
        ("seed = 7", "time_limit = nan", 11, "options.time_limit: time_limit takes"),
        ("seed = 7", 'memory_limit = "4X"', 11, "options.memory_limit: memory_limit takes"),
        ("seed = 7", 'certificate = "best"', 11, "options.certificate: certificate takes"),
        ('"sweep"', '"mondrian"', 3, "method: method 'mondrian' does not fit baskets under "),
        (
            '"shoal.recipe/1"',
            '"shoal.recipe/2"',
            1,
            "'schema' takes 'shoal.recipe/1', not 'shoal.recipe/2",
        ),
        ('"k=2"', '"k=1"', 2, "model: k must be a whole number of at least 2, not 1"),
        ('"k=2"', '"z=3"', 2, "model: unknown model 'z=3'; allowed: k=10, km=10,2, l=3"),
        ('"k=2"', '"{k}"', 2, "model: unknown model '{k}'; allowed: k=10, km=10,2, l=3"),
        ('"k=2"', '"rules=rules.txt"', 2, "model: unknown model 'rules=rules.txt'; write it as "),
        ('path = "baskets.dat"', 'path = ""', 6, "input.path: input takes"),
        (
            "seed = 7",
            "exact = true\nbudget = 5",
            12,
            "options.budget: an exact search has no budget; give ",
        ),
        ('"sweep"', '"top-down"', 11, "options.seed: seed means nothing for "),
        ('path = "baskets.dat"', "", 5, "the key 'path' is missing in [input]"),
        ('model = "k=2"', "", 1, "the key 'model' is missing"),
        ('[output]\npath = "release.dat"', "", 1, "the key 'path' is missing in [output]"),
        ("baskets.dat", "none.dat", 6, "input.path: no such file: none.dat"),
        ("release.dat", "no/r.dat", 14, "output.path: cannot write no/r.dat: its directory do"),
        ("release.dat", "baskets.dat", 14, "output.path: output equals input: baskets.dat and ba"),
        ('"k=2"', '"k=1/2"', 2, "model: k must be a whole number of at least 2, not 1"),
        ("release.dat", "r.toml", 14, "output.path: cannot write r.toml: there is no format"),
        ("release.dat", "r.xlsx", 14, "output.path: cannot write r.xlsx: there is no format"),
        ("release.dat", "r.pq.gz", 14, "output.path: a parquet file is compressed inside"),
        ("release.dat", "r.run.json", 14, "output.path: cannot write r.run.json: .run.json is f"),
        (
            '"release.dat"',
            '"release.dat"\nreport = "report.txt"',
            15,
            "output.report: 'report.txt' cannot be a report: it i",
        ),
        ("baskets.dat", "words.csv", 14, "output.path: cannot write release.dat: a fimi file c"),
        ("[data]", '[data]\ntaxonomy = "t.csv"', 9, "data.taxonomy: no such file: t.csv"),
        ('"k=2"\nmethod = "sweep"', '"rules=no.txt,k=2,c=1"', 2, "model: no such file: no.txt"),
        (
            '"k=2"\nmethod = "sweep"',
            '"rules=rules.txt,k=2,c=9"',
            2,
            "model: c must be a number from 0 to 1, not 9.0",
        ),
        ('"k=2"', "2", 2, "model: "),
    ],
)
@pytest.mark.parametrize("use", ["run", "check"])
def test_mistakes_about_baskets(inputs, old, new, line, start, use):
    assert old in BASKETS
    check_mistake(inputs, BASKETS.replace(old, new, 1), use, line, start)


@pytest.mark.parametrize(
    ("old", "new", "line", "start"),
    [
        ('["age", "sex"]', '"age"', 5, "data.qi: qi takes"),
        ('["age", "sex"]', "[]", 5, "data.qi: qi takes"),
        ('["age", "sex"]', '["age", 3]', 5, "data.qi: qi takes"),
        (
            '["age", "sex"]',
            '["age", "zip"]',
            5,
            "data.qi: people.csv, line 1: there is no column 'zip",
        ),
        ("threads = 1", "seed = 1", 7, "options.seed: seed means nothing for "),
        ("threads = 1", "column = 1", 7, "key 'column' belongs in [input], not in [options]"),
        (
            '"people.csv"',
            '"people.csv"\ncolumn = "a"',
            4,
            "input.column: column means nothing for ",
        ),
        ('"k=2"', '"km=2,2"', 1, "model: model km=2,2 is for baskets, and this is tabl"),
        (
            "[options]",
            "[data.weights]\nzip = 2\n[options]",
            7,
            "data.weights.zip: people.csv, line 1: weights: there",
        ),
        ("[options]", 'recoding = "none"\n[options]', 6, "data.recoding: recoding takes"),
        ("[options]", "max_level = {age = -1}\n[options]", 6, "data.max_level: max_level takes"),
        ("[options]", 'hierarchies = "no"\n[options]', 6, "data.hierarchies: no such file: no"),
        (
            "threads = 1",
            "suppression_limit = 5",
            7,
            "options.suppression_limit: suppression_limit takes",
        ),
        ("release.csv", "r.dat", 9, "output.path: cannot write a table to r.dat: name it "),
        ("release.csv", "r.xlsx", 9, "output.path: cannot write r.xlsx: there is no format"),
        (
            '"release.csv"',
            '"release.csv"\nreport = "r.pdf"',
            10,
            "output.report: 'r.pdf' cannot be a report: it is HTM",
        ),
    ],
)
@pytest.mark.parametrize("use", ["run", "check"])
def test_mistakes_about_tables(inputs, old, new, line, start, use):
    assert old in TABLE
    check_mistake(inputs, TABLE.replace(old, new, 1), use, line, start)


RULES = """\
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


@pytest.mark.parametrize(
    ("data", "options", "line", "start"),
    [
        ('sensitive = ["nix"]', "", 5, "data.sensitive: 'nix' of the sensitive items matches no i"),
        ('sensitive = ["@no.txt"]', "", 5, "data.sensitive: no such file: no.txt"),
        ('weights = "@w.csv"', "", 5, "data.weights: no such file: w.csv"),
        ('taxonomy = "items.csv"', "", 5, "data.taxonomy: taxonomy means nothing for "),
        ("", 'queries = "q.txt"', 7, "options.queries: no such file: q.txt"),
        ("", "queries = 0", 7, "options.queries: queries takes"),
        ("", 'alpha = "half"', 7, "options.alpha: alpha takes"),
        ('weights = "w.csv"', "", 5, "data.weights: "),
    ],
)
@pytest.mark.parametrize("use", ["run", "check"])
def test_mistakes_about_rules(inputs, data, options, line, start, use):
    check_mistake(inputs, RULES.format(data=data, options=options), use, line, start)


@pytest.mark.parametrize("use", ["run", "check"])
@pytest.mark.parametrize("model", ["rules", "taxonomy"])
def test_a_certificate_that_there_is_not(inputs, model, use):
    text = RULES.format(data="", options='certificate = "tight"')
    if model == "taxonomy":
        text = BASKETS.replace("[data]", '[data]\ntaxonomy = "items.csv"').replace(
            "seed = 7", 'certificate = "tight"'
        )
    error = refused(inputs, text, use)
    assert error.parameter == "certificate"
    assert "options.certificate: " in str(error)


@pytest.mark.parametrize("use", ["run", "check"])
@pytest.mark.parametrize(
    ("name", "words"),
    [("release.dat", "two outputs cannot both be"), ("baskets.dat", "output equals input")],
)
def test_a_report_that_is_another_file(inputs, name, words, use):
    (inputs / "link.html").symlink_to(inputs / name)
    text = BASKETS.replace('"release.dat"', '"release.dat"\nreport = "link.html"')
    error = refused(inputs, text, use)
    assert str(error).startswith(f"r.toml, line 15: output.report: {words}")
    assert (error.parameter, error.line) == ("report", 15)


@pytest.mark.parametrize("use", ["run", "check"])
def test_a_release_by_rules_is_not_named_like_a_mapping(inputs, use):
    text = RULES.format(data="", options="").replace("release.dat", "a.mapping.csv")
    error = refused(inputs, text, use)
    assert "line 9: output.path: cannot write a.mapping.csv: .mapping.csv is for" in str(error)


def test_what_is_too_rare_to_be_published_may_have_any_name(inputs):
    (inputs / "words.csv").write_text("dark rum,tea\ntea\ntea\n")
    (inputs / "r.toml").write_text(BASKETS.replace("baskets.dat", "words.csv"))
    recipe = shoal.Recipe.load("r.toml")
    recipe.check()
    recipe.run()
    assert (inputs / "release.dat").read_text() == "tea\ntea\ntea\n"


def test_k_m_needs_a_taxonomy(inputs):
    text = BASKETS.replace("k=2", "km=2,2").replace('method = "sweep"\n', "")
    error = refused(inputs, text.replace("seed = 7\n", ""))
    assert str(error).startswith("r.toml, line 7: data.taxonomy: method km-apriori generalizes")
    assert error.parameter == "taxonomy"


def test_the_first_mistake_of_the_file_is_named(inputs):
    text = BASKETS.replace("seed = 7", "seed = -7").replace('"sweep"', '"swep"')
    error = refused(inputs, text)
    assert (error.parameter, error.line) == ("method", 3)


def test_files_that_are_no_recipes(inputs):
    for name, content, expected in [
        ("a.toml", b"\xff\xfe", "a.toml, line 1: is not UTF-8 text"),
        ("b.toml", b"x = " + b"[" * 5000, "b.toml"),
        ("d.toml", b"", "d.toml, line 1: the"),
    ]:
        (inputs / name).write_bytes(content)
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
def test_other_files_are_no_recipes(inputs, text):
    error = refused(inputs, text)
    assert (error.path, error.line) == ("r.toml", 1)
    assert str(error).startswith("r.toml, line 1: is not valid TOML")


def test_a_byte_order_mark_and_windows_lines_are_fine(inputs):
    (inputs / "r.toml").write_bytes(b"\xef\xbb\xbf" + BASKETS.replace("\n", "\r\n").encode())
    assert shoal.Recipe.load("r.toml").run().verdict.ok


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
def test_what_the_data_does_not_allow(inputs, text, expected, use):
    (inputs / "one.dat").write_text("1 2\n")
    (inputs / "r.toml").write_text(text)
    with pytest.raises(InfeasibleError) as caught:
        getattr(shoal.Recipe.load("r.toml"), use)()
    assert str(caught.value).startswith(expected)


def test_a_limit_on_suppression_is_reported_with_its_line(inputs):
    (inputs / "people.csv").write_text("age,sex\n31,f\n31,f\n99,m\n98,x\n")
    text = TABLE.replace("threads = 1", "suppression_limit = 0").replace(
        "[options]", 'recoding = "hierarchy"\n[options]'
    )
    (inputs / "r.toml").write_text(text)
    with pytest.raises(InfeasibleError, match=r"^r.toml, line 8: options.suppression_limit: 50"):
        shoal.Recipe.load("r.toml").run()


def test_errors_in_python_name_the_key(inputs):
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
    section: sorted({option.place[-1] for option, _ in all_options() if option.place[0] == section})
    for section in ("input", "data", "options", "output")
}
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "model": st.sampled_from(["k=5", "km=5,2", "rules=r.txt,k=5,c=1"]) | st.text(max_size=5),
        "method": st.sampled_from(["auto", "sweep", "rbat", "mondrian"]) | st.text(max_size=5),
        "kind": st.sampled_from(["baskets", "table"]) | st.text(max_size=5),
        "odd": ODD,
    }
    | {
        section: st.dictionaries(st.sampled_from([*names, "odd"]), ODD, max_size=4) | ODD
        for section, names in SECTIONS.items()
    },
)


@pytest.mark.parametrize("value", [5, True, [], {}, 2.5], ids=str)
@pytest.mark.parametrize("name", ["model", "method", "kind"])
def test_what_is_no_text_at_the_top(name, value):
    content = {"model": "k=5", "input": {"path": "x"}, "output": {"path": "y"}}
    with pytest.raises(ParameterError) as caught:
        shoal.Recipe.of(content | {name: value})
    assert caught.value.parameter == name


@pytest.mark.parametrize("section", ["input", "output"])
def test_a_path_of_none(section):
    content = {"model": "k=5", "input": {"path": "x"}, "output": {"path": "y"}}
    with pytest.raises(ParameterError) as caught:
        shoal.Recipe.of(content | {section: {"path": None}})
    assert caught.value.parameter == section


@settings(max_examples=5000 if LONG else 300)
@given(DOCUMENTS, st.booleans())
def test_any_document_is_a_recipe_or_gets_a_sentence(document, complete):
    if complete:
        document = {"model": "k=5"} | document
        for section in ("input", "output"):
            given = document.get(section, {})
            if isinstance(given, dict):
                path = {"path": "x"} if given.get("path") is None else {}
                document[section] = given | path
    try:
        recipe = shoal.Recipe.of(document)
    except ParameterError:  # and nothing else
        return
    again = tomllib.loads(recipe.to_toml())
    assert again.pop("schema") == "shoal.recipe/1"
    assert shoal.Recipe.of(again).to_dict() == again
