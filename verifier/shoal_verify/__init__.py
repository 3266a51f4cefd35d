"""The second verifier: whether a published file satisfies a privacy model, from its bytes alone.

It shares no code with Shoal. It reads exactly what Shoal writes and refuses the rest: what it does
not judge, it does not pass. Read it in this order: ``release``, ``models``, ``csv_text``,
``baskets``, ``tables``, ``mapping``, ``hierarchy``, ``packed``, ``columnar``, ``layout``,
``files``, ``cli``.
"""

from shoal_verify.files import judge
from shoal_verify.release import NotJudged, Verdict

__version__ = "0.1.0"
__all__ = ["NotJudged", "Verdict", "judge"]
