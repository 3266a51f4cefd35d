"""The loss of a table in words."""

from __future__ import annotations

from typing import Any

from shoal.data.node_costs import MEASURES
from shoal.loss import TableLoss
from shoal.wording import counted


def loss_in_words(loss: TableLoss) -> dict[str, str]:
    """Return all measures of a table."""
    monotone = loss.monotone_entropy
    variant = "" if monotone is None else f", {monotone:.4f} monotone"
    tree = "none, for there are ranges or sets" if loss.tree is None else f"{loss.tree:.4f}"
    return {
        "rows": f"{loss.rows:,} in {counted(loss.groups, 'group')}",
        "group size": f"{loss.smallest_group:,} at least, {loss.largest_group:,} at most",
        "rows suppressed": f"{loss.suppressed_rows:,}",
        "LM": f"{loss.lm:.4f}",
        "GCP": f"{loss.gcp:.4f}",
        "entropy": f"{loss.entropy:.4f} bits{variant}",
        "tree measure": tree,
        **_of_classes(loss),
        "discernibility": f"{loss.dm:,}",
        "C_avg": f"{loss.c_avg:.2f} (k = {loss.k:,})",
        "ambiguity": f"{loss.am:,.4g}" if loss.log10_am < 6 else f"10^{loss.log10_am:.1f}",
    }


def release_in_words(loss: TableLoss) -> dict[str, str]:
    """Return the measures that are shown of every release, and those that were asked for."""
    worst = max(loss.columns, key=lambda column: column.lm)
    minimized = MEASURES[loss.minimized].called
    return {
        "LM": f"{loss.lm:.4f}; most of all {worst.name}, {worst.lm:.4f}",
        "GCP": f"{loss.gcp:.4f}",
        # A measure that is shown anyway keeps its line.
        **({} if minimized in ("LM", "GCP") else {minimized: f"{loss.of_search:.4f}"}),
        **_of_classes(loss),
    }


def columns_in_words(loss: TableLoss) -> list[tuple[str, ...]]:
    """Return a line for each column: measures, shares of cells unchanged and gone."""
    rows = max(loss.rows, 1)
    return [
        (
            column.name,
            f"{column.lm:.4f}",
            f"{column.ncp:.4f}",
            f"{column.entropy:.4f}",
            "-" if column.tree is None else f"{column.tree:.4f}",
            f"{column.unchanged / rows:.1%}",
            f"{column.suppressed / rows:.1%}",
        )
        for column in loss.columns
    ]


def _of_classes(loss: TableLoss) -> dict[str, str]:
    return {} if loss.cm is None else {"CM": f"{loss.cm:.4f} (class {loss.class_column})"}


def hidden_in_words(loss: TableLoss, verdict: Any) -> str:
    """Return of how many suppressed rows the sensitive values are not published either."""
    hidden = verdict.figures.get("suppressed_rows", 0)
    if not hidden:
        return ""
    whose = "" if hidden == loss.suppressed_rows else f"{hidden:,} of them "
    return f", {whose}with their sensitive values"
