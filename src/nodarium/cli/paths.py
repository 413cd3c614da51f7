"""Default paths of files under the user's home."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path


def state_folder() -> Path:
    """Return the folder for Nodarium's files, where the XDG specification puts it."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state", "nodarium")


def new_path(name: str, when: datetime, suffix: str = "") -> Path:
    """Return a path with a timestamp at which nothing exists yet."""
    stem = f"{name}-{when:%Y%m%d-%H%M%S}"
    names = (f"{stem}{number}{suffix}" for number in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for one in names if not (path := state_folder() / one).exists())


def default_database(data_dir: str | None) -> Path:
    """Return the path of the server's SQLite database, and create its directory, for this user only."""
    folder = Path(data_dir) if data_dir else state_folder() / "server"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return (folder / "nodarium.db").absolute()
