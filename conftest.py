"""What all tests share: they run what the sources say, and Hypothesis looks for counterexamples in the same way."""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import settings

PLAIN = os.environ.get("NODARIUM_PURE") == "1"

# The same examples in every run, and no clock; the plain Python is slow, so it gets fewer.
settings.register_profile("compiled", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("plain", settings.get_profile("compiled"), max_examples=10)
settings.load_profile("plain" if PLAIN else "compiled")


def pytest_configure() -> None:
    """Compile what has changed, once, before anything is imported."""
    if "PYTEST_XDIST_WORKER" not in os.environ and not PLAIN:
        build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(build, check=True, cwd=Path(__file__).parent)
