"""Runs a server without rate limits: `python -m bench.server.host DATABASE SYNCHRONOUS PORT`."""

from __future__ import annotations

import sys

from nodarium.server.launcher import bind, run
from nodarium.server.settings import BENCHMARK_LIMITS, ServerSettings

if __name__ == "__main__":
    database, synchronous, port = sys.argv[1:]
    quick = synchronous == "NORMAL"
    settings = ServerSettings(database=database, synchronous="NORMAL" if quick else "FULL", limits=BENCHMARK_LIMITS)
    run(settings, bind("127.0.0.1", int(port)))
