"""Shoal's native core."""

from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray


class Cancelled(Exception):
    pass

class NoThread(Exception):
    pass

class NoRoom(MemoryError):
    pass

class Invalid(ValueError):
    pass

class Control:
    """A handle on a running kernel: cancel it, bound its time, watch it."""

    def __init__(self) -> None: ...

    def cancel(self) -> None:
        """Ask the kernel to stop; it raises Cancelled."""

    def set_time_limit(self, seconds: float) -> None:
        """Let the kernel return the best it has after this many seconds."""

    @property
    def cancelled(self) -> bool: ...

    @property
    def done(self) -> int: ...

    @property
    def total(self) -> int: ...

    @property
    def found(self) -> int: ...

def simd() -> str:
    """Name of the vector instructions in use."""

def version() -> str:
    """Shoal's version."""

class TextBaskets:
    """Baskets parsed from text; its arrays can be taken once."""

    @property
    def numeric(self) -> bool: ...

    @property
    def duplicates(self) -> int: ...

    def take_items(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_numbers(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The vocabulary when it is numeric."""

    def names(self) -> bytes:
        """
        The vocabulary when it is not numeric: each name ends with a line feed.
        """

class TextError(Exception):
    pass

def parse_baskets(text: bytes, separator: str) -> TextBaskets:
    """
    Parse baskets: one a line; separator '\\0' means items separated by blanks.
    """

def format_baskets(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], names: bytes, separator: str) -> bytes:
    """
    Format baskets: one a line; names holds the vocabulary as written, each ending with a line feed.
    """

def make_sets(items: numpy.typing.NDArray[numpy.int32], offsets: numpy.typing.NDArray[numpy.int64]) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], int]:
    """
    Sort the items of each row and merge repeats; the last value says how many were dropped.
    """

def check_rows(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int) -> None:
    """
    Refuse what is not rows of items: as every kernel does with the rows it gets.
    """

def each_is_subset(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], whole_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], whole_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], codes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
    """
    Whether each row is a subset of the row at its place; codes says which item each is there, or -1.
    """

class EqualRows:
    """Rows parted into sets of equal ones; its arrays can be taken once."""

    def take_of_row(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_sizes(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_first(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

def equal_rows(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> EqualRows:
    """Which rows are equal, item by item."""

def sorted_by_content(items: numpy.typing.NDArray[numpy.int32], offsets: numpy.typing.NDArray[numpy.int64]) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]:
    """The rows sorted by their items."""

def supports(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, set_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], set_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, control: Control) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """How many rows hold all items of each set."""

class Patterns:
    """Patterns with their supports, end to end."""

    def take_items(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_supports(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class Target(enum.Enum):
    all = 0

    closed = 1

    maximal = 2

class Rank(enum.Enum):
    support = 0

    length = 1

class Stop(enum.Enum):
    """Why a search ended before its end."""

    none = 0

    patterns = 1

    bytes = 2

    time = 3

class Request:
    """What is mined."""

    def __init__(self, target: Target, min_support: int, min_length: int, max_length: int) -> None: ...

class Limits:
    """How much is still worth having."""

    def __init__(self, patterns: int, bytes: int) -> None: ...

def mine(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, request: Request, limits: Limits, threads: int, control: Control) -> tuple[Patterns, Stop]:
    """The patterns, and why they are not all."""

def mine_top(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, request: Request, count: int, by: Rank, limits: Limits, threads: int, control: Control) -> tuple[Patterns, Stop]:
    """The best patterns, and why there may be better ones."""

def mine_longest(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, request: Request, limits: Limits, control: Control) -> tuple[Patterns, Stop]:
    """The patterns of the greatest length, and why they are not all."""

class PatternStream:
    """Patterns in batches while the search goes on."""

    def __init__(self, items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, request: Request, limits: Limits, buffer_bytes: int, threads: int, control: Control) -> None: ...

    def next(self, seconds: float) -> Patterns | None:
        """The next batch; None if there is none in time, or no more."""

    @property
    def ended(self) -> bool: ...

    @property
    def stopped(self) -> Stop: ...

def drop_implied(patterns: Patterns, above: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """Leave out of each pattern what follows from another of its items."""

def best_of(patterns: Patterns, count: int, by: Rank) -> Patterns:
    """The best of patterns that are at hand, best first."""

class Grouping:
    """Rows in groups, each with its centre."""

    @property
    def nodes(self) -> int: ...

    @property
    def repeatable(self) -> bool: ...

    def take_group_of_row(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_centre_items(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_centre_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_longest(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_proved(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

def patternka(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, k: int, budget: int, threads: int, seed: int, control: Control) -> Grouping:
    """
    Group baskets by their longest frequent patterns; a negative budget means no limit.
    """

def sweep(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, k: int, budget: int, most_entries: int, most_kept: int, threads: int, seed: int, control: Control) -> Grouping:
    """PatternKa, then a local search over the centres; never loses more."""

def improve(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, k: int, multipliers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], group_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], centre_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], centre_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], proved: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], most_entries: int, most_kept: int, threads: int, control: Control) -> Grouping:
    """
    The local search alone, from a grouping, guided by the certificate's multipliers.
    """

class Bound:
    """What any release can keep at most."""

    @property
    def kept_at_most(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def rounds(self) -> int: ...

    def take_multipliers(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_prices(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

def quick_bound(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, k: int, kept: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], most_entries: int, control: Control) -> Bound:
    """No row keeps more than its longest frequent pattern."""

def tight_bound(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, k: int, kept: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], most_entries: int, most_kept: int, rounds: int, threads: int, control: Control) -> Bound:
    """
    The bound of the best prices found: rows and patterns weighed against each other.
    """

class Constraint:
    """What each group of rows must satisfy."""

    @staticmethod
    def rows(k: int) -> Constraint:
        """At least k rows."""

    @staticmethod
    def persons(k: int, persons: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """Rows of at least k persons, who are numbered from 0 without gaps."""

    @staticmethod
    def distinct(l: int, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """Rows of at least l values."""

    @staticmethod
    def entropy(l: float, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """Rows whose values have an entropy of at least the logarithm of l."""

    @staticmethod
    def recursive(c: float, l: int, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """
        Rows whose most frequent value has fewer than c times the rows of all values from the l-th on.
        """

    @staticmethod
    def close(t: float, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """Rows whose values are spread as in all rows."""

    @staticmethod
    def close_ordered(t: float, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """The same for values in their order."""

    @staticmethod
    def close_in_tree(t: float, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """The same for the leaves of a tree."""

    @staticmethod
    def shares(least: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], strict: bool, all_values: bool, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """
        Rows in which each value has a share within bounds; without `least` all of these are 0.
        """

    @staticmethod
    def all(constraints: Sequence[Constraint]) -> Constraint:
        """All of these."""

    def restricted(self, rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Constraint:
        """The same for some of the rows, numbered anew in this order."""

    def satisfied(self, rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
        """Whether these rows will do as a group."""

    @property
    def least_rows(self) -> int:
        """Rows that a satisfying group has at least."""

    @property
    def known_rows(self) -> int:
        """Rows that it has values of; as many as there are if it asks for none."""

    @property
    def rows_only(self) -> bool:
        """Whether so many rows are all that is asked for."""

class Table:
    """Columns as trees of values, and the leaf in each cell, row by row."""

    def __init__(self, cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def add_column(self, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], last: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], recoding: str, set_free: int = 1) -> None: ...

TABLE_UNIT: int = 1048576

class TableGrouping:
    """The rows of a table in groups."""

    @property
    def groups(self) -> int: ...

    @property
    def repeatable(self) -> bool: ...

    def take_group_of_row(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class TableSweep:
    """What a sweep found."""

    @property
    def grouping(self) -> TableGrouping: ...

    @property
    def blocks(self) -> int: ...

    @property
    def listed(self) -> bool: ...

def sweep_table(table: Table, constraint: Constraint, most_visited: int, most_kept: int, room: int, rows_of_part: int, threads: int, control: Control) -> TableSweep:
    """
    The cheapest closed patterns first, then a local search over patterns and rows.
    """

def improve_table(table: Table, constraint: Constraint, multipliers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], group_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], most_visited: int, most_kept: int, room: int, threads: int, control: Control) -> TableSweep:
    """Groups that cost no more, guided by the certificate's multipliers."""

def repair_table(table: Table, constraint: Constraint, group_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], most_suppressed: int, fill_up: bool, moves: int, control: Control) -> TableGrouping:
    """
    Groups that satisfy a constraint, from any; rows that are suppressed are in group -1, enough for a group if filled up. None moves after that.
    """

class TableBound:
    """What any release costs at least."""

    @property
    def cost_at_least(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def rounds(self) -> int: ...

    def take_multipliers(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_prices(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

def bound_table(table: Table, k: int, group_of_row: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], most_visited: int, most_kept: int, room: int, rounds: int, threads: int, control: Control) -> TableBound:
    """
    The bound of the best prices found in so many rounds; that of each row's cheapest set in none.
    """

def exact(table: Table, constraint: Constraint, control: Control) -> TableGrouping:
    """The groups that cost least, of at most MOST_EXACT_ROWS rows."""

MOST_EXACT_ROWS: int = 16

def forest(table: Table, constraint: Constraint, control: Control) -> TableGrouping:
    """Groups from trees in which rows lead to near ones."""

def gen_cover_cf(table: Table, constraint: Constraint, most_sets: int, threads: int, control: Control) -> TableGrouping | None:
    """
    Groups from a greedy cover by closed generalized itemsets; None when there are too many of them.
    """

def agglomerative(table: Table, constraint: Constraint, distance: str, modified: bool, control: Control) -> TableGrouping:
    """
    Groups by joining the two closest clusters until they satisfy the constraint.
    """

def set_cover(table: Table, constraint: Constraint, most_sets: int, control: Control) -> TableGrouping | None:
    """
    Groups from a greedy cover by all sets of k to 2k - 1 of at most MOST_COVER_ROWS rows; None when there are too many.
    """

MOST_COVER_ROWS: int = 64

def hilbert(table: Table, constraint: Constraint, control: Control) -> TableGrouping:
    """Groups of neighbours on a Hilbert curve."""

class TablePatternka:
    """What PatternKa found for a table."""

    @property
    def grouping(self) -> TableGrouping: ...

    @property
    def longest(self) -> bool: ...

def patternka_table(table: Table, labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], constraint: Constraint, rare_first: bool, budget: int, control: Control) -> TablePatternka:
    """
    Groups by the longest patterns of labels, one for each cell; no budget if negative.
    """

def mondrian(table: Table, constraint: Constraint, relaxed: bool, widest: bool, per_bit: bool, control: Control) -> TableGrouping:
    """Groups by cutting in one column after the other."""

class Generalization:
    """Public items in sets, and the tree of splits that led there."""

    @property
    def splits(self) -> int: ...

    @property
    def rejected(self) -> int: ...

    @property
    def repeatable(self) -> bool: ...

    def take_left(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_right(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_sizes(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_supports(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_leaf_of_item(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_unprotected(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def rbat(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, public_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], antecedent_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], antecedent_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], consequent_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], consequent_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, c: float, alpha: int, gamma: int, parts: int, threads: int, control: Control) -> Generalization:
    """
    Split the public items while every rule stays protected; alpha 0 splits one item at a time.
    """

class KmFindings:
    """Combinations of items by size, and the rows with an offending one."""

    def combinations(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def offending(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def least_supports(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_offenders(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

def km_check(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], item_count: int, k: int, m: int, threads: int, control: Control) -> KmFindings:
    """
    Which combinations of up to m items are in some rows, but fewer than k.
    """

class KmRecoding:
    """What each item is published as; its array can be taken once."""

    @property
    def greedy_loss(self) -> int: ...

    @property
    def loss(self) -> int: ...

    @property
    def repeatable(self) -> bool: ...

    def take_published(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def km_apriori(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], above: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, m: int, control: Control) -> KmRecoding:
    """
    Lift items in a taxonomy until all combinations of up to m are in k rows.
    """

class TopDownGroups:
    """Rows in groups; its array can be taken once."""

    @property
    def groups(self) -> int: ...

    @property
    def repeatable(self) -> bool: ...

    def take_group_of_row(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def top_down(items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], above: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, most_children: int, control: Control) -> TopDownGroups:
    """
    Part rows by the children of one node after another, k rows in each part.
    """
