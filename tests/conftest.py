from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("shoal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shoal")

PUBLIC_DATA = Path(__file__).parents[2] / "shared" / "datasets"


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public files beside the project."""
    if not PUBLIC_DATA.is_dir():
        pytest.skip("public datasets are not beside the project")
    return PUBLIC_DATA
