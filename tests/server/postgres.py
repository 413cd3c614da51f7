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

OWNER = "postgres"
FAST, IMMEDIATE = signal.SIGINT, signal.SIGQUIT  # ways to stop: with a checkpoint, or as if it had crashed
MAX_CONNECT_ATTEMPTS = 1200  # twenty a second


def program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs."""
    paths = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(paths[0]) if paths else shutil.which(name)


class Cluster:
    def __init__(self, *, safe: bool = False) -> None:
        self.safe = safe  # whether commits are flushed to disk

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self.user: str | None = OWNER if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        if self.user:
            shutil.chown(self.folder, self.user)
        initdb = program("initdb")
        assert initdb
        make = [initdb, "-D", self.data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, user=self.user, stdout=subprocess.DEVNULL, cwd="/")
        self.log = (self.folder / "log").open("w")
        self.numbers = itertools.count()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(IMMEDIATE)  # the data is not needed again
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Start PostgreSQL, and wait until it answers."""
        postgres = program("postgres")
        assert postgres
        serve = [postgres, "-D", self.data, "-k", str(self.folder), "-c", "listen_addresses="]
        serve += ["-c", "max_connections=200", *([] if self.safe else ["-c", "fsync=off"])]
        self.process = subprocess.Popen(serve, user=self.user, stdout=self.log, stderr=self.log, cwd="/")
        for _ in range(MAX_CONNECT_ATTEMPTS):
            try:
                with psycopg.connect(self.url("postgres")):
                    return
            except psycopg.OperationalError:
                sleep(0.05)
        raise AssertionError("PostgreSQL doesn't answer.")

    def stop(self, how: signal.Signals) -> None:
        """Stop PostgreSQL as `pg_ctl stop -m fast` or `-m immediate` does."""
        self.process.send_signal(how)
        self.process.wait()

    def url(self, name: str) -> str:
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def new_database(self) -> str:
        name = f"test{next(self.numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)
