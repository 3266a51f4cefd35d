"""How far a release is from the best possible: bounds that no release can beat."""

from shoal.certificate.baskets import KINDS, Certificate, certify

__all__ = ["KINDS", "Certificate", "certify"]
