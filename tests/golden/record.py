"""Record what Shoal publishes and answers now, in ``golden.json`` beside this file.

``python tests/golden/record.py`` records all cases, ``python tests/golden/record.py persons-``
those whose names start so. Do it only for a change that is meant to change what is published, and
look at what ``git diff`` shows. Each call is a process of its own. Public cases whose files are
missing keep what was recorded.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

SHOAL = str(Path(sysconfig.get_path("scripts"), "shoal"))
PUBLIC_DATA = Path(__file__).parents[3] / "shared" / "datasets"


def _run(argv: list[str]) -> tuple[int, str]:
    done = subprocess.run([SHOAL, *argv], capture_output=True, text=True)
    return done.returncode, done.stdout


def _record(starts: tuple[str, ...]) -> dict[str, Any]:
    from tests.golden.cases import ANSWERS, CASES
    from tests.golden.inputs import text_inputs, write_inputs
    from tests.golden.running import GOLDEN, digests, made_with, outcome

    old = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {"cases": {}, "answers": {}}
    with tempfile.TemporaryDirectory() as place:
        data = Path(place, "inputs")
        data.mkdir()
        write_inputs(data)
        texts = list(text_inputs(data))
        names = [path.relative_to(data).as_posix() for path in texts]
        inputs = {n: digests(p.parent)[p.name] for n, p in zip(names, texts, strict=True)}
        new: dict[str, Any] = {"made_with": made_with(), "inputs": inputs}
        same = old.get("made_with") == made_with() and old["inputs"].items() <= inputs.items()
        if starts != ("",) and not same:
            sys.exit("inputs or libraries are not those of the recording: record all cases")
        for kind, cases in (("cases", CASES), ("answers", ANSWERS)):
            new[kind] = {}
            for case in cases:
                kept = old[kind].get(case.name)
                if case.missing(PUBLIC_DATA) or not case.name.startswith(starts):
                    new[kind] |= {case.name: kept} if kept else {}
                    continue
                out = Path(place, kind, case.name)
                out.mkdir(parents=True)
                folders = {"data": data, "out": out, "public": PUBLIC_DATA}
                new[kind][case.name] = outcome(case, folders, _run, whole=kind == "answers")
    return new


def main() -> None:
    """Record the cases whose names start as the arguments say, or all."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    recorded = _record(tuple(sys.argv[1:]) or ("",))
    path = Path(__file__).with_name("golden.json")
    path.write_text(json.dumps(recorded, indent=1) + "\n")
    print(f"{len(recorded['cases'])} cases and {len(recorded['answers'])} answers in {path.name}")


if __name__ == "__main__":
    main()
