"""Is it private? Judged from the published data alone, by code that no method shares."""

# isort: skip_file
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.km import KmAnonymity
from shoal.privacy.l_diversity import LDiversity
from shoal.privacy.t_closeness import TCloseness
from shoal.privacy.alpha_k import AlphaK
from shoal.privacy.delta_disclosure import DeltaDisclosure
from shoal.privacy.beta_likeness import BetaLikeness
from shoal.privacy.all_of import AllOf
from shoal.privacy.model import MODELS, Model, parse_model, parse_models, register
from shoal.privacy.ps_rules import PSRules
from shoal.privacy.published import Classes, Published, PublishedBaskets, PublishedColumns
from shoal.privacy.verdict import Verdict

__all__ = [
    "MODELS",
    "AllOf",
    "AlphaK",
    "BetaLikeness",
    "Classes",
    "DeltaDisclosure",
    "KAnonymity",
    "KmAnonymity",
    "LDiversity",
    "Model",
    "PSRules",
    "Published",
    "PublishedBaskets",
    "PublishedColumns",
    "TCloseness",
    "Verdict",
    "parse_model",
    "parse_models",
    "register",
]
