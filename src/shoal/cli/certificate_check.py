"""``shoal certificate check``: whether a proof holds, derived anew from the original."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from shoal.cli.flags import extended_by, reading_options
from shoal.cli.options import argument
from shoal.cli.show import folded, print_answer
from shoal.options import values_of


@extended_by(reading_options)
def command(
    source: Annotated[Path, argument("The original.", "DATA")],
    proof: Annotated[Path, argument("The proof, as --certificate-file wrote it.", "PROOF")],
    given: dict[str, str | bool],
) -> int:
    """Derive a certificate anew from the original; exit status 1 when the proof is refused.

    For auditors: it takes the original, and nothing of the search that found the release or the
    proof. Data is read as the proof says, unless flags say otherwise.

    `shoal certificate check baskets.dat proof.json.zst`
    """
    from shoal.certificate.proof_file import check_proof

    checked = check_proof(source, proof, values_of(given, reading_options()))
    scope = checked.scope
    document = {
        "schema": "shoal.certificate-check/1",
        "data": str(source),
        "proof": str(proof),
        "ok": checked.ok,
        "reason": checked.reason or None,
        "bound": checked.bound,
        "scope": None if scope is None else scope.to_dict(),
    }
    facts = {"verdict": folded(f"the proof is REFUSED: {checked.reason}")}
    if scope is not None:
        # How the measure counts each column: by its values, or by a range.
        types = ", ".join(f"{column.name} {column.type}" for column in scope.columns)
        facts = {
            "verdict": "the proof holds",
            scope.measure: f"{checked.bound:.4f} or more",
            **({"columns": folded(types)} if types else {}),
            "for": folded(f"every release of the same rows {scope.statement}"),
        }
    print_answer(document, str(proof), facts)
    return 0 if checked.ok else 1
