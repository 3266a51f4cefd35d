"""``python -m shoal_verify``."""

import sys

from shoal_verify.cli import main

sys.exit(main())
