"""A file in, a judged release file out, with the private run file that repeats it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from shoal.data import Transactions
from shoal.engines.memory import check_memory_limit, estimate, peak, refuse_above
from shoal.errors import ParameterError
from shoal.io import Staged, read
from shoal.io.failures import writing
from shoal.io.formats import flags_to_read
from shoal.io.size_estimate import estimate_size
from shoal.privacy import Model, PSRules, parse_model
from shoal.recipes.anonymize import anonymize
from shoal.recipes.plan import RUN_FILE, Plan, check_items, plan_baskets
from shoal.recipes.run_file import describe
from shoal.release import Release
from shoal.release.writing import JudgedFile, write_and_judge

if TYPE_CHECKING:
    from shoal.release.rules_release import RulesRelease
    from shoal.release.table_release import TableRelease


Kind = TypeVar("Kind", Release, "TableRelease", "RulesRelease")


@dataclass(frozen=True)
class Publication(Generic[Kind]):
    """A release on disk: its file, the private one that says how it was made, and others."""

    release: Kind
    output: Path
    run_file: Path
    mapping_file: Path | None = None
    report_file: Path | None = None
    recipe_file: Path | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the release and its files as plain values, ready for JSON."""
        files = {"output": str(self.output), "run_file": str(self.run_file)}
        if self.mapping_file is not None:
            files["mapping_file"] = str(self.mapping_file)
        if self.report_file is not None:
            files["report_file"] = str(self.report_file)
        if self.recipe_file is not None:
            files["recipe_file"] = str(self.recipe_file)
        figures = self.release.figures
        curve = [point._asdict() for point in figures.curve] if figures else []
        return {**self.release.to_dict(), **({"curve": curve} if curve else {}), **files}


def publish(
    source: str | PathLike[str],
    target: str | PathLike[str],
    model: Model | str,
    *,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    taxonomy: str | PathLike[str] | None = None,
    memory_limit: int | str | None = None,
    report: str | PathLike[str] | None = None,
    others: Iterable[Model] = (),
    **options: Any,
) -> Publication[Any]:
    r"""Anonymize a file into a file.

    The release is written beside its target, read back, judged and priced against the original.
    Only then it takes its name; until then, and whatever happens, an old file stays as it was.

    Parameters
    ----------
    source, target
        Input and output; the output has the format of its suffix, else that of the input.
    model
        The promise, as for :func:`shoal.anonymize`. A release by rules gets the file of its mapping
        beside it.
    format, separator, column, id, item
        What the input is, where it cannot be recognised; see :func:`shoal.read`.
    taxonomy
        The file of a hierarchy of the items, see :func:`shoal.read_hierarchy`.
    memory_limit
        As for :func:`shoal.anonymize`; a file that is too large is refused before it is read.
    report
        Where a report goes that can be given away; it appears with the release, or not at all.
    others
        Weaker promises, to show what they would cost; nothing of them is published.
    **options
        Those of :func:`shoal.anonymize`.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "baskets.dat").write_text("1 2\n1\n1 3\n")
    >>> made = publish(folder / "baskets.dat", folder / "release.dat", "k=3")
    >>> made.output.read_text(), made.release.loss.gcp
    ('1\n1\n1\n', 0.4)
    """
    started = time.perf_counter()
    promise = parse_model(model)
    plan = plan_baskets(
        source,
        target,
        promise,
        format=format,
        separator=separator,
        id=id,
        item=item,
        taxonomy=taxonomy,
        report=report,
        options=options,
    )
    memory_limit = check_memory_limit(memory_limit)
    extent = estimate_size(plan.source, plan.read_as)
    if not (plan.read_as.text and plan.write_as.text) or plan.read_as.long is not None:
        import_module("polars")  # before the estimates, which count it where it is loaded
    if extent is not None:
        refuse_above(memory_limit, estimate(*extent))

    def read_it() -> Transactions:
        original = read(source, format=format, separator=separator, column=column, id=id, item=item)
        check_items(original, promise, plan)
        return original

    options |= {"memory_limit": memory_limit}
    told: dict[str, Any] = {"started": started, "column": column}
    if isinstance(promise, PSRules):
        if taxonomy is not None:
            raise ParameterError("rules are protected by sets of items, not by a taxonomy")
        from shoal.recipes.publish_rules import publish_rules

        options |= {"others": others}
        return publish_rules(plan, promise, read_it=read_it, told=told, options=options)
    if taxonomy is not None:
        from shoal.io.hierarchies import read_hierarchy

        options |= {"taxonomy": read_hierarchy(taxonomy)}

    # What a report shows is worked out only where there is one to write.
    options |= {"figures": report is not None or bool(others)}

    def make(staged: Staged) -> JudgedFile[Release]:
        original = read_it()
        release = make_release(original, [promise, *others], **options)
        if taxonomy is None:
            return write_and_judge(release, staged, plan.write_as, original=original)
        known = {**release.provenance.options, "taxonomy": str(taxonomy)}
        release = replace(release, provenance=replace(release.provenance, options=known))
        return write_and_judge(release, staged, plan.write_as)

    return write_files(plan, make, **told)


def make_release(data: Any, models: Sequence[Model], **options: Any) -> Any:
    """Return the release of the first model, with what the others would cost."""
    if len(models) == 1:
        return anonymize(data, models[0], **options)
    from shoal.recipes.curve import anonymize_curve

    return anonymize_curve(data, models, **options)


def write_files(
    plan: Plan,
    make: Callable[[Staged], JudgedFile[Kind]],
    *,
    started: float,
    column: str | None = None,
    roles: Mapping[str, Any] | None = None,
    beside: Staged | None = None,
) -> Publication[Kind]:
    """Make a release, its run file and what else stands beside it; all appear, or none.

    All are opened first: what cannot be written is known before the work, not after it. None may
    be the source or one of the inputs that are read beside it.
    """
    target, report = plan.target, plan.report
    inputs = [plan.source, *plan.other_inputs]
    run_file = target.with_name(target.name + RUN_FILE)
    with (
        Staged(target, inputs=inputs) as staged,
        Staged(run_file, private=True, inputs=inputs) as staged_run,
        nullcontext() if beside is None else beside,
        nullcontext() if report is None else report,
    ):
        judged = make(staged)
        release = replace(
            judged.release,
            warnings=judged.release.warnings + _stale(target, beside),
            seconds=time.perf_counter() - started,
            memory=judged.release.memory._replace(peak=peak()),
        )
        judged = replace(judged, release=release)
        run = describe(
            judged,
            source=plan.source,
            read_as=plan.read_as,
            column=column,
            roles=roles,
            other_inputs=plan.other_inputs,
            target=target,
        )
        with writing(run_file):
            staged_run.temporary.write_text(json.dumps(run, indent=2) + "\n", encoding="utf-8")
        if report is not None:
            from shoal.report.render import write_report

            flags = flags_to_read(target, plan.write_as)
            write_report(release, report, name=target.name, flags=flags)
        # The release comes last: where there is a new one, there is all that belongs to it.
        staged_run.commit()
        if beside is not None:
            beside.commit()
        if report is not None:
            report.commit()
        staged.commit()
    files = [None if one is None else one.target for one in (beside, report)]
    return Publication(release, target, run_file, *files)


def _stale(target: Path, beside: Staged | None) -> tuple[str, ...]:
    """Return a warning of a mapping that stays beside a release without one."""
    from shoal.io.mappings import mapping_beside

    mapping = mapping_beside(target)
    if beside is not None or not mapping.is_file():
        return ()
    return (f"{mapping} is of an earlier release: this one has no mapping",)
