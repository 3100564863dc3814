"""What all tests share."""

import subprocess
import sys

import pytest

from tests.transcript import LAUNCHER


@pytest.fixture(scope="session")
def kernels() -> None:
    """The kernels of all games are compiled, so that processes start fast. Depend on it where one is started."""
    subprocess.run([sys.executable, LAUNCHER, "compile"], check=False, capture_output=True, timeout=900)
