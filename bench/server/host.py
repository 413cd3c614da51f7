"""Runs a server without rate limits: `python -m bench.server.host DATABASE SYNCHRONOUS PORT WORKERS`."""

from __future__ import annotations

import sys

from uvicorn.config import STARTUP_FAILURE

from nodarium.server.launcher import bind, run, run_workers
from nodarium.server.settings import BENCHMARK_LIMITS, ServerSettings

if __name__ == "__main__":
    database, synchronous, port, workers = sys.argv[1:]
    quick = synchronous == "NORMAL"
    settings = ServerSettings(database=database, synchronous="NORMAL" if quick else "FULL", limits=BENCHMARK_LIMITS)
    listening = bind("127.0.0.1", int(port))
    if int(workers) > 1:
        sys.exit(0 if run_workers(settings, listening, int(workers)) else STARTUP_FAILURE)
    run(settings, listening)
