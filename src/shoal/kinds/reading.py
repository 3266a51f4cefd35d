"""The doors to all data: files, frames and rows in, baskets or a table out; and back to files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from shoal.data import Baskets
from shoal.io import Staged, by_name
from shoal.kinds.kind import KINDS, choose_kind

if TYPE_CHECKING:
    from shoal.data import Hierarchy, Table


@overload
def read(
    source: Any,
    *,
    qi: Iterable[str] | Mapping[str, Any],
    sensitive: Iterable[str] | None = None,
    sensitive_together: bool | None = None,
    keep: Iterable[str] | None = None,
    person: str | None = None,
    class_: str | None = None,
    hierarchies: str | PathLike[str] | Mapping[str, Any] | None = None,
    recoding: str | Mapping[str, str] | None = None,
    categorical: Iterable[str] | None = None,
    numeric: Iterable[str] | None = None,
    dates: Mapping[str, str] | None = None,
    derive: Mapping[str, str] | None = None,
    weights: Mapping[str, float] | None = None,
    max_level: Mapping[str, int] | None = None,
    format: str | None = None,
    separator: str | None = None,
) -> Table: ...
@overload
def read(
    source: Any,
    *,
    kind: str | None = None,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    taxonomy: Hierarchy | Mapping[str, Any] | str | PathLike[str] | None = None,
) -> Baskets: ...
def read(source: Any, *, kind: str | None = None, **given: Any) -> Any:
    r"""Read data of any kind from a file, a frame or plain rows.

    With ``qi`` it is a table, else baskets.

    Parameters
    ----------
    source
        A path, also of a folder of Parquet files; a Polars, pandas or Arrow frame, a DuckDB
        relation, or anything else that speaks the Arrow C interface; for baskets also a SciPy
        sparse matrix, or rows, each an iterable of items; or data, which is returned as it is.
    kind
        The kind of data, where no other parameter tells: ``"baskets"`` or ``"table"``.
    format, separator
        Insist on a file's format: ``fimi``, ``csv``, ``spmf``, ``parquet`` or ``arrow``; or
        ``long``, a row for each item; and on what stands between two items or cells of a CSV line.
    column
        The list column of a Parquet file, an Arrow file or a frame.
    id, item
        The columns of the long format: whose basket, and what is in it.
    taxonomy
        A hierarchy of the baskets' items, a nested mapping, or the file of one: a node above an
        item may then be published in its place.
    qi
        The quasi-identifiers of a table: names, or hierarchies by name.
    sensitive, keep
        Columns that hold what must not be learnt about a person, and others: published as they are.
    sensitive_together
        Whether models see the sensitive columns as one, whose values are combinations.
    person
        The column that says whose row it is; by default each row is a person's.
    class_
        The column that is to be predicted, published as it is; the loss then has the CM.
    hierarchies
        A folder with files ``<column>.csv``, or one such file; or by column a file, a
        :class:`~shoal.Hierarchy`, or a nested mapping.
    recoding
        How the cell of a group is made: ``auto``, ``hierarchy``, ``range`` or ``set``; or by
        column.
    categorical, numeric
        Columns that are categories even if all they hold are numbers or dates; columns that must
        hold numbers.
    dates
        By column, ``dmy`` or ``mdy``: which comes first in dates that leave it open.
    derive
        Further columns by name, whole years from a date to a day: ``birth_date@2024-12-31``.
    weights
        How much a loss counts, by column; 1 when not given.
    max_level
        The highest level that may be published, by column.

    Examples
    --------
    >>> read([["milk", "beer"], ["milk"]])
    Baskets(2 rows, 2 items, 3 entries)
    >>> read({"age": [31, 35], "city": ["Rome", "Oslo"]}, qi=["age", "city"])
    Table(2 rows, 2 quasi-identifiers)
    """
    known = {name: value for name, value in given.items() if value is not None}
    chosen = choose_kind({"kind": kind, **known}, source)
    chosen.check_options(known)
    return chosen.read(source, **known)


def write(
    data: Any,
    path: str | PathLike[str],
    *,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    overwrite: bool = False,
) -> None:
    """Write baskets or published columns to exactly this file.

    :meth:`shoal.Release.write` judges the file before it takes its name; this does not.

    Parameters
    ----------
    data
        Baskets, rows of items, or a published table.
    path
        The file; its name tells the format. It appears whole or not at all.
    format, separator, column, id, item
        As for :func:`shoal.read`; ``id`` and ``item`` insist on the long format.
    overwrite
        Whether a file of other content is replaced.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write([["milk", "beer"], []], Path(folder, "baskets.dat.gz"))
    ...     list(read(Path(folder, "baskets.dat.gz")))
    [['beer', 'milk'], []]
    """
    baskets = KINDS["baskets"]
    kind = next((one for one in KINDS.values() if isinstance(data, one.published)), baskets)
    if kind is baskets:
        form = by_name(path, format=format, separator=separator, id=id, item=item)
    else:
        form = kind.format_of(Path(path), format, separator)
    with Staged(path, overwrite=overwrite) as staged:
        kind.write(data, staged.temporary, form, column=column)
        staged.commit()
