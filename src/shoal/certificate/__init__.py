"""How far a release is from the best possible: bounds that no release can beat."""

from shoal.certificate.baskets import KINDS, Certificate, certify
from shoal.certificate.scope import Scope

__all__ = ["KINDS", "Certificate", "Scope", "certify"]
