"""What all tests share: how Hypothesis looks for counterexamples."""

import os

from hypothesis import settings

# The same examples in every run, and no clock; the plain Python is slow, so it gets fewer.
settings.register_profile("compiled", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("plain", settings.get_profile("compiled"), max_examples=15)
settings.load_profile("plain" if os.environ.get("NODARIUM_PURE") == "1" else "compiled")
