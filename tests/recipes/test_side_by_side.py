"""Two runs in two threads of one process know nothing of each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np
import pytest

import shoal
from shoal.errors import Cancelled

from .cases import CASES, contents, names, rows_of

#: The least that any run is expected to need.
FLOOR = 48 * 2**20

#: Proving the longest patterns of these takes for ever.
ENDLESS = [
    np.flatnonzero(row).tolist() for row in np.random.default_rng(0).random((777, 200)) < 0.5
]


class Watch:
    """A progress that keeps what it was told, and says when the work has begun."""

    def __init__(self):
        self.phases, self.totals, self.begun = [], set(), Event()

    def begin(self, phase):
        self.phases.append(phase.name)

    def __call__(self, done, total, found):
        assert 0 <= done <= total
        self.totals.add(total)
        self.begun.set()


def baskets():
    return shoal.datasets.clicks(4000, seed=2), "k=5", {"certificate": "tight"}


def people():
    rows = range(3000)
    frame = {"age": [n * n % 97 for n in rows], "zip": [n % 89 for n in rows]}
    return frame, "k=4", {"qi": ["age", "zip"], "recoding": "hierarchy"}


def rules():
    sales = shoal.datasets.clicks(1500, seed=1)
    public = sales.vocabulary.strings
    found = shoal.random_rules(sales, public[:9], 40, size=2, seed=3)
    return sales, shoal.PSRules(found, k=4, c=0.9), {"sensitive": list(public[:9])}


@pytest.mark.parametrize("make", [baskets, people, rules])
def test_one_of_two_runs_is_cancelled(tmp_path, make):
    data, model, options = make()
    options["memory_limit"] = "3G"
    alone = Watch()
    lone = shoal.anonymize(data, model, progress=alone, **options)
    lone.write(tmp_path / "lone.csv")

    cancel, watched, endless = Event(), Watch(), Watch()
    with ThreadPoolExecutor(2) as pool:
        stopped = pool.submit(
            shoal.anonymize,
            ENDLESS,
            "k=5",
            exact=True,
            memory_limit="2G",
            progress=endless,
            cancel=cancel,
        )
        assert endless.begun.wait(60)
        made = pool.submit(
            shoal.anonymize, data, model, progress=watched, cancel=Event(), **options
        )
        assert watched.begun.wait(60)
        cancel.set()
        with pytest.raises(Cancelled):
            stopped.result(60)
        release = made.result(120)

    release.write(tmp_path / "beside.csv")
    assert (tmp_path / "beside.csv").read_bytes() == (tmp_path / "lone.csv").read_bytes()
    assert (release.loss, release.verdict) == (lone.loss, lone.verdict)
    assert release.repeatable
    assert release.warnings == lone.warnings
    assert watched.phases == alone.phases
    assert watched.totals <= alone.totals | {0}
    assert endless.phases == ["Grouping"]
    assert endless.totals <= {len(ENDLESS), 0}
    assert release.memory.limit == 3 * 2**30
    assert release.memory.estimate == lone.memory.estimate >= FLOOR
    assert FLOOR <= release.memory.peak < 3 * 2**30


def test_both_are_cancelled_by_one_event():
    cancel = Event()
    watches = [Watch(), Watch()]
    with ThreadPoolExecutor(2) as pool:
        runs = [
            pool.submit(shoal.anonymize, ENDLESS, "k=5", exact=True, progress=watch, cancel=cancel)
            for watch in watches
        ]
        for watch in watches:
            assert watch.begun.wait(60)
        cancel.set()
        for run in runs:
            with pytest.raises(Cancelled):
                run.result(60)


def test_every_kind_at_once_gives_what_each_gives_alone(folder):
    alone = {}
    for name, case in CASES.items():
        (folder / name).mkdir()
        case.write(folder / name)
        content = case.content(output={"report": "r.html"})
        shoal.Recipe.of(content, folder=folder / name).run()
        alone[name] = contents(folder / name)
        for made in (*case.outputs, "r.html"):
            (folder / name / made).unlink()
    together = Barrier(len(CASES))

    def publish(name):
        together.wait(60)
        content = CASES[name].content(output={"report": "r.html"})
        return shoal.Recipe.of(content, folder=folder / name).run()

    with ThreadPoolExecutor(len(CASES)) as pool:
        made = dict(zip(CASES, pool.map(publish, CASES), strict=True))
    for name, case in CASES.items():
        found = contents(folder / name)
        assert set(found) == set(alone[name])
        for file in (case.output, *case.companions, "r.html"):
            assert found[file] == alone[name][file]
        assert made[name].verdict.ok
        assert rows_of(made[name])


def test_two_runs_onto_one_file_leave_one_of_their_releases(folder):
    CASES["baskets"].write(folder)
    together = Barrier(2)

    def publish(k):
        together.wait(60)
        content = CASES["baskets"].content(model=f"k={k}")
        for _ in range(20):
            shoal.Recipe.of(content).run()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(publish, (2, 4)))
    assert names(folder) == ["d.dat", "r.dat", "r.dat.run.json"]
    assert shoal.verify("r.dat", "k=2").ok
