"""k-anonymity of published baskets, and the door to that of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from shoal.data import Transactions
from shoal.data.equal_rows import equal_rows
from shoal.errors import ParameterError, SchemaError
from shoal.io import read
from shoal.privacy.models import KAnonymity, Model, parse_k_anonymity
from shoal.privacy.verdict import Verdict

#: Row numbers a verdict lists; the rest is only counted.
SHOWN_OFFENDERS = 20


def verify(
    published: Any,
    model: Model | str,
    *,
    column: str | None = None,
    qi: Sequence[str] | None = None,
    person: str | Sequence[Any] | None = None,
) -> Verdict:
    """Judge whether each row occurs at least k times, from the published data alone.

    An empty basket is a row like any other. Data without rows breaks no promise. With
    quasi-identifiers the data is a table, and its rows are compared in these columns alone.

    Parameters
    ----------
    published
        Baskets, or anything :func:`shoal.read` understands; with ``qi`` a CSV file with a header,
        a Parquet or Arrow file, or a frame.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``.
    column
        The list column to judge alone, when the file or frame has others. They can tell equal
        baskets apart, so without a name such data is refused with a SchemaError, and with a name
        the verdict warns of them.
    qi
        Names of a table's quasi-identifiers; the verdict warns of all other columns.
    person
        The column of a table that says whom a row is about, or one value for each row; then k
        counts distinct persons.

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
        return _verify_table(published, model, column, qi, person)
    if person is not None:
        raise ParameterError("person is for tables: name the quasi-identifiers too")
    promise: KAnonymity = parse_k_anonymity(model, "this check")
    baskets = _baskets(published, column)
    groups = equal_rows(baskets)
    offenders = np.flatnonzero(groups.sizes[groups.of_row] < promise.k)
    return Verdict(
        ok=len(offenders) == 0,
        model=str(promise),
        k_min=int(groups.sizes.min()) if len(groups) else None,
        rows=len(baskets),
        groups=len(groups),
        offending_rows=len(offenders),
        first_offenders=tuple(int(row) + 1 for row in offenders[:SHOWN_OFFENDERS]),
        warnings=(*_not_judged(baskets), *baskets.warnings),
    )


def _verify_table(
    published: Any,
    model: Model | str,
    column: str | None,
    qi: Sequence[str],
    person: str | Sequence[Any] | None,
) -> Verdict:
    from shoal.privacy.tables import verify_table  # loads the library of frames

    if column is not None:
        raise ParameterError("column is for baskets; the columns of a table are named with qi")
    return verify_table(published, model, qi=qi, person=person)


def _baskets(published: Any, column: str | None) -> Transactions:
    """Return the baskets to judge; refuse those of one column among others that nobody named."""
    read_here = not isinstance(published, Transactions)
    baskets: Transactions = read(published, column=column) if read_here else published
    name = baskets.column
    if column is None and baskets.other_columns:
        raise SchemaError(
            f"beside the baskets in column {name!r} there {_other_columns(baskets)}; drop what is "
            "not published, or name the column of the baskets to judge it alone "
            f"(--column {name}; in Python column={name!r})"
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
