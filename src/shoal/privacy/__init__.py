"""Is it private? Judged from the published data alone, by code that no method shares."""

from shoal.privacy.k_anonymity import verify
from shoal.privacy.models import KAnonymity, parse_model
from shoal.privacy.verdict import Verdict

__all__ = ["KAnonymity", "Verdict", "parse_model", "verify"]
