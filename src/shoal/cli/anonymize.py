"""``shoal anonymize``: a file in, a judged release out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options, tables
from shoal.cli.flags import Option
from shoal.cli.show import print_facts, print_json, print_warnings, progress_bar
from shoal.errors import ParameterError
from shoal.wording import counted, sized

if TYPE_CHECKING:
    from shoal.certificate import Certificate
    from shoal.certificate.tables import TableCertificate
    from shoal.recipes.publish import Publication


#: A gap that says more about the quick bound than about the release.
LOOSE_GAP = 0.1


def command(
    source: options.Input,
    *,
    k: options.K = None,
    model: options.Model = None,
    output: Annotated[
        str,
        Option(
            ("-o", "--output"),
            help="Where the release goes; replaced if it exists.",
            metavar="FILE",
        ),
    ],
    taxonomy: options.Taxonomy = None,
    qi: tables.QuasiIdentifiers = None,
    sensitive: tables.Sensitive = None,
    keep: tables.Keep = None,
    person: tables.Person = None,
    hierarchies: tables.Hierarchies = None,
    recoding: tables.Recoding = "auto",
    categorical: tables.Categorical = None,
    numeric: tables.Numeric = None,
    weights: tables.Weights = None,
    max_level: tables.MaxLevel = None,
    suppression_limit: tables.SuppressionLimit = None,
    method: Annotated[
        str,
        Option(
            ("--method",),
            help="auto or sweep; patternka (baskets); gen-cover-cf, mondrian, mondrian-relaxed "
            "or exact (tables).",
            metavar="NAME",
        ),
    ] = "auto",
    exact: Annotated[
        bool, Option(("--exact",), help="No search budget: every group proved longest.")
    ] = False,
    budget: Annotated[
        int | None,
        Option(
            ("--budget",),
            help="Search nodes to spend; 20,000,000 by default.",
            metavar="NODES",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        Option(
            ("--time-limit",),
            help="Emergency stop; the release is not repeatable.",
            metavar="SECONDS",
        ),
    ] = None,
    certificate: Annotated[
        str,
        Option(
            ("--certificate",),
            help="Prove how good the release is: quick, tight (slower, and loses less) or none.",
            metavar="KIND",
        ),
    ] = "quick",
    seed: Annotated[
        int, Option(("--seed",), help="Orders items of equal support.", metavar="N")
    ] = 0,
    threads: options.Threads = None,
    memory_limit: options.MemoryLimit = None,
    keep_order: Annotated[
        bool,
        Option(
            ("--keep-order",),
            help="Publish in the input's order, with a warning; also --no-shuffle.",
        ),
    ] = False,
    no_shuffle: Annotated[bool, Option(("--no-shuffle",), hidden=True)] = False,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Publish baskets or a table so that each row is one of at least K equal ones.

    The release is checked from its own file before it takes its name.

    `shoal anonymize baskets.dat -k 10 -o release.dat`

    `shoal anonymize people.csv -k 10 --qi age,sex,zip --sensitive disease -o release.csv`
    """
    promise = options.choose_model(k, model)
    given: dict[str, Any] = {
        "format": format,
        "separator": separator,
        "method": method,
        "time_limit": time_limit,
        "certificate": certificate,
        "threads": threads,
        "memory_limit": memory_limit,
        "keep_order": keep_order or no_shuffle,
    }
    publication: Publication[Any]
    if qi is None:
        tables.refuse_without_qi(
            {
                "--sensitive": sensitive,
                "--keep": keep,
                "--person": person,
                "--hierarchies": hierarchies,
                "--recoding": None if recoding == "auto" else recoding,
                "--categorical": categorical,
                "--numeric": numeric,
                "--weights": weights,
                "--max-level": max_level,
                "--suppression-limit": suppression_limit,
                f"--method {method}": method if method in tables.METHODS else None,
            }
        )
        given |= {"column": column, "exact": exact, "budget": budget, "seed": seed}
        given |= {"taxonomy": taxonomy}
        from shoal.recipes.publish import publish

        with progress_bar("Anonymizing", "groups", quiet=quiet) as progress:
            publication = publish(source, output, promise, progress=progress, **given)
    else:
        baskets_only = {
            "--column": column,
            "--taxonomy": taxonomy,
            "--exact": exact,
            "--budget": budget,
            "--seed": seed,
        }
        for flag, value in baskets_only.items():
            if value:
                raise ParameterError(f"{flag} is for baskets, and --qi says this is a table")
        roles = {
            "qi": tables.split_names(qi, "--qi"),
            "sensitive": tables.split_names(sensitive, "--sensitive"),
            "keep": tables.split_names(keep, "--keep"),
            "person": person,
            "hierarchies": hierarchies,
            "recoding": tables.read_recoding(recoding),
            "categorical": tables.split_names(categorical, "--categorical"),
            "numeric": tables.split_names(numeric, "--numeric"),
            "weights": tables.read_weights(weights),
            "max_levels": tables.read_levels(max_level),
        }
        given |= {"suppression_limit": tables.read_share(suppression_limit)}
        from shoal.recipes.publish_table import publish_table

        with progress_bar("Anonymizing", "groups", quiet=quiet) as progress:
            publication = publish_table(
                source, output, promise, roles=roles, progress=progress, **given
            )
    if not quiet:
        print_warnings(publication.release.warnings)
    if json:
        print_json(publication.to_dict())
    elif not quiet:
        print_facts("Release", (facts if qi is None else table_facts)(publication))


def certificate_facts(certificate: Certificate | TableCertificate | None) -> dict[str, str]:
    """Return what is proved about the loss, in words."""
    if certificate is None:
        return {}
    proved = f"{certificate.bound:.4f} or more for any release"
    if certificate.gap is not None:
        proved += f"; this one is {certificate.gap:.1%} above ({certificate.kind})"
    if certificate.kind == "quick" and (certificate.gap or 0) > LOOSE_GAP:
        return {"certificate": proved, "": "--certificate tight proves more, and loses less"}
    return {"certificate": proved}


def table_facts(publication: Publication[Any]) -> dict[str, str]:
    """Return what a person wants to know about a released table, in reading order."""
    release = publication.release
    loss, verdict, memory = release.loss, release.verdict, release.memory
    worst = max(loss.columns, key=lambda column: column.lm)
    smallest = counted(verdict.k_min or 0, "row" if verdict.persons is None else "person")
    return {
        "rows": f"{loss.rows:,} in {counted(release.groups, 'group')}",
        "columns": ", ".join(release.data.columns),
        "LM": f"{loss.lm:.4f}; most of all {worst.name}, {worst.lm:.4f}",
        "GCP": f"{loss.gcp:.4f}",
        "suppressed": counted(loss.suppressed_rows, "row"),
        **certificate_facts(release.certificate),
        "verdict": f"{verdict.model} holds; the smallest group has {smallest}",
        "method": release.method,
        "memory": f"{sized(memory.peak)} at the peak; {sized(memory.estimate)} at most expected, "
        f"{sized(memory.limit)} allowed",
        "seconds": f"{release.seconds:.1f}",
        "release": str(publication.output),
        "run file": f"{publication.run_file} (private)",
    }


def _generalized(loss: Any) -> dict[str, str]:
    generalized = getattr(loss, "generalized_items", None)
    if generalized is None:
        return {}
    return {"generalized": f"{generalized:,}; nothing is left of {loss.suppressed_items:,}"}


def facts(publication: Publication[Any]) -> dict[str, str]:
    """Return what a person wants to know about a release, in reading order."""
    release = publication.release
    loss, verdict, search = release.loss, release.verdict, release.search
    memory = release.memory
    return {
        "rows": f"{loss.rows:,} in {counted(release.groups, 'group')}",
        "items kept": f"{loss.kept_items:,} of {loss.items:,}",
        **_generalized(loss),
        "GCP": f"{loss.gcp:.4f}",
        **certificate_facts(release.certificate),
        "verdict": f"{verdict.model} holds; the smallest group has {verdict.k_min:,} rows",
        "search": f"{release.method}; {counted(search.proved_groups, 'group')} proved longest, "
        f"{search.best_found_groups:,} best found",
        "memory": f"{sized(memory.peak)} at the peak; about {sized(memory.estimate)} expected, "
        f"{sized(memory.limit)} allowed",
        "seconds": f"{release.seconds:.1f}",
        "release": str(publication.output),
        "run file": f"{publication.run_file} (private)",
    }
