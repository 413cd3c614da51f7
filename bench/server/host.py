"""A server without limits on how much one address may ask, as a process of its own: `DATABASE SYNCHRONOUS PORT`."""

from __future__ import annotations

import sys

from nodarium.server.running import bound, run
from nodarium.server.settings import UNLIMITED, Settings

if __name__ == "__main__":
    database, synchronous, port = sys.argv[1:]
    quick = synchronous == "NORMAL"
    settings = Settings(database=database, synchronous="NORMAL" if quick else "FULL", limits=UNLIMITED)
    run(settings, bound("127.0.0.1", int(port)))
