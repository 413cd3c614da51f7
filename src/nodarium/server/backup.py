"""Backups of an SQLite database: consistent copies, made while the server runs."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine

from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.server.store.versions import check_known, revision_of

PAGES = 1000  # copied between two reports of progress
LOG_SUFFIXES = ("-wal", "-shm", "-journal")  # SQLite's files next to a database, which it applies to that

Progress = Callable[[int, int], None]  # pages copied, pages in all


def back_up(source: Path, target: Path, on_progress: Progress) -> None:
    """Copy a database that may be in use into a new file."""
    if not source.exists():
        raise BadOption(say("server-backup-source-missing", path=str(source)))
    copy(source, target, on_progress)


def restore(source: Path, target: Path, on_progress: Progress) -> list[Path]:
    """Copy a backup to where a server will look for its database.

    SQLite would apply the log of another database, which was moved away without it, to the restored one. Such files are
    renamed, because they may hold the last moves of that database. Returns their new names.
    """
    check_backup(source)
    with locked(target):
        check_absent(target)
        moved = [set_aside(log) for suffix in LOG_SUFFIXES if (log := Path(f"{target}{suffix}")).exists()]
        copy(source, target, on_progress)
    return moved


def set_aside(path: Path) -> Path:
    """Give a file a name that isn't taken."""
    for number in count(1):
        new = path.with_name(f"{path.name}.old-{number}")
        with suppress(FileExistsError):
            os.link(path, new)
            path.unlink()
            return new
    raise AssertionError("some number is free")


def check_backup(path: Path) -> None:
    """Refuse a file that isn't a sound database of a version this program knows."""
    if not path.is_file():
        raise BadOption(say("server-backup-not-a-file", path=str(path)))
    engine = create_engine(f"sqlite:///file:{path.absolute()}?mode=ro&uri=true")
    try:
        with engine.connect() as connection:
            problems = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            revision = revision_of(connection)
            check_known(connection)
    except BadOption:
        raise
    except Exception as error:
        reason = str(getattr(error, "orig", error))
        raise BadOption(say("server-backup-unreadable", path=str(path), reason=reason)) from None
    finally:
        engine.dispose()
    if problems != ["ok"]:
        raise BadOption(say("server-backup-damaged", path=str(path), problem=problems[0]))
    if revision is None:
        raise BadOption(say("server-backup-foreign", path=str(path)))


def check_absent(path: Path) -> None:
    if path.exists():
        raise BadOption(say("server-backup-exists", path=str(path)))


def copy(source: Path, target: Path, on_progress: Progress) -> None:
    """Copy a database into a file that appears under its name only when it is complete."""
    check_absent(target)
    part = target.with_name(f"{target.name}.part")
    try:
        file = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)  # it holds the key and password hashes
    except FileExistsError:
        raise BadOption(say("server-backup-running", path=str(part))) from None
    os.close(file)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            # Within one transaction, which sees no later writes: SQLite starts again whenever it sees one.
            old.execute("BEGIN")
            old.execute("SELECT 1 FROM sqlite_master").fetchone()
            old.backup(new, pages=PAGES, progress=lambda _, left, total: on_progress(total - left, total))
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log next to it
            (result,) = new.execute("PRAGMA integrity_check").fetchone()
            if result != "ok":
                raise BadOption(say("server-copy-damaged", path=str(source), problem=result))
        sync(part)
        os.link(part, target)  # fails if the file exists by now
        sync(target.parent)
    except sqlite3.Error as error:
        raise BadOption(say("server-cannot-copy", path=str(source), reason=str(error))) from None
    finally:
        part.unlink(missing_ok=True)
        part.with_name(f"{part.name}-journal").unlink(missing_ok=True)


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold the lock that a server holds while it uses a database."""
    with Path(f"{database}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOption(say("server-restore-while-running", path=str(database))) from None
        yield
