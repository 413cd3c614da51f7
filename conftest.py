"""Tests always run what the sources say: compile what has changed before anything is imported."""

import os
import subprocess
import sys
from pathlib import Path


def pytest_configure() -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ and os.environ.get("NODARIUM_PURE") != "1":
        build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(build, check=True, cwd=Path(__file__).parent)
