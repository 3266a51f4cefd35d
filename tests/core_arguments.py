"""Arguments for the native core that are valid, nearly so, or whatever their types allow."""

from __future__ import annotations

import ast
import enum
import math
import random
from typing import Any

import numpy as np

INTEGERS = (0, 1, -1, 2, 3, 7, 64, 1000, 2**15, 2**20, 2**31 - 1, 2**31, 2**32 + 1, 2**53, 2**62)
BOUNDS = (2**63 - 1, 2**63, 2**64 + 1, -(2**31), -(2**31) - 1, -(2**63), -(2**70))
REALS = (0.0, -0.0, 0.5, 1.0, -1.0, 1e-300, 1e12, 1e18, 1e300, math.inf, -math.inf, math.nan)
OTHERS = (None, True, "3", b"3", 2.7, np.float32(2.7), np.int64(3), [1, 2], (), {}, object())
TEXTS = ("", "\0", " ", ",", ";", '"', "\n", "\r", "ab", "é", "hierarchy", "range", "set")
BYTES = (
    b"",
    b"\n",
    b"a",
    b"a\nb\n",
    b"1 2\n2 3\n",
    b'"a,b",c\n\n',
    b"\xff",
    b"a\0b",
    b"\xef\xbb\xbf1\n",
)

#: Each of these needs memory or time in proportion to it, and may have it.
SPARED = {"item_count": 2**20, "threads": 8, "m": 8, "parts": 2**20, "buffer_bytes": 2**40}


class Signature:
    """A callable of the core: its name, that of its class, and its parameters with their types."""

    def __init__(self, owner: str | None, node: ast.FunctionDef) -> None:
        self.owner = owner
        self.name = node.name
        self.is_static = any(ast.unparse(one) == "staticmethod" for one in node.decorator_list)
        self.is_property = any(ast.unparse(one) == "property" for one in node.decorator_list)
        bound = owner is not None and not self.is_static
        self.types = {
            one.arg: ast.unparse(one.annotation) for one in node.args.args[1 if bound else 0 :]
        }


def rows_of(rng: random.Random, items: list[int], count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return random rows of some of the items."""
    rows = [
        sorted(rng.sample(items, rng.randint(0, min(len(items), rng.choice((2, 4, 9))))))
        for _ in range(count)
    ]
    rows += rng.choices(rows, k=rng.randint(0, count)) if rows else []
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return np.array([item for row in rows for item in row], dtype=np.int32), offsets


class World:
    """Arguments that fit together, by the names of the parameters."""

    def __init__(self, core: Any, rng: random.Random) -> None:
        self.core, self.rng = core, rng
        self.control = core.Control()
        self.control.set_time_limit(rng.choice((0.02, 0.05, 1.0)))
        self.values: dict[str, Any] = {}
        self.fill()

    def fill(self) -> None:
        """Make rows, groups, rules and a taxonomy."""
        rng, values = self.rng, self.values
        count = rng.randint(1, 9)
        items, offsets = rows_of(rng, list(range(count)), rng.choice((0, 1, 4, 12, 40)))
        rows = len(offsets) - 1
        values.update(items=items, offsets=offsets, item_count=count, whole_items=items)
        values.update(whole_offsets=offsets, codes=np.arange(count, dtype=np.int64))
        values["set_items"], values["set_offsets"] = rows_of(rng, list(range(count)), 5)
        k = values["k"] = rng.randint(1, max(min(rows, 5), 1))
        values.update(budget=rng.choice((-1, 0, 10, 10**6)), seed=rng.randrange(2**64))
        values.update(most_entries=rng.choice((0, 10, 10**6)), most_kept=rng.choice((0, 10, 10**6)))
        values.update(room=rng.choice((0, 10, 10**6)), rows_of_part=rng.randint(0, 20))
        values.update(rounds=rng.randint(0, 5), threads=rng.randint(1, 3), count=rng.randint(1, 20))
        values.update(m=rng.randint(1, 3), most_children=rng.randint(2, 6), parts=rng.randint(1, 3))
        values.update(buffer_bytes=rng.choice((0, 10**6)), seconds=rng.choice((0.0, 0.01)))
        values.update(min_support=rng.randint(1, 4), min_length=rng.randint(0, 2))
        values.update(max_length=rng.choice((3, 2**63 - 1)), patterns=rng.choice((0, 3, 2**63 - 1)))
        values.update(bytes=rng.choice((0, 1000, 2**63 - 1)), control=self.control)
        values.update(relaxed=rng.random() < 0.5, widest=rng.random() < 0.5, c=rng.random())
        values.update(per_bit=rng.random() < 0.5)
        values.update(rare_first=rng.random() < 0.5)
        values.update(alpha=rng.randint(0, 5), gamma=rng.randint(1, 5), most_sets=10**5)
        values.update(most_visited=rng.choice((0, 100, 10**6)), separator=rng.choice(TEXTS[1:6]))
        values.update(names=b"".join(b"%d\n" % i for i in range(count)), text=rng.choice(BYTES))
        values["kept"] = np.array([rng.randint(0, n) for n in np.diff(offsets)], np.int32)
        values["multipliers"] = np.array([rng.uniform(0, 4) for _ in range(rows)])
        self.fill_groups(rows, k)
        cut = rng.randint(1, count)
        values["public_items"] = np.arange(cut, dtype=np.int32)
        values["weights"] = np.array([rng.randrange(2**20) for _ in range(cut)], np.int64)
        rules = rng.randint(0, 4)
        ends = np.arange(rules + 1, dtype=np.int64)
        values.update(antecedent_offsets=ends, consequent_offsets=ends)
        values["antecedent_items"] = np.array([rng.randrange(cut) for _ in ends[1:]], np.int32)
        values["consequent_items"] = np.array([rng.randint(cut, count) for _ in ends[1:]], np.int32)
        values["item_count"] = count + 1

    def fill_groups(self, rows: int, k: int) -> None:
        """Make groups of k rows at least, with what their rows share."""
        values, groups = self.values, max(rows // k, 1)
        values["group_of_row"] = np.array([row % groups for row in range(rows)], np.int32)
        centres, ends = [], [0]
        for group in range(groups):
            members = range(group, rows, groups)
            starts = values["offsets"]
            sets = [set(values["items"][starts[r] : starts[r + 1]].tolist()) for r in members]
            centres += sorted(set.intersection(*sets)) if sets else []
            ends.append(len(centres))
        values["centre_items"] = np.array(centres, dtype=np.int32)
        values["centre_offsets"] = np.array(ends, dtype=np.int64)
        values["proved"] = np.zeros(groups, dtype=np.uint8)

    def use_taxonomy(self) -> None:
        """Put values of a taxonomy into the rows: nodes with none below them."""
        rng, values = self.rng, self.values
        above: list[int] = []
        for node in range(rng.randint(1, 12)):
            above.append(rng.randint(-1, node - 1))
        order = rng.sample(range(len(above)), len(above))
        moved = np.full(len(above), -1, dtype=np.int32)
        for node, parent in enumerate(above):
            moved[order[node]] = -1 if parent < 0 else order[parent]
        leaves = np.zeros(len(above), dtype=np.int32)
        lowest = sorted(set(range(len(above))) - set(moved.tolist()))
        for node in lowest:
            up = node
            while up >= 0:
                leaves[up] += 1
                up = moved[up]
        values.update(above=moved, leaves=leaves)
        values["items"], values["offsets"] = rows_of(rng, lowest, rng.choice((0, 3, 20)))

    def tree(self) -> dict[str, Any]:
        """Return a column: a tree in preorder."""
        rng = self.rng
        parents, first, last, leaf_nodes = [-1], [0], [0], []

        def grow(node: int, depth: int) -> None:
            children = rng.randint(0, 3) if depth < 3 else 0
            if children == 0 and node > 0:
                leaf_nodes.append(node)
            for _ in range(max(children, node == 0)):
                parents.append(node)
                first.append(len(leaf_nodes))
                last.append(0)
                grow(len(parents) - 1, depth + 1)
            last[node] = len(leaf_nodes)

        grow(0, 0)
        full = rng.choice((0, 1, 2**20, 2000 * 2**20))
        size = max(len(leaf_nodes) - 1, 1)
        costs = [(b - a - 1) * full // size for a, b in zip(first, last, strict=True)]
        costs[0] = full
        positions = sorted(rng.randint(-1, full) for _ in leaf_nodes)
        recoding = rng.choice(("hierarchy", "range", "set"))
        if recoding != "range" and rng.random() < 0.5:
            positions = []
        arrays = {"parents": parents, "first": first, "last": last, "leaf_nodes": leaf_nodes}
        arrays |= {"costs": costs, "positions": positions}
        made = {name: np.array(array, dtype=np.int32) for name, array in arrays.items()}
        return {**made, "recoding": recoding, "set_free": rng.randint(0, 1)}

    def use_table(self) -> None:
        """Make a table, and a constraint that its rows satisfy."""
        rng, values, core = self.rng, self.values, self.core
        columns = [self.tree() for _ in range(rng.randint(1, 3))]
        rows = rng.choice((1, 2, 5, 12, 16, 40))
        cells = [rng.randrange(len(one["leaf_nodes"])) for _ in range(rows) for one in columns]
        values["cells"] = np.array(cells, dtype=np.int32)
        values["labels"] = np.array([rng.randrange(rows) for _ in cells], dtype=np.int32)
        table = core.Table(values["cells"])
        for column in columns:
            table.add_column(**column)
        values.update(self.tree(), table=table)
        k = values["k"] = rng.randint(1, max(rows // 2, 1))
        persons = np.array([rng.randrange(rows) for _ in range(rows)], dtype=np.int32)
        values.update(persons=persons, rows=np.arange(rows, dtype=np.int32))
        of_rows = core.Constraint.rows(k)
        of_persons = core.Constraint.persons(rng.randint(1, len(set(persons.tolist()))), persons)
        codes = np.array([rng.randrange(min(rows, 4)) for _ in range(rows)], dtype=np.int32)
        codes = np.unique(codes, return_inverse=True)[1].astype(np.int32)
        many = int(codes.max()) + 1
        values.update(codes=codes, l=rng.randint(1, many), t=rng.random(), c=rng.choice((0.5, 3)))
        values["least"] = np.zeros(rng.choice((0, many)))
        values["most"] = np.array([rng.uniform(0, 2) for _ in range(many)])
        values.update(strict=rng.random() < 0.5, all_values=rng.random() < 0.5)
        values["distance"] = rng.choice(("growth", "difference", "damped", "ratio"))
        values["modified"] = rng.random() < 0.5
        values.update(most_suppressed=rng.choice((0, 0, rng.randint(0, rows))), moves=0)
        values["fill_up"] = rng.random() < 0.5
        if values["most_suppressed"] == 0:
            values["moves"] = rng.randint(0, 3)
        of_values = core.Constraint.distinct(values["l"], codes)
        close = core.Constraint.close(values["t"], codes)
        values["constraints"] = [of_rows, of_persons, of_values, close]
        some = rng.sample(values["constraints"], rng.randint(1, 4))
        values["constraint"] = core.Constraint.all(some)
        values["group_of_row"] = np.zeros(rows, dtype=np.int32)
        values["multipliers"] = np.array([rng.uniform(0, 2**20) for _ in range(rows)])

    def use_patterns(self) -> None:
        """Make a request, and patterns that were mined."""
        rng, values, core = self.rng, self.values, self.core
        values["target"] = rng.choice((core.Target.all, core.Target.closed, core.Target.maximal))
        values["by"] = rng.choice((core.Rank.support, core.Rank.length))
        of_request = ("target", "min_support", "min_length", "max_length")
        values["request"] = core.Request(*(values[name] for name in of_request))
        values["limits"] = core.Limits(values["patterns"], values["bytes"])
        rows = [values[name] for name in ("items", "offsets", "item_count", "request", "limits")]
        values["patterns"], _ = core.mine(*rows, 1, core.Control())
        values["above"] = np.array(
            [rng.randint(-1, values["item_count"] - 1) for _ in range(values["item_count"])],
            np.int32,
        )

    def arguments(self, one: Signature) -> dict[str, Any]:
        """Return valid arguments."""
        kinds = " ".join(one.types.values())
        if "leaves" in one.types:
            self.use_taxonomy()
        elif "Table" in kinds or one.owner in ("Table", "Constraint"):
            self.use_table()
            if one.owner == "Constraint":
                many = int(self.values["codes"].max()) + 1  # all of them right below the root
                self.values["parents"] = np.array([-1, *[0] * many], dtype=np.int32)
                self.values["leaf_nodes"] = np.arange(1, many + 1, dtype=np.int32)
        elif one.owner != "Limits":
            limit = self.values["patterns"]
            self.use_patterns()
            if one.owner == "Request":
                self.values["patterns"] = limit
        return {name: self.values[name] for name in one.types}

    def instance(self, owner: str) -> Any:
        """Return an object of this class, as someone would have it."""
        core, values = self.core, self.values
        rows = [values[name] for name in ("items", "offsets", "item_count")]
        k, control = values["k"], self.control
        limits = (values["most_entries"], values["most_kept"])
        if owner in ("Table", "Constraint", "TableGrouping", "TableSweep", "TableBound"):
            if "table" not in values:
                self.use_table()
            table, constraint = values["table"], values["constraint"]
            found = core.sweep_table(table, constraint, *limits, 10**6, 0, 1, control)
            groups = values["group_of_row"]
            bound = core.bound_table(table, values["k"], groups, *limits, 10**6, 1, 1, control)
            instances = {"Table": core.Table(values["cells"]), "Constraint": constraint}
            instances |= {"TableSweep": found, "TableGrouping": found.grouping}
            return instances.get(owner, bound)
        if owner == "TablePatternka":
            if "table" not in values:
                self.use_table()
            table, constraint, labels = values["table"], values["constraint"], values["labels"]
            return core.patternka_table(table, labels, constraint, False, 10, control)
        if owner == "Control":
            return core.Control()
        if owner == "TextBaskets":
            return core.parse_baskets(b"a b\nb\n", "\0")
        if owner == "EqualRows":
            return core.equal_rows(*rows[:2])
        if owner == "Patterns":
            self.use_patterns()
            return self.values["patterns"]
        if owner == "PatternStream":
            self.use_patterns()
            made = (values["request"], core.Limits(5, 1000), 0, values["threads"], control)
            return core.PatternStream(*rows, *made)
        if owner == "Grouping":
            return core.patternka(*rows, k, 10, 1, 0, control)
        if owner == "Bound":
            return core.tight_bound(*rows, k, values["kept"], *limits, 1, 1, control)
        if owner == "KmFindings":
            return core.km_check(*rows, k, 2, 1, control)
        if owner == "Generalization":
            names = "public_items weights antecedent_items antecedent_offsets consequent_items"
            sides = [values[name] for name in (*names.split(), "consequent_offsets")]
            return core.rbat(*rows, *sides, k, 0.5, 1, 1, 1, 1, control)
        self.use_taxonomy()
        taxonomy = [values[name] for name in ("items", "offsets", "above", "leaves")]
        if owner == "KmRecoding":
            return core.km_apriori(*taxonomy, k, 2, control)
        assert owner == "TopDownGroups", f"no way to make a {owner}"
        return core.top_down(*taxonomy, k, 4, control)

    def damaged(self, name: str, value: Any) -> Any:
        """Return something near a valid argument."""
        rng = self.rng
        if isinstance(value, np.ndarray):
            return self.damaged_array(value)
        if isinstance(value, bool) or rng.random() < 0.2:
            return rng.choice((*OTHERS, *self.values.values()))
        if isinstance(value, int):
            number = rng.choice((*INTEGERS, *BOUNDS, value + 1, value - 1, -value))
            return number if not SPARED.get(name, number) < number < 2**31 else value + 1
        if isinstance(value, float):
            return rng.choice(REALS)
        if isinstance(value, str):
            return rng.choice(TEXTS)
        if isinstance(value, bytes):
            return bytes(rng.choice(value or b"a") for _ in range(rng.randint(0, 20))) + rng.choice(
                BYTES
            )
        if isinstance(value, list):
            return rng.choice(([], value * 3, [None], [*value, 3]))
        kind = type(value)
        unready = None if isinstance(value, enum.Enum) else kind.__new__(kind)
        return rng.choice((unready, value, None, kind))

    def damaged_array(self, array: np.ndarray) -> Any:
        """Return an array with other values, of another length, type or layout."""
        rng, size = self.rng, len(array)
        how = rng.randrange(12)
        if how < 5 and size:
            changed = array.copy()
            real = array.dtype.kind == "f"
            bounds = REALS if real else (*INTEGERS, *BOUNDS, size, -2, int(array.max()) + 1)
            fits = (
                x
                for x in bounds
                if real or np.iinfo(array.dtype).min <= x <= np.iinfo(array.dtype).max
            )
            changed[rng.randrange(size)] = rng.choice(list(fits))
            return changed
        if how == 5:
            return rng.choice(
                (
                    array[: rng.randint(0, size)].copy(),
                    np.repeat(array, 2),
                    np.append(array, array[:1]),
                )
            )
        if how == 6:
            return np.array(rng.sample(array.tolist(), size), dtype=array.dtype)
        if how == 7:
            types = (
                "f8",
                "f4",
                "i8",
                "i4",
                "u4",
                "i2",
                "u1",
                ">i4",
                ">i8",
                "?",
                "O",
                "m8[s]",
                "U3",
                "c8",
            )
            with np.errstate(all="ignore"):
                return array.astype(rng.choice(types), casting="unsafe")
        if how == 8:
            wide = np.repeat(array, 2)
            return rng.choice(
                (wide[::2], array[::-1], array.reshape(1, -1), array.reshape(-1, 1), wide[1:])
            )
        if how == 9:
            raw = np.zeros(array.nbytes + 1, dtype=np.uint8)
            raw[1:] = np.frombuffer(array.tobytes(), dtype=np.uint8)
            return raw[1:].view(array.dtype)  # at an odd address
        if how == 10:
            return rng.choice([one for one in self.values.values() if isinstance(one, np.ndarray)])
        return rng.choice(
            (array.tolist(), None, np.array(3, array.dtype), array.tobytes(), *OTHERS)
        )

    def anything(self, name: str) -> Any:
        """Return whatever there is, or nearly: what fits by its name, and what does not."""
        if name in self.values and self.rng.random() < 0.7:
            return self.damaged(name, self.values[name])
        return self.rng.choice((*OTHERS, *REALS, *TEXTS, *BYTES, *self.values.values()))
