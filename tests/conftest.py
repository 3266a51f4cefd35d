from pathlib import Path

import pytest

PUBLIC_DATA = Path(__file__).parents[2] / "shared" / "datasets"


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public files beside the project."""
    if not PUBLIC_DATA.is_dir():
        pytest.skip("public datasets are not beside the project")
    return PUBLIC_DATA
