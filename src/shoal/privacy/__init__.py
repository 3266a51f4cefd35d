"""Is it private? Judged from the published data alone, by code that no method shares."""

from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.km import KmAnonymity
from shoal.privacy.model import MODELS, Model, parse_model, parse_models, register
from shoal.privacy.ps_rules import PSRules
from shoal.privacy.published import Classes, Published, PublishedBaskets, PublishedColumns
from shoal.privacy.verdict import Verdict

__all__ = [
    "MODELS",
    "Classes",
    "KAnonymity",
    "KmAnonymity",
    "Model",
    "PSRules",
    "Published",
    "PublishedBaskets",
    "PublishedColumns",
    "Verdict",
    "parse_model",
    "parse_models",
    "register",
]
