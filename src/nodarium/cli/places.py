"""Where things are kept if nobody says where."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path


def new_place(name: str, when: datetime, ending: str = "") -> Path:
    """A path among the person's own files that nothing has yet."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    stem = f"{name}-{when:%Y%m%d-%H%M%S}"
    names = (f"{stem}{suffix}{ending}" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for one in names if not (path := Path(state, "nodarium", one)).exists())
