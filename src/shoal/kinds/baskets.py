"""Baskets: each row is a set of items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from shoal.certificate import baskets as proofs
from shoal.data import Baskets, Hierarchy
from shoal.engines.memory import estimate
from shoal.errors import InternalError, Notice, ParameterError, SchemaError
from shoal.io import Format, read, recognise, write
from shoal.io.hierarchies import as_hierarchy
from shoal.io.item_spelling import check_holds
from shoal.io.rejections import naming_file
from shoal.io.size_estimate import estimate_size
from shoal.kinds.basket_figures import basket_figures
from shoal.kinds.kind import Kind, register
from shoal.kinds.set_figures import set_facts, set_figures
from shoal.kinds.usefulness import baskets_in_words, certificate_facts, useless_baskets
from shoal.loss import is_row_by_row_subset, measure_baskets, measure_generalized, same_rows
from shoal.methods import Found, Method
from shoal.options import Option
from shoal.privacy import Model, PublishedBaskets
from shoal.utility import BasketUse, basket_use
from shoal.wording import counted, parameter, published_empty

if TYPE_CHECKING:
    from shoal.engines.run import Run
    from shoal.kinds.applying import Applied

#: Bytes for a row of a pattern that a proof keeps.
BYTES_PER_KEPT_ROW = 20

Text = Annotated[str, Field(min_length=1)]


def _input(name: str, takes: str, help: str, metavar: str = "NAME") -> Option:
    """Return an option that says how baskets are read."""
    return Option(name, Text, takes, help, metavar, "input")


#: Notes of a reader about what is in a file beside its baskets.
_TELL_APART = ("missing-items", "missing-rows")


FORMAT = _input(
    "format",
    "the name of a format, such as 'csv' or 'parquet'",
    "Format of the input: fimi, csv, spmf, long, parquet or arrow.",
)
SEPARATOR = _input(
    "separator",
    "'tab', or one ASCII character such as ';' or '|' that is no letter, digit or quote",
    "What separates the items or cells of a CSV line; or tab.",
    metavar="CHAR",
)
COLUMN, ID, ITEM = (
    _input(name, "the name of a column", help)
    for name, help in {
        "column": "The list column of a Parquet or Arrow file.",
        "id": "Long format: the column that says whose item it is.",
        "item": "Long format: the column of the items.",
    }.items()
)
TAXONOMY = Option(
    "taxonomy",
    Text,
    takes="the path of a file",
    help="Hierarchy of the baskets' items, a line for each: tea;drinks;*.",
    metavar="FILE",
    section="data",
    objects=(Hierarchy, Mapping),
    files="all",
)


@register
class BasketsKind(Kind):
    """Baskets."""

    name: ClassVar[str] = "baskets"
    called: ClassVar[str] = "baskets"
    data: ClassVar[type] = Baskets
    published: ClassVar[type] = Baskets
    options: ClassVar[tuple[Option, ...]] = (FORMAT, SEPARATOR, COLUMN, ID, ITEM, TAXONOMY)

    # Reading and writing.

    def recognise(self, path: Path, given: Mapping[str, Any]) -> Format:
        """Return the format of a file, with the columns of the long layout in it."""
        reading = {name: given.get(name) for name in ("format", "separator", "id", "item")}
        found = recognise(path, **reading)
        if found.long is None:
            return found
        from shoal.io.long import with_columns

        return with_columns(path, found)

    def read(self, source: Any, *, taxonomy: Any = None, **given: Any) -> Baskets:
        """Read baskets; a taxonomy is checked against their items."""
        data = read(source, **given)
        if taxonomy is None:
            return data
        data = replace(data, taxonomy=as_hierarchy(taxonomy))
        _ = data.extended
        return data

    def memory_to_read(self, path: Path, form: Format) -> int:
        """Return about how many bytes the baskets of a text file need."""
        size = estimate_size(path, form)
        return 0 if size is None else estimate(*size)

    def read_back(self, path: Path, form: Format, like: Baskets) -> Baskets:
        """Return baskets that were written."""
        return read(path, format=form)

    def read_release(self, source: Any, given: Mapping[str, Any]) -> Baskets:
        """Return published baskets."""
        return read(source, **{name: one for name, one in given.items() if name != "taxonomy"})

    def write(self, published: Baskets, path: Path, form: Format, **given: Any) -> None:
        """Write baskets."""
        write(published, path, format=form, **given)

    def check_writable(self, data: Baskets, model: Model, form: Format, path: Path) -> None:
        """Raise if the file cannot hold the names of items that may be published."""
        if data.vocabulary.numbers is not None:  # which any file can hold
            return
        rows = data.trimmed()
        names = rows.vocabulary
        if model.name != "rules":
            # An item in fewer than k rows is never published.
            names = names.keep(np.bincount(rows.items, minlength=len(names)) >= model.k)
        check_holds(names, form, path)

    def same(self, one: Baskets, other: Baskets) -> bool:
        """Tell whether two are the same, row by row."""
        return same_rows(one, other)

    # Publishing.

    def memory(self, data: Baskets, method: Method, model: Model, certificate: str) -> int:
        """Return the method's memory, and that of a tight proof if it keeps more."""
        needed = method.memory(data, model)
        if certificate != "tight":
            return needed
        entries = data.rows_with_nodes.size
        kept = getattr(method, "kept", lambda entries: 0)(entries)
        return needed + BYTES_PER_KEPT_ROW * max(proofs.most_kept(entries) - kept, 0)

    def certificate(self, asked: str, data: Baskets, method: Method, model: Model) -> str:
        """Return the certificate asked for; with a taxonomy or another model there is none."""
        if model.name == "k" and data.taxonomy is None:
            return asked
        if asked == "tight":
            what = "with a taxonomy" if model.name == "k" else f"for {model}"
            raise ParameterError(
                f"there is no certificate {what}; use {parameter('certificate', 'none')}",
                parameter="certificate",
            )
        return "none"

    def certify(
        self, data: Baskets, model: Model, method: Method, found: Any, certificate: str, run: Run
    ) -> tuple[Found, Any]:
        """Prove how much any release can keep; multipliers of a tight proof guide the sweep."""
        if certificate == "none" or getattr(found, "kept", None) is None:
            return found, None
        proof = proofs.certify(
            data, model.k, found.kept, kind=certificate, longest=found.longest, **run.limits()
        )
        if method.guided and proof.certificate.rounds:
            found = method.improve(data, model, found, proof.multipliers, run)
        return found, replace(proof.certificate, kept_items=int(found.kept.sum()))

    def publish(self, data: Baskets, found: Found) -> Baskets:
        """Return the rows; each is a subset of its original, or of the nodes above it."""
        rows = data.rows_with_nodes
        if "mapping" in found.companions():
            generalized: Baskets = found.publish(data)
            return generalized  # the measures compare it with the original
        published: Baskets = found.publish(data).trimmed()
        if not is_row_by_row_subset(rows, published):
            raise InternalError("a method published an item that its row does not have")
        return published

    def companions(self, model: Model) -> tuple[str, ...]:
        """Return the mapping, where items are published as sets."""
        return ("mapping",) if model.name == "rules" else ()

    def notices(
        self, data: Baskets, published: Baskets, model: Model, asked: str, loss: Any, utility: Any
    ) -> tuple[str, ...]:
        """Return a notice if nothing is left, or nothing that goes together."""
        if data.size and not published.size:
            lost = "no group shares an item, so every item is suppressed; try a smaller k"
            return (Notice(lost, code="all-suppressed"),)
        if model.name == "rules":
            return ()
        return tuple(useless_baskets(utility, loss, model, taxonomy=data.taxonomy is not None))

    def view(
        self, published: Baskets, companions: Mapping[str, Any] | None = None
    ) -> PublishedBaskets:
        """Return what a verifier sees of baskets."""
        if published.may_repeat:
            # Not in what is published: repeats tell rows apart that are equal as sets.
            published = replace(published, may_repeat=False)
        notes: tuple[str, ...] = published.warnings
        if others := published.other_columns:
            text = f"only column {published.column!r} was judged; there {_columns(others)}"
            notes = (Notice(text, code="columns-not-judged"), *notes)
        return PublishedBaskets(published, (companions or {}).get("mapping"), notes)

    def to_judge(
        self, source: Any, *, column: str | None = None, mapping: Any = None, **given: Any
    ) -> PublishedBaskets:
        """Return what a verifier sees of a file or of rows that somebody published."""
        named = None if isinstance(source, Baskets) else column
        baskets = read(source, column=named, **given)
        if column is None and given.get("item") is None and baskets.other_columns:
            with naming_file(source):
                raise SchemaError(
                    f"beside the baskets in column {baskets.column!r} there "
                    f"{_columns(baskets.other_columns)}; drop what is not published, or name the "
                    f"column of the baskets to judge it alone "
                    f"({parameter('column', baskets.column)})",
                    parameter="column",
                )
        if any(getattr(note, "code", "") in _TELL_APART for note in baskets.notes):
            with naming_file(source):
                raise SchemaError(
                    f"column {baskets.column!r} holds missing items or rows: they tell rows apart "
                    "that are equal without them; write an empty row as an empty list",
                    parameter="column",
                )
        if column is not None and column != baskets.column:
            raise ParameterError(
                f"the baskets come from column {baskets.column!r}, not {column!r}",
                parameter="column",
            )
        return self.view(baskets, {} if mapping is None else {"mapping": mapping})

    def apply(
        self, original: Any, released: Baskets, new: Baskets, model: Model, given: Mapping[str, Any]
    ) -> Applied:
        """Publish new baskets as the longest centres of an earlier release that they contain."""
        from shoal.kinds.basket_applying import apply_baskets

        return apply_baskets(released, new, model)

    # Measuring and showing.

    def measure(self, data: Baskets, published: Baskets, model: Model | None) -> Any:
        """Return the items kept, generalized and suppressed."""
        if data.extended is not None:
            return measure_generalized(data, published, data.extended)
        return measure_baskets(data, published)

    def utility(self, data: Baskets, published: Baskets, threads: int | None = None) -> BasketUse:
        """Return the error of counts and the pairs that are kept."""
        return basket_use(data, published, data.extended, threads=threads)

    def utility_summary(self, utility: Any) -> dict[str, str]:
        """Return what can still be done in words."""
        return baskets_in_words(utility)

    def file_loss(self, data: Baskets, published: Baskets, model: Model, loss: Any) -> Any:
        """Return the loss of a file; generalized items can be priced row by row only."""
        if data.taxonomy is not None or model.name == "rules":
            return loss
        return measure_baskets(data, published)

    def figures(
        self, data: Baskets, published: Baskets, model: Model, found: Any, loss: Any, utility: Any
    ) -> Any:
        """Return the figures of a report."""
        mapping = found.companions().get("mapping")
        if mapping is not None:
            return set_figures(mapping.sizes, loss, utility.are, len(data), model.k)
        return basket_figures(data, published, utility, model.k, groups=model.name == "k")

    def warnings(self, data: Baskets) -> tuple[str, ...]:
        """Return what is doubtful about the rows."""
        return (*data.warnings, *left_out(data.other_columns))

    def summary(self, release: Any) -> dict[str, str]:
        """Return a release in words."""
        loss, verdict = release.loss, release.verdict
        held = f"{verdict.model} holds; {release.model.held(verdict)}"
        if "mapping" in release.companions:
            tree = release.facts["tree"]
            return {
                "rows": f"{len(release.data):,}",
                **empty(loss, len(release.data)),
                "sensitive items": f"{release.facts['sensitive_items']:,}, all intact",
                **set_facts(loss, release.utility),
                "splits": f"{tree['leaves'] - 1:,} kept, "
                f"{release.search['rejected_splits']:,} rejected; depth {tree['depth']:,}, "
                f"skewness {tree['skewness']:,}",
                "verdict": held,
                "method": release.method,
            }
        return {
            "rows": f"{loss.rows:,} in {counted(loss.groups, 'group')}",
            **self.utility_summary(release.utility),
            **empty(loss, loss.rows),
            "items kept": f"{loss.kept_items:,} of {loss.items:,}",
            **generalized(loss),
            "GCP": f"{loss.gcp:.4f}",
            **certificate_facts(release.certificate, guided=release.guided),
            "verdict": held,
            **self._search(release),
        }

    def _search(self, release: Any) -> dict[str, str]:
        # With a taxonomy groups are not searched for one by one, so none is proved.
        if "proved_groups" not in release.search or generalized(release.loss):
            return {"method": release.method}
        proved = counted(release.search["proved_groups"], "group")
        best = release.search["best_found_groups"]
        return {"search": f"{release.method}; {proved} proved longest, {best:,} best found"}

    def loss_summary(self, loss: Any) -> dict[str, str]:
        """Return a loss in words."""
        return {
            "rows": f"{loss.rows:,} in {counted(loss.groups, 'group')}",
            "group size": f"{loss.mean_group:,.1f} on average, {loss.largest_group:,} at most",
            **empty(loss, loss.rows),
            "items kept": f"{loss.kept_items:,} of {loss.items:,}",
            **(generalized(loss) or {"items suppressed": f"{loss.suppressed_items:,}"}),
            "GCP": f"{'at most ' if getattr(loss, 'at_most', False) else ''}{loss.gcp:.4f}",
            "discernibility": f"{loss.discernibility:,}",
        }

    def loss_of(self, loss: Any, figures: Any = None) -> tuple[float, int]:
        """Return the GCP; for sets, the share of entries that are published as one."""
        if hasattr(loss, "generalized_share"):
            return loss.generalized_share, loss.entries
        return loss.gcp, loss.items


def left_out(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return a notice of columns that are not in the release."""
    # A name that would not be seen is quoted.
    names = (name if name.strip() else repr(name) for name in columns)
    text = f"columns left out of the release: {', '.join(names)}"
    return (Notice(text, code="columns-left-out"),) if columns else ()


def empty(loss: Any, rows: int) -> dict[str, str]:
    """Return how many baskets are published without any item, if there are any."""
    return {"empty": published_empty(loss.empty_rows, rows)} if loss.empty_rows else {}


def generalized(loss: Any) -> dict[str, str]:
    """Return how many entries are published as a node of a taxonomy, if there is one."""
    if "generalized_items" not in loss.to_dict():
        return {}
    least, most = ("at least ", "at most ") if loss.at_most else ("", "")
    left = f"nothing is left of {most}{loss.suppressed_items:,}"
    return {"generalized": f"{least}{loss.generalized_items:,}; {left}"}


def _columns(others: tuple[str, ...]) -> str:
    what = "is another column" if len(others) == 1 else "are other columns"
    return f"{what}, {', '.join(map(repr, others))}, which can tell equal baskets apart"
