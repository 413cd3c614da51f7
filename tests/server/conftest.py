"""Fixtures for the server's tests: databases of both kinds, and running servers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import nodarium_command
from tests.server.postgres import Cluster, program
from tests.server.running import Running

__all__ = ["nodarium_command"]


@pytest.fixture(scope="session")
def postgresql() -> None:
    """Skip a test if PostgreSQL isn't installed; in CI the test fails."""
    if program("initdb"):
        return
    if os.environ.get("CI"):
        pytest.fail("CI needs PostgreSQL: apt-get install postgresql")
    pytest.skip("PostgreSQL is not installed")


@pytest.fixture(scope="session")
def cluster(postgresql: None) -> Iterator[Cluster]:
    """A temporary PostgreSQL cluster."""
    with Cluster() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'nodarium.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'nodarium.db'}"


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    """Start servers, and stop them after the test."""
    running: list[Running] = []

    def begin(database: str, **settings: object) -> Running:
        running.append(Running(database, **settings))
        return running[-1]

    yield begin
    for one in running:
        one.stop()
