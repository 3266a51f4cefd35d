"""Certificates in words."""

from __future__ import annotations

import textwrap
from typing import Any

#: A gap that says more about the quick bound than about the release.
LOOSE_GAP = 0.1

#: Characters of a line.
WIDTH = 60


def certificate_facts(certificate: Any, *, guided: bool) -> dict[str, str]:
    """Return what is proved about the loss of a release; None of it without a certificate."""
    if certificate is None:
        return {}
    proved = f"{certificate.bound:.4f} or more for any release {certificate.scope.name}"
    if certificate.gap is not None:
        proved += f"; this one is {certificate.gap:.1%} above ({certificate.kind})"
    proved = textwrap.fill(proved, WIDTH, break_long_words=False, break_on_hyphens=False)
    if certificate.kind == "quick" and certificate.loss > (1 + LOOSE_GAP) * certificate.bound:
        # Only a guided method learns from the proof.
        less = ", and loses less" if guided else ""
        return {"certificate": proved, "": f"--certificate tight proves more{less}"}
    return {"certificate": proved}
