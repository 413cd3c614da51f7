"""Keeps the SQLite database, which holds keys and password hashes, readable only by the server's user."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

CREATED = ("", ".lock")  # SQLite gives its other files the mode of the database
SUFFIXES = ("", "-wal", "-shm", "-journal", ".lock")

log = logging.getLogger(__name__)


def make_private(database: Path) -> None:
    """Create the database and its lock file if they don't exist, and restrict all its files to mode 0600."""
    for suffix in CREATED:
        with suppress(OSError):  # opening the database reports it
            os.close(os.open(f"{database}{suffix}", os.O_CREAT | os.O_RDWR, 0o600))
    for suffix in SUFFIXES:
        restrict(Path(f"{database}{suffix}"), 0o600)


def make_private_folder(folder: Path) -> None:
    """Create a data directory, or restrict an existing one, to mode 0700. A shared one, like /tmp, stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not folder.stat().st_mode & stat.S_ISVTX:
        restrict(folder, 0o700)


def restrict(path: Path, mode: int) -> None:
    try:
        found = stat.S_IMODE(path.stat().st_mode)
        if found & ~mode:
            path.chmod(mode & found)
            log.warning("others could read %s: changed its mode from %04o to %04o", path, found, mode & found)
    except FileNotFoundError:
        pass
    except PermissionError:  # it belongs to somebody else
        log.warning("others can read %s, and this user can't change that", path)
