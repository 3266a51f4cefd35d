"""A fuzzer of the native core: ``python -m tests.fuzz_core N [SEED] [--core FILE]``.

Each of the N cases calls one function, class or method of the core, with arguments that are valid,
nearly so, or whatever their types allow, and then uses what it returned. Whatever it is given, the
core returns or raises; a crash, a hang and an error of a sanitizer end the process. Cases are
independent: ``--from`` the number of one repeats it. The core is asked for its names, and the stub
for their parameters, so that a function without a case is an error.

``make fuzz-core`` runs it with a core that was built with the address sanitizer.
"""

from __future__ import annotations

import argparse
import ast
import faulthandler
import importlib.util
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from .core_arguments import Signature, World

STUB = Path(__file__).parents[1] / "src" / "shoal" / "_core.pyi"

#: Seconds that no case may take.
HANG = 60.0

#: Crashes after which there is no point in going on.
ENOUGH = 20

#: What the core raises on purpose, or Python for it.
EXPECTED = (TypeError, ValueError, OverflowError, MemoryError, RuntimeError)


def load(path: Path | None) -> Any:
    """Return the core, or one that was built elsewhere."""
    if path is None:
        from shoal import _core

        return _core
    spec = importlib.util.spec_from_file_location("_core", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def signatures(core: Any) -> list[Signature]:
    """Return what the stub describes, which must be all that the core has."""
    found = []
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found.append(Signature(None, node))
        elif isinstance(node, ast.ClassDef):
            inner = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            found += [Signature(node.name, one) for one in inner]
    described = {one.owner or one.name for one in found}
    described |= {node.name for node in ast.parse(STUB.read_text()).body if hasattr(node, "name")}
    public = {
        name for name in dir(core) if not name.startswith("_") and callable(getattr(core, name))
    }
    assert public <= described, f"not in the stub: {public - described}"
    return found


class Fuzzer:
    """Runs cases, and counts how they end."""

    def __init__(self, core: Any, seed: int) -> None:
        self.core, self.seed = core, seed
        self.signatures = signatures(core)
        self.weights = [1 + 5 * len(one.types) for one in self.signatures]
        self.expected = (*EXPECTED, core.Cancelled, core.NoThread, core.TextError)
        self.ends: Counter[str] = Counter()
        self.calls = 0

    def run(self, number: int) -> None:
        """Run one case; all of it follows from the seed and the number."""
        rng = random.Random(f"{self.seed} {number}")
        one = rng.choices(self.signatures, self.weights)[0]
        world = World(self.core, rng)
        arguments = world.arguments(one)
        style = rng.random()
        if style > 0.8:
            arguments = {name: world.anything(name) for name in arguments}
        elif style > 0.25 and arguments:
            for name in rng.sample(list(arguments), rng.choice((1, 1, 1, min(2, len(arguments))))):
                arguments[name] = world.damaged(name, arguments[name])
        if rng.random() < 0.05:
            world.control.cancel()
        few_threads = rng.random() < 0.03
        try:
            target = self.target(one, world)
            if few_threads:
                self.core._let_threads_start(rng.randint(0, 2))
            found = self.call(one, target, arguments)
            self.use(found, world)
            self.ends["returned"] += 1
        except self.expected as error:
            self.ends[type(error).__name__] += 1
        finally:
            self.core._let_threads_start(-1)

    def target(self, one: Signature, world: World) -> Any:
        """Return what is called: of a method, that of some object."""
        if one.owner is None:
            return getattr(self.core, one.name)
        kind = getattr(self.core, one.owner)
        if one.is_static or one.name == "__init__":
            again = one.name == "__init__" and world.rng.random() < 0.1
            return world.instance(one.owner).__init__ if again and one.owner == "Control" else kind
        draw = world.rng.random()
        if draw < 0.03:
            return kind.__new__(kind)  # without __init__
        return world.instance(one.owner)

    def call(self, one: Signature, target: Any, arguments: dict[str, Any]) -> Any:
        """Call it; a property is read."""
        self.calls += 1
        if one.owner is None or one.name == "__init__":
            return target(**arguments)
        attribute = getattr(target, one.name)
        return attribute if one.is_property else attribute(**arguments)

    def use(self, found: Any, world: World) -> None:
        """Read all of what was returned, in any order, some of it twice."""
        rng, core = world.rng, self.core
        for part in found if isinstance(found, tuple) else (found,):
            if isinstance(part, np.ndarray):
                part.sum()
                continue
            if isinstance(part, core.Patterns) and rng.random() < 0.5:
                for _ in range(2):
                    core.best_of(
                        part, rng.randint(1, 9), rng.choice((core.Rank.support, core.Rank.length))
                    )
                    core.drop_implied(part, np.full(world.values["item_count"], -1, np.int32))
            if type(part).__module__ != core.Patterns.__module__:
                continue
            inner = [one for one in self.signatures if one.owner == type(part).__name__]
            inner = [one for one in inner if not one.types and one.name != "__init__"]
            for one in rng.choices(inner, k=len(inner)):
                array = self.call(one, part, {})
                if isinstance(array, np.ndarray):
                    array.sum()
            if isinstance(part, core.PatternStream):
                for _ in range(rng.randint(0, 4)):
                    part.next(0.005)


def work(options: argparse.Namespace) -> None:
    """Run cases in this process; the file holds the number of the one that is under way."""
    fuzzer = Fuzzer(load(options.core), options.seed)
    with Path(options.work).open("r+b", buffering=0) as place:
        for number in range(options.first, options.cases):
            if number % 100 == options.first % 100:
                faulthandler.dump_traceback_later(HANG + 100, exit=True)
            os.pwrite(place.fileno(), number.to_bytes(8, "little"), 0)
            fuzzer.run(number)
    ends = ", ".join(f"{count:,} {name}" for name, count in fuzzer.ends.most_common())
    print(f"{fuzzer.calls:,} calls: {ends}", flush=True)


def main() -> int:
    """Run the cases in another process, and start it again after a crash."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--core", type=Path)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options)
        return 0
    crashes = 0
    with tempfile.NamedTemporaryFile() as place:
        first = options.first
        while first < options.cases and crashes < ENOUGH:
            place.write(b"\0" * 8)
            place.flush()
            command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz_core"]
            command += [str(options.cases), str(options.seed)]
            command += ["--from", str(first), "--work", place.name]
            command += [] if options.core is None else ["--core", str(options.core)]
            ended = subprocess.run(command, capture_output=True, text=True)
            print(ended.stdout, end="")
            if ended.returncode == 0:
                break
            number = int.from_bytes(Path(place.name).read_bytes(), "little")
            crashes += 1
            print(
                f"case {number:,} of seed {options.seed} crashed:\n{ended.stderr[-6000:]}",
                flush=True,
            )
            first = number + 1
    print(f"{options.cases - options.first:,} cases, {crashes} crashes")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main())
