"""Our verdict beside that of another judge."""

import numpy as np
import polars as pl

import shoal

CELLS = np.array(["*", "?", "a", "b", "{a, b}", "1", "1-5", " 1"])


def test_agrees_with_pycanon_on_random_tables(pycanon):
    random = np.random.default_rng(0)
    tables = []
    for _ in range(500):
        rows, columns, cells = random.integers(1, [40, 4, len(CELLS)])
        drawn = CELLS[random.integers(0, cells, (columns, rows))]
        tables.append({f"c{at}": column.tolist() for at, column in enumerate(drawn)})
    ours = [shoal.verify(pl.DataFrame(table), "k=2", qi=[*table]).k_min for table in tables]
    assert ours == pycanon(tables)


def test_agrees_with_pycanon_on_adult(pycanon, public_data):
    adult = pl.read_csv(public_data / "adult.csv.gz", infer_schema=False)
    for names in (["sex"], ["sex", "race"], ["education", "sex", "salary-class"], ["age", "race"]):
        (k,) = pycanon([adult.select(names).to_dict(as_series=False)])
        assert shoal.verify(adult, "k=2", qi=names).k_min == k
