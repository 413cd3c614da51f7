"""A temporary PostgreSQL cluster from Debian's packages, reached over a socket in its folder."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from time import sleep
from typing import Self

import psycopg
import pytest

OWNER = "postgres"


def program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs."""
    paths = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(paths[0]) if paths else shutil.which(name)


def missing() -> str | None:
    """Why PostgreSQL can't run here, or None; in CI that is a failure."""
    if program("initdb"):
        return None
    if os.environ.get("CI"):
        pytest.fail("CI needs PostgreSQL: apt-get install postgresql")
    return "PostgreSQL is not installed"


class Cluster:
    def __init__(self, *, safe: bool = False) -> None:
        self.safe = safe  # whether commits are flushed to disk

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self.user: str | None = OWNER if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        if self.user:
            shutil.chown(self.folder, self.user)
        data = str(self.folder / "data")
        initdb, postgres = program("initdb"), program("postgres")
        assert initdb
        assert postgres
        make = [initdb, "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, user=self.user, stdout=subprocess.DEVNULL, cwd="/")
        serve = [postgres, "-D", data, "-k", str(self.folder), "-c", "listen_addresses="]
        serve += [] if self.safe else ["-c", "fsync=off"]
        self.log = (self.folder / "log").open("w")
        self.process = subprocess.Popen(
            [*serve, "-c", "max_connections=200"], user=self.user, stdout=self.log, stderr=self.log, cwd="/"
        )
        self.numbers = itertools.count()
        for _ in range(200):
            try:
                with psycopg.connect(self.url("postgres")):
                    break
            except psycopg.OperationalError:
                sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGQUIT)  # immediate shutdown: the data is not needed again
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def new_database(self) -> str:
        name = f"test{next(self.numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)
