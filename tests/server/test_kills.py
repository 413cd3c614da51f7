"""A server killed at any moment neither loses nor repeats an event. `bench.server` kills it more often."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.server import kills


@pytest.mark.slow
def test_a_killed_server_restarts_without_losing_data(tmp_path: Path, database: str) -> None:
    verdict = asyncio.run(kills.run(tmp_path, kills=4, tables=5, seed=1, database=database))
    assert verdict.wrong == []
    assert verdict.faults == {"kill": 4}
    assert verdict.moves > 20
    assert verdict.reconnects >= 4
