"""Runs in processes of their own, which fail or die where they are told to.

``python tests/recipes/dying_runs.py N [SEED]`` kills N runs at random moments, with SIGKILL, and
looks at what they leave: the old publication, the new one, or a mixture that ``verify`` reports and
the next run mends.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import random
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import shoal
from shoal.errors import ShoalError, VerificationError
from shoal.recipes import pipeline
from shoal.release.publication import PRIVATE

#: System calls of a publication, as Python makes them.
CALLS = ("open", "fchmod", "fsync", "replace", "unlink")

#: How a process ends that dies of a fault.
KILLED = 137


class Runs:
    """A process that forks a fresh one for each run; nothing in it has threads yet."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"},
        )

    def __call__(self, folder: Path, content: dict[str, Any], **fault: Any) -> dict[str, Any]:
        """Run a recipe; return its status and how often it made each call.

        A fault is ``call``, ``nth`` and ``error`` ("kill", or a number); or ``size``, which no file
        may exceed, and whether that is a ``kill``; or ``after``, the seconds until it is killed; or
        the function of the pipeline that it ``aborts_in``.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"folder": str(folder), "content": content, **fault}
        print(json.dumps(request), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        self._process.communicate()


def serve() -> None:
    """Answer requests until there are no more."""
    gc.disable()
    loaded: list[str] = []
    for line in sys.stdin:
        for name in loaded:  # by the run before, so that the next one need not
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
        request = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _run(request, writing)
        os.close(writing)
        if (after := request.get("after")) is not None:
            time.sleep(after)
            os.kill(child, signal.SIGKILL)
        with os.fdopen(reading) as pipe:
            text = pipe.read()
        answer = json.loads(text) if text.endswith("}") else {}  # it may be killed while it writes
        loaded = [name for name in answer.pop("loaded", ()) if name not in sys.modules]
        _, status = os.waitpid(child, 0)
        ended = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
        print(json.dumps({"status": ended, "calls": answer}), flush=True)


def _run(request: dict[str, Any], answer: int) -> None:
    os.chdir(request["folder"])
    os.umask(0o022)
    calls: Counter[str] = Counter()
    for name in CALLS:
        setattr(os, name, _counted(name, getattr(os, name), calls, request))
    if (size := request.get("size")) is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL if request.get("kill") else signal.SIG_IGN)
    if (step := request.get("aborts_in")) is not None:
        setattr(pipeline, step, lambda *given: os.abort())
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    page = f"<!doctype html>{request['content']['model']}"
    if step != "draw_report":
        pipeline.draw_report = lambda *given: page  # type: ignore[assignment]
    status = 0
    try:
        shoal.Recipe.of(request["content"]).run(save_recipe="saved.toml")
    except ShoalError as error:
        status = error.exit_status
    except OSError:
        status = 3
    with os.fdopen(answer, "w") as pipe:
        json.dump({**calls, "loaded": list(sys.modules)}, pipe)
    os._exit(status)


def _counted(name: str, real: Any, calls: Counter[str], request: dict[str, Any]) -> Any:
    def call(*given: Any, **options: Any) -> Any:
        calls[name] += 1
        if (name, calls[name]) == (request.get("call"), request.get("nth")):
            if request["error"] == "kill":
                os._exit(KILLED)
            raise OSError(request["error"], os.strerror(request["error"]))
        # No power cut comes here, so nobody waits for the disk.
        return None if name == "fsync" else real(*given, **options)

    return call


# What is in a folder afterwards.


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def temporaries(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name.endswith(".shoal-tmp")]


def manifest(folder: Path, output: str) -> dict[str, dict[str, str]]:
    """Return the files that the run file names, by path."""
    path = folder / f"{output}.run.json"
    if not path.exists():
        return {}
    return {one["path"]: one for one in json.loads(path.read_text())["files"]}


def is_whole(folder: Path, output: str) -> bool:
    """Tell whether all files are those that the run file names."""
    now = contents(folder)
    listed = manifest(folder, output)
    return bool(listed) and all(
        name in now and sha256(now[name]).hexdigest() == one["sha256"]
        for name, one in listed.items()
    )


def assert_nothing_is_open_to_others(folder: Path, output: str) -> None:
    """A private file is never readable by others, nor is one that is not published."""
    named = manifest(folder, output)
    promised = {one["staged"] for one in named.values() if one["name"] not in PRIVATE}
    public = {path for path, one in named.items() if one["name"] not in PRIVATE}
    for path in folder.iterdir():
        private = path.name.endswith((".run.json", "saved.toml"))
        if private or (path in temporaries(folder) and path.name not in promised):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
        elif path.name in public:
            assert stat.S_IMODE(path.stat().st_mode) in (0o600, 0o644), path.name


def what_is_left(folder: Path, case: Any, old: dict[str, bytes]) -> str:
    """Return whether it is the old publication, the new one, or a mixture that is reported."""
    assert_nothing_is_open_to_others(folder, case.output)
    now = {name: text for name, text in contents(folder).items() if not name.endswith("-tmp")}
    if now == old:
        return "old"
    try:
        judged = case.verify(folder / case.output)
    except VerificationError:
        assert not is_whole(folder, case.output)
        return "mixture"
    assert judged.ok
    assert is_whole(folder, case.output), sorted(now)
    return "new"


# Kills at random moments.


def kill_at_random(count: int, seed: int = 0, out: Any = sys.stdout) -> Counter[str]:
    """Kill so many runs; return how often each state was left."""
    sys.path.insert(0, str(Path(__file__).parent))
    from cases import CASES  # type: ignore[import-not-found]

    draw, runs = random.Random(seed), Runs()
    seen: Counter[str] = Counter()
    here = Path.cwd()
    for name in ("baskets", "table", "rules"):
        case = CASES[name]
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            os.chdir(folder)
            case.write(folder)
            contents_of = [
                case.content(
                    output={"report": "r.html"}, options={"threads": 1, "keep_order": kept}
                )
                for kept in (False, True)
            ]
            for _ in range(3):  # the first ones load what a run needs
                began = time.perf_counter()
                assert runs(folder, contents_of[0])["status"] == 0
                took = time.perf_counter() - began
            names = {path.name for path in folder.iterdir()}
            old = contents(folder)
            for at in range(count // 3):
                # Most of them in the second half, where the files are written.
                after = took * draw.choice((draw.uniform(0, 1.1), draw.uniform(0.5, 1.1)))
                done = runs(folder, contents_of[at % 2], after=after)
                state = what_is_left(folder, case, old)
                if done["status"] == KILLED:
                    seen[state] += 1
                    seen[f"temporaries, {state}"] += bool(temporaries(folder))
                if at % 5 == 4:
                    assert runs(folder, contents_of[at % 2])["status"] == 0
                    assert {path.name for path in folder.iterdir()} == names
                    assert what_is_left(folder, case, {}) == "new"
                if state != "mixture" or at % 5 == 4:
                    old = {n: t for n, t in contents(folder).items() if not n.endswith("-tmp")}
            os.chdir(here)
        kills = sum(seen[one] for one in ("old", "new", "mixture"))
        print(f"{kills:,} kills after {name}: {dict(seen)}", file=out, flush=True)
    runs.close()
    return seen


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve()
    else:
        kill_at_random(*map(int, sys.argv[1:]))
