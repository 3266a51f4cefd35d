"""The door to measures: by suppression, by a taxonomy, by a mapping."""

from __future__ import annotations

import pytest

import shoal
from shoal.errors import ParameterError

pytestmark = pytest.mark.usefixtures("values_shown")

ORIGINAL = [["beer", "flu"], ["wine"], ["tea", "flu"], ["tea", "wine"]]
MAPPING = shoal.ItemMapping.of_sets([["beer", "wine"], ["tea"]])
TREE = {"cold": ["beer", "wine"], "hot": ["tea"], "ill": ["flu"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_by_a_mapping_or_its_file(folder):
    original = shoal.Baskets.of(ORIGINAL)
    published = MAPPING.apply(original)
    priced = shoal.measure(original, published, mapping=MAPPING, queries=[["beer", "flu"], ["tea"]])
    assert (priced.loss.sets, priced.utility.are.queries) == (2, 2)
    assert set(priced.to_dict()) == {"loss", "utility"}
    shoal.write_mapping(MAPPING, "m.csv")
    (folder / "w.csv").write_text("item,weight\nbeer,2\n")
    by_files = shoal.measure(ORIGINAL, published, mapping="m.csv", weights="@w.csv")
    assert by_files.loss.ul > priced.loss.ul
    again = shoal.measure(ORIGINAL, published, mapping=MAPPING, weights={"beer": 2})
    assert again.loss == by_files.loss


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"weights": {"beer": 2}}, "weights comes with a mapping"),
        ({"queries": 5}, "queries comes with a mapping"),
        ({"mapping": MAPPING, "k": 2}, "k is for tables"),
        ({"mapping": MAPPING, "taxonomy": TREE}, "a mapping or a taxonomy, not both"),
        ({"mapping": MAPPING, "queries": ["beer"]}, "each query is a list of items"),
        ({"mapping": MAPPING, "queries": [["gin"]]}, "'gin' is no item"),
        (
            {"mapping": MAPPING, "queries": [["tea"]], "query_items": 1},
            "query_items is for random queries",
        ),
        ({"taxonomy": 5}, "must be a list of values or a mapping"),
    ],
)
def test_what_does_not_belong_together_is_refused(given, words):
    published = MAPPING.apply(shoal.Baskets.of(ORIGINAL))
    with pytest.raises(ParameterError, match=words):
        shoal.measure(ORIGINAL, published, **given)


def test_codes_are_codes_with_and_without_their_hierarchy():
    rows = {"plz": [f"{10000 + 37 * row % 900}" for row in range(400)], "sex": ["f", "m"] * 200}
    release = shoal.anonymize(rows, "k=10", qi=["plz", "sex"])
    trees = release.data.hierarchies
    assert trees["plz"].labels[1].endswith("*")
    asked = {"qi": ["plz", "sex"], "hierarchies": {"plz": trees["plz"]}}
    given = shoal.measure(rows, release.data.frame, **asked)
    assert given.by_column["plz"].lm == release.loss.by_column["plz"].lm > 0


def test_generalized_items_without_a_mapping():
    published = MAPPING.apply(shoal.Baskets.of(ORIGINAL))
    with pytest.raises(ParameterError, match=r"generalized, give mapping or taxonomy$"):
        shoal.measure(ORIGINAL, published)
    with pytest.raises(ParameterError, match="more often in the release"):
        shoal.measure(ORIGINAL, [["hot"], ["hot"], ["hot"], ["hot"]], taxonomy=TREE)


def test_a_taxonomy_as_a_hierarchy_a_mapping_or_a_file(folder):
    shoal.write_hierarchy(shoal.Hierarchy.of(TREE), "tree.csv")
    kinds = (shoal.Hierarchy.of(TREE), TREE, "tree.csv", folder / "tree.csv")
    releases = [shoal.anonymize(ORIGINAL, "k=2", taxonomy=kind) for kind in kinds]
    assert len({str(list(release.data)) for release in releases}) == 1
    mined = [list(shoal.mine(ORIGINAL, 2, taxonomy=kind)) for kind in kinds]
    assert all(patterns == mined[0] for patterns in mined)
    published = [["cold", "ill"], ["cold"], ["hot", "ill"], ["hot", "cold"]]
    losses = [shoal.measure(ORIGINAL, published, taxonomy=kind) for kind in kinds]
    assert len(set(losses)) == 1
    assert losses[0].generalized_items
