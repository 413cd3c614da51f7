"""What all tests share: fresh binaries, the test games, and the same Hypothesis examples in every run."""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).parent
PLAIN = os.environ.get("NODARIUM_PURE") == "1"

# Find the games of the tests next to the real ones, in every process that a test starts, whatever its folder.
os.environ["NODARIUM_GAMES"] = "tests.games"
paths = [str(ROOT / "src"), str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))

# Speak English, whatever the language of the machine is.
os.environ["NODARIUM_LANGUAGE"] = "en"

# The same examples in every run, and no clock; the plain Python is slow, so it gets fewer.
settings.register_profile("compiled", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("plain", settings.get_profile("compiled"), max_examples=10)
settings.load_profile("plain" if PLAIN else "compiled")


def pytest_configure() -> None:
    """Compile what has changed, once, before anything is imported."""
    if "PYTEST_XDIST_WORKER" not in os.environ and not PLAIN:
        build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(build, check=True, cwd=ROOT)
