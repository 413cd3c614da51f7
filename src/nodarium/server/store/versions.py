"""Which version of the schema a database has, and which this program knows."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from nodarium.core.errors import BadOption
from nodarium.core.message import say


def migration_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config


def known_revisions() -> list[str]:
    """All revisions, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(migration_config()).walk_revisions()]


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if it has no schema yet."""
    return MigrationContext.configure(connection).get_current_revision()


def check_known(connection: Connection) -> None:
    """Refuse a database that a newer version has upgraded."""
    revision = revision_of(connection)
    if revision is not None and revision not in known_revisions():
        raise BadOption(say("server-upgraded-by-newer", revision=revision))


def check_current(connection: Connection) -> None:
    """Refuse a database whose schema isn't the one of this program."""
    check_known(connection)
    if revision_of(connection) != known_revisions()[0]:
        raise BadOption(say("server-not-up-to-date"))
