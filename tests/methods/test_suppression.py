"""Rows that are suppressed whole: what is published of them, and what both verifiers say."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
import shoal_verify
from shoal.errors import InfeasibleError, SchemaError
from shoal.loss import covers
from shoal.methods import suppression, table_sweep
from shoal.methods.suppression import suppress_outliers

MODELS = ("k=3,l=2", "k=3,beta=1", "k=4,t=0.2", "k=3,delta=1", "l=entropy:1.5", "alpha=0.7,k=3")


def people(rows: int, seed: int = 0) -> pl.DataFrame:
    """People, few of whom have a rare disease and live where few do."""
    random = np.random.default_rng(seed)
    rare = random.random(rows) < 0.008
    return pl.DataFrame(
        {
            "age": random.integers(20, 60, rows) + 40 * rare,
            "city": [f"c{one}" for one in random.integers(0, 4, rows)],
            "ill": [f"d{one}" for one in np.where(rare, 9, random.integers(0, 3, rows))],
            "paid": random.integers(0, 9, rows),
        }
    )


def is_suppressed(row: dict[str, Any], sensitive: list[str]) -> bool:
    return all(row[name] == "*" for name in ("age", "city", *sensitive))


def check(
    frame: pl.DataFrame, release: shoal.Release, recoding: Any, limit: float, folder: Path
) -> int:
    """Check a release against its original, and return how many rows are suppressed."""
    sensitive = [*release.data.sensitive]
    rows = release.data.frame.rows(named=True)
    gone = [is_suppressed(row, sensitive) for row in rows]
    assert sum(gone) == 0 or release.model.k <= sum(gone) <= limit * len(frame)
    for row, original, lost in zip(rows, frame.rows(named=True), gone, strict=True):
        assert lost or all(str(row[name]) == str(original[name]) for name in sensitive)
        assert row["paid"] == original["paid"]
    original = shoal.Table.of(frame, ["age", "city"], sensitive=sensitive, recoding=recoding)
    assert covers(original, release.data)
    assert release.loss.suppressed_rows >= sum(gone)
    assert release.verdict.figures.get("suppressed_rows", 0) == sum(gone)
    release.write(path := folder / "release.csv", overwrite=True)
    told = {"qi": ["age", "city"], "sensitive": sensitive}
    assert shoal.verify(path, release.model, **told) == release.verdict
    again = shoal_verify.judge(path, str(release.model), keep=["paid"], **told)
    assert again.holds
    assert again.figures.get("suppressed_rows", 0) == sum(gone)
    return sum(gone)


@pytest.mark.parametrize("model", MODELS)
def test_random_tables(model: str, tmp_path: Path) -> None:
    found = Counter[int]()
    for seed in range(6):
        frame = people(400 + 50 * seed, seed)
        release = shoal.anonymize(
            frame, model, qi=["age", "city"], sensitive=["ill"], keep=["paid"],
            recoding="set", suppression_limit=0.1, keep_order=True,
        )  # fmt: skip
        found[check(frame, release, "set", 0.1, tmp_path)] += 1
    if "beta" in model:
        assert len(found) > 1, "rows with a rare value are suppressed"


@settings(max_examples=30)
@given(data=st.data())
def test_small_tables(data: st.DataObject, tmp_path_factory: Any) -> None:
    frame = people(data.draw(st.integers(8, 24)), data.draw(st.integers(0, 10**6)))
    model = data.draw(st.sampled_from(["k=2,beta=1", "k=3,t=0.3", "k=2,delta=1,l=2", "k=2,l=3"]))
    recoding = data.draw(st.sampled_from(["hierarchy", {"age": "range", "city": "set"}]))
    try:
        release = shoal.anonymize(
            frame, model, qi=["age", "city"], sensitive=["ill"], keep=["paid"],
            recoding=recoding, suppression_limit=0.5, keep_order=True,
        )  # fmt: skip
    except InfeasibleError:  # the model, or rows that tell nothing of quasi-identifiers only
        pass
    else:
        check(frame, release, recoding, 0.5, tmp_path_factory.mktemp("small"))


@settings(max_examples=60)
@given(data=st.data())
def test_a_limit_never_costs(data: st.DataObject) -> None:
    frame = people(data.draw(st.integers(8, 60)), data.draw(st.integers(0, 10**6)))
    model = data.draw(st.sampled_from([*MODELS, "beta=1", "k=2,beta=1", "k=3,t=0.3"]))
    told: dict[str, Any] = {
        "qi": ["age", "city"],
        "sensitive": ["ill"],
        "recoding": data.draw(st.sampled_from(["hierarchy", "set"])),
        "certificate": data.draw(st.sampled_from(["none", "tight"])),
    }
    limit = data.draw(st.sampled_from([0.05, 0.2, 0.5, 1.0]))
    try:
        plain = shoal.anonymize(frame, model, **told)
    except InfeasibleError:
        return
    allowed = plain.loss.suppressed_rows <= limit * len(frame)
    try:
        release = shoal.anonymize(frame, model, suppression_limit=limit, **told)
    except InfeasibleError:
        assert not allowed, "refused, though the one without is within the limit"
    else:
        assert release.loss.suppressed_rows <= limit * len(frame)
        assert not allowed or release.loss.lm <= plain.loss.lm


def test_columns_with_types_become_text(tmp_path: Path) -> None:
    frame = people(600, 2).with_columns(
        when=pl.Series([date(2024, 1, 1 + at % 3) for at in range(600)]), score=pl.lit(0.5)
    )
    rare = pl.col("ill") == "d9"
    frame = frame.with_columns(score=pl.when(rare).then(7.25).otherwise(pl.col("paid") % 2))
    options: dict[str, Any] = {"qi": ["age", "city"], "sensitive": ["score", "when"]}
    frame.write_parquet(source := tmp_path / "people.parquet")
    told = {**options, "recoding": "set"}
    release = shoal.anonymize(source, "k=3,beta=1", suppression_limit=0.1, **told)
    release.write(tmp_path / "release.parquet")
    gone = release.verdict.suppressed_rows
    assert gone >= 3
    rows = f"{gone} rows, with their sensitive values"
    assert release.summary()["suppressed"] == rows
    release.report(page := tmp_path / "report.html")
    assert f"{gone} rows lack their sensitive values, too." in page.read_text()
    again = pl.read_parquet(tmp_path / "release.parquet")
    assert again.schema["score"] == again.schema["when"] == pl.String
    assert (again["score"] == "*").sum() == (again["when"] == "*").sum() == gone
    assert {*again["when"]} == {"2024-01-01", "2024-01-02", "2024-01-03", "*"}
    assert shoal.verify(tmp_path / "release.parquet", "k=3,beta=1", **options).ok
    assert shoal_verify.judge(tmp_path / "release.parquet", "k=3,beta=1", **options).holds
    assert shoal.measure(source, tmp_path / "release.parquet", **options).suppressed_rows == gone
    # Without suppressed rows the types stay.
    kept = shoal.anonymize(source, "k=3,beta=1", **told)
    assert kept.data.frame.schema["when"] == pl.Date
    assert "suppressed_rows" not in kept.verdict.figures


def test_suppressed_rows_are_of_k_persons() -> None:
    frame = people(600, 2).with_columns(who=pl.Series([f"p{at // 2}" for at in range(600)]))
    release = shoal.anonymize(
        frame, "k=4,delta=1", qi=["age", "city"], sensitive=["ill"], person="who",
        recoding="set", suppression_limit=0.2, keep_order=True,
    )  # fmt: skip
    gone = [at for at, row in enumerate(release.data.frame.rows()) if {*row} == {"*"}]
    assert len({at // 2 for at in gone}) >= 4
    assert release.verdict.suppressed_rows == len(gone)


def test_what_suppresses_none() -> None:
    told: dict[str, Any] = {"qi": ["age", "city"], "sensitive": ["ill"], "recoding": "set"}
    frame = people(600, 2)
    for more in (
        {},
        {"suppression_limit": 0.004},
        {"method": "mondrian", "suppression_limit": 1.0},
    ):
        release = shoal.anonymize(frame, "k=3,beta=1", **told, **more)
        assert "*" not in release.data.frame["ill"], more
    release = shoal.anonymize(frame, "k=3", **told, suppression_limit=0.1)
    assert "*" not in release.data.frame["ill"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_sweep, "MOST_TO_SUPPRESS_FROM", 599)
        release = shoal.anonymize(frame, "k=3,beta=1", **told, suppression_limit=1.0)
    assert "none-suppressed" in release.to_dict()["warning_codes"]
    assert "*" not in release.data.frame["ill"]


def test_a_star_is_no_sensitive_value() -> None:
    frame = people(30).with_columns(ill=pl.lit("*"))
    with pytest.raises(SchemaError, match=r"column 'ill' holds \*, which stands for a sensitive"):
        shoal.anonymize(frame, "l=2", qi=["age"], sensitive=["ill"])


def test_suppressed_rows_without_room_for_k_are_none() -> None:
    """One row of a rare value is worth giving up; with a limit of two rows there is no group."""
    table = shoal.Table.of(people(600, 2), ["age", "city"], sensitive=["ill"], recoding="set")
    run = shoal.engines.run.Run()
    model = shoal.privacy.parse_model("k=5,delta=1")
    k_only = table_sweep.TableSweep().run(table, shoal.privacy.parse_model("k=5"), run)
    assert suppress_outliers(table, model, k_only, 2, run) is None
    found = suppress_outliers(table, model, k_only, 50, run)
    assert found is not None
    assert found.suppressed is not None
    assert found.suppressed.sum() >= 5
    assert suppression.MOVES > 0
