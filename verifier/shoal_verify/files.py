"""From a file to a verdict: which format it has, and what lies beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from shoal_verify import baskets
from shoal_verify.anatomy import GROUP, joined
from shoal_verify.hierarchy import read_hierarchy
from shoal_verify.mapping import read_mapping
from shoal_verify.models import Model, parse_model
from shoal_verify.packed import read_text
from shoal_verify.release import NotJudged, Release, Verdict
from shoal_verify.tables import table_text

#: What the name of a file says: its format, and the separator of CSV.
SUFFIXES = {
    **dict.fromkeys((".dat", ".txt", ".fimi", ".basket"), ("fimi", "")),
    ".csv": ("csv", ","),
    ".tsv": ("csv", "\t"),
    ".spmf": ("spmf", ""),
    **dict.fromkeys((".parquet", ".pq"), ("parquet", "")),
    **dict.fromkeys((".arrow", ".feather", ".ipc"), ("arrow", "")),
}
FORMATS = ("fimi", "csv", "spmf", "parquet", "arrow", "long")


def judge(
    path: str | os.PathLike[str],
    model: str | Model,
    *,
    qi: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    keep: Sequence[str] = (),
    sensitive_together: bool = False,
    hierarchies: Mapping[str, str | os.PathLike[str]] | None = None,
    mapping: str | os.PathLike[str] | None = None,
    publish: str | None = None,
    format: str | None = None,
    separator: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> Verdict:
    """Judge a published file; raise :class:`NotJudged` for anything that is not judged.

    Parameters
    ----------
    path
        The file, or a folder of Parquet files and nothing else.
    model
        ``k=10``, ``km=10,2`` or ``rules=FILE,k=5,c=0.9``; for a table also ``l=3``, ``t=0.2``,
        ``alpha=0.5,k=10``, ``delta=1`` or ``beta=1``, and several such as ``k=10,l=3``.
    qi, sensitive, keep
        The quasi-identifiers of a table, and all its other columns: those that a model such as
        ``l=3`` is about, and others. For ``k=10`` they are the same.
    sensitive_together, hierarchies
        Whether sensitive columns are judged as one; for ``t=hierarchical:0.2`` the file of the
        hierarchy of each.
    mapping
        For rules, what each public item was published as; by default the file beside the release
        that is called after it, as in ``release.dat.mapping.csv``.
    publish
        ``anatomy`` if a table was published as two; the sensitive table is the file beside it that
        is called after it, as in ``release.csv.sensitive.csv``.
    format, separator, id, item
        How the file is read, where its name does not tell; ``id`` and ``item`` are the columns of
        the long format.
    """
    path = Path(path)
    chosen = parse_model(model) if isinstance(model, str) else model
    reading = (format, separator, id, item)
    if publish is None:
        release = read(path, qi, sensitive, *reading, keep=keep, judging=chosen.of_values)
    else:
        if publish != "anatomy" or not (chosen.of_values and qi and sensitive):
            raise NotJudged("anatomy has --qi and --sensitive, and a model about sensitive values")
        # By its group every row is told apart; the other columns are exact, whatever they hold.
        first = read(path, [GROUP], [], *reading, keep=[*qi, *keep])
        release = joined(first, path.with_name(path.name + ".sensitive.csv"), sensitive)
    if not release.rows:
        raise NotJudged("there are no rows")
    if release.is_table and not chosen.of_tables:
        raise NotJudged(f"the model {chosen.name} is for baskets, not for tables")
    beside = path.with_name(path.name + ".mapping.csv")
    if chosen.name == "rules":
        if mapping is not None or beside.exists():
            release = replace(release, mapping=read_mapping(Path(mapping or beside)))
    elif mapping is not None:
        raise NotJudged("a mapping is for rules")
    trees = {name: read_hierarchy(Path(tree)) for name, tree in (hierarchies or {}).items()}
    return chosen.judge(replace(release, together=sensitive_together, trees=trees))


def read(
    path: Path,
    qi: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    format: str | None = None,
    separator: str | None = None,
    id: str | None = None,
    item: str | None = None,
    *,
    keep: Sequence[str] = (),
    judging: bool = False,
) -> Release:
    """Return what a file publishes."""
    if not (path.is_file() or path.is_dir()):
        raise NotJudged("there is no such file")
    unpacked = path.with_suffix("") if path.suffix.lower() in (".gz", ".zst") else path
    named, usual = SUFFIXES.get(unpacked.suffix.lower(), (None, ""))
    if path.is_dir():
        named = "parquet"
    is_long = format == "long" or id is not None or item is not None
    form = format if format not in (None, "long") else "csv" if separator else named
    if form is None and is_long:
        form = "csv"
    if form not in FORMATS:
        raise NotJudged(f"the format is not known: say one of {', '.join(FORMATS)} by --format")
    if is_long and (qi or form not in ("csv", "parquet", "arrow")):
        raise NotJudged("the long format is for baskets in CSV, Parquet or Arrow files")
    if (sensitive or keep) and not qi:
        raise NotJudged("--sensitive names columns of a table: name its --qi, too")
    columns = (id or "id", item or "item")
    if form in ("parquet", "arrow"):
        from shoal_verify.columnar import read_columnar

        long = columns if is_long else None
        return read_columnar(path, form, qi, sensitive, keep, long, judging=judging)
    text = read_text(path)
    between = "\t" if separator in ("tab", "\\t") else separator or usual or ","
    if len(between) != 1 or between.isalnum() or between in '"\r\n':
        raise NotJudged("--separator is one character that is no letter, digit, quote or line end")
    if qi:
        if form != "csv":
            raise NotJudged("a table is a CSV, Parquet or Arrow file")
        return table_text(text, between, qi, sensitive, keep)
    if form == "csv":
        if is_long or text.startswith(f"id{between}item\n"):
            return baskets.long_text(text, between, *columns)
        return baskets.csv(text, between)
    return baskets.spmf(text) if form == "spmf" else baskets.fimi(text, sure=format is not None)
