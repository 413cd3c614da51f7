"""Nodarium: four games about nodes, exact and fast."""

import os

from nodarium import compiled

if os.environ.get("NODARIUM_PURE") == "1":
    compiled.run_plain()
else:
    compiled.insist_on_fresh()
