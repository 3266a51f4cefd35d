"""The door to all verifiers: the model says which one judges."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from shoal.data import Transactions
from shoal.data.item_mapping import ItemMapping
from shoal.errors import ParameterError, SchemaError
from shoal.io import read
from shoal.io.rejections import naming_file
from shoal.privacy.k_anonymity import verify_k
from shoal.privacy.models import KAnonymity, Model, PSRules, parse_model
from shoal.privacy.verdict import Verdict
from shoal.wording import parameter

if TYPE_CHECKING:
    from shoal.privacy.rules_verdict import RulesVerdict

Mapping = ItemMapping | str | os.PathLike[str]


@overload
def verify(
    published: Any,
    model: KAnonymity,
    mapping: None = None,
    *,
    column: str | None = None,
    qi: Sequence[str] | None = None,
    person: str | Sequence[Any] | None = None,
    sensitive: Sequence[str] = (),
) -> Verdict: ...
@overload
def verify(
    published: Any, model: PSRules, mapping: Mapping | None = None, *, column: str | None = None
) -> RulesVerdict: ...
@overload
def verify(
    published: Any,
    model: Model | str,
    mapping: Mapping | None = None,
    *,
    column: str | None = None,
    qi: Sequence[str] | None = None,
    person: str | Sequence[Any] | None = None,
    sensitive: Sequence[str] = (),
) -> Any: ...
def verify(
    published: Any,
    model: Model | str,
    mapping: Mapping | None = None,
    *,
    column: str | None = None,
    qi: Sequence[str] | None = None,
    person: str | Sequence[Any] | None = None,
    sensitive: Sequence[str] = (),
) -> Any:
    """Judge whether published data keeps a promise, from that data alone.

    An empty basket is a row like any other. Data without rows breaks no promise of k alike. With
    quasi-identifiers the data is a table, and its rows are compared in these columns alone.

    Parameters
    ----------
    published
        Baskets, or anything :func:`shoal.read` understands; with ``qi`` a CSV file with a header,
        a Parquet or Arrow file, or a frame.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``; for baskets also ``"km=10,2"`` and
        ``"rules=rules.txt,k=5,c=0.9"``.
    mapping
        For rules: what each public item was published as, or the file that says so. The mapping
        beside a file is found by its name, as in ``release.dat.mapping.csv``.
    column
        The list column to judge alone, when the file or frame has others. They can tell equal
        baskets apart, so without a name such data is refused with a SchemaError, and with a name
        the verdict warns of them.
    qi
        Names of a table's quasi-identifiers; the verdict warns of all other columns.
    person
        The column of a table that says whom a row is about, or one value for each row; then k
        counts distinct persons.
    sensitive
        Columns of a table that were meant to be published as they are: no warning of them.

    Examples
    --------
    >>> published = Transactions.of([["tea"], ["tea"], ["tea", "rum"]])
    >>> verdict = verify(published, "k=2")
    >>> verdict.ok, verdict.k_min, verdict.first_offenders
    (False, 1, (3,))
    >>> verify({"age": ["20-29", "20-29", "*"]}, "k=2", qi=["age"]).first_offenders
    (3,)
    """
    if qi is not None:
        return _verify_table(published, model, mapping, column, qi, person, sensitive)
    if person is not None or len(sensitive):
        name = "sensitive" if person is None else "person"
        raise ParameterError(f"{name} is for tables: name the quasi-identifiers too")
    promise = parse_model(model)
    if mapping is not None and not isinstance(promise, PSRules):
        raise ParameterError(f"a mapping is for rules, and the model is {promise}")
    if mapping is None and isinstance(promise, PSRules):
        mapping = _beside(published)
    baskets = _baskets(published, column)
    if baskets.may_repeat:
        # Not in what is published: repeats tell rows apart that are equal as sets.
        baskets = replace(baskets, may_repeat=False)
    verdict = _judge(baskets, promise, mapping)
    return replace(verdict, warnings=(*_not_judged(baskets), *verdict.warnings))


def _beside(published: Any) -> Path | None:
    """Return the mapping beside a published file, if there is one."""
    from shoal.io.mappings import mapping_beside

    if not isinstance(published, (str, os.PathLike)) or not Path(published).name:
        return None
    found = mapping_beside(published)
    return found if found.is_file() else None


def _judge(baskets: Transactions, promise: Model, mapping: Mapping | None) -> Any:
    """Ask the verifier of the model; those that count items are loaded when they are needed."""
    if isinstance(promise, KAnonymity):
        return verify_k(baskets, promise)
    if isinstance(promise, PSRules):
        from shoal.io.mappings import read_mapping
        from shoal.privacy.ps_rules import verify_rules

        if mapping is not None and not isinstance(mapping, ItemMapping):
            mapping = read_mapping(mapping)
        return verify_rules(baskets, promise, mapping)
    from shoal.privacy.km import verify_km

    return verify_km(baskets, promise)


def _verify_table(
    published: Any,
    model: Model | str,
    mapping: Mapping | None,
    column: str | None,
    qi: Sequence[str],
    person: str | Sequence[Any] | None,
    sensitive: Sequence[str],
) -> Verdict:
    from shoal.privacy.tables import verify_table  # loads the library of frames

    if mapping is not None:
        raise ParameterError("a mapping is for rules about baskets, and qi says this is a table")
    if column is not None:
        raise ParameterError("column is for baskets; the columns of a table are named with qi")
    return verify_table(published, model, qi=qi, person=person, sensitive=sensitive)


def _baskets(published: Any, column: str | None) -> Transactions:
    """Return the baskets to judge; refuse those of one column among others that nobody named."""
    read_here = not isinstance(published, Transactions)
    baskets: Transactions = read(published, column=column) if read_here else published
    name = baskets.column
    if column is None and baskets.other_columns:
        with naming_file(published):
            raise SchemaError(
                f"beside the baskets in column {name!r} there {_other_columns(baskets)}; drop what "
                "is not published, or name the column of the baskets to judge it alone "
                f"({parameter('column', name)})"
            )
    if column is not None and column != name:
        raise ParameterError(f"the baskets come from column {name!r}, not {column!r}")
    return baskets


def _not_judged(baskets: Transactions) -> tuple[str, ...]:
    if not baskets.other_columns:
        return ()
    return (f"only column {baskets.column!r} was judged; there {_other_columns(baskets)}",)


def _other_columns(baskets: Transactions) -> str:
    others = baskets.other_columns
    what = "is another column" if len(others) == 1 else "are other columns"
    return f"{what}, {', '.join(map(repr, others))}, which can tell equal baskets apart"
