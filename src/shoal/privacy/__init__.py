"""Is it private? Judged from the published data alone, by code that no method shares."""

from shoal.privacy.models import (
    KAnonymity,
    KmAnonymity,
    Model,
    PSRules,
    parse_k_anonymity,
    parse_model,
)
from shoal.privacy.verdict import Verdict
from shoal.privacy.verify import verify

__all__ = [
    "KAnonymity",
    "KmAnonymity",
    "Model",
    "PSRules",
    "Verdict",
    "parse_k_anonymity",
    "parse_model",
    "verify",
]
