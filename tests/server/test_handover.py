"""Two versions on one database: the same format of events side by side, a newer format after the older one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from nodarium import BadOption
from nodarium.server import handover, projections, store
from nodarium.server.services import Services
from nodarium.server.settings import ServerSettings
from nodarium.server.store import Store
from nodarium.server.upcast import VERSION
from tests.server.play import OPEN_GAMES
from tests.server.postgres import Cluster
from tests.server.running import Running

pytestmark = pytest.mark.slow
Start = Callable[..., Running]
MIGRATIONS = Path(store.__file__).with_name("migrations") / "versions"
QUICK: dict[str, Any] = {"heartbeat_seconds": 0.1, "disconnect_grace_seconds": 1000.0}


def start_version(start: Start, database: str, version: int, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Running:
    """Start a process that says it reads events up to this format."""
    with monkeypatch.context() as patch:
        patch.setattr(handover, "VERSION", version)
        patch.setattr(projections, "VERSION", version)
        return start(database, **QUICK, **more)


def test_processes_with_the_same_format_serve_side_by_side(cluster: Cluster, start: Start) -> None:
    database = cluster.new_database()
    one, other = start(database, **QUICK), start(database, **QUICK)
    ann, bob = one.new_user("Ann"), other.new_user("Bob")
    table = ann.open(OPEN_GAMES[0])
    bob.do(table, "sit")
    assert ann.do(table, "resign")["event"]
    assert not one.services.handover.superseded
    assert not other.services.handover.superseded


def test_a_newer_format_takes_over_without_losing_a_move(
    cluster: Cluster, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = cluster.new_database()
    old = start_version(start, database, VERSION - 1, monkeypatch)
    ann, bob = old.new_user("Ann"), old.new_user("Bob")
    table = ann.open(OPEN_GAMES[0], "me", "anybody", clock={"kind": "fischer", "seconds": 600, "increment": 0})
    bob.do(table, "sit")
    socket = bob.join(table)
    socket.receive()
    number = ann.do(table, "move", move=ann.look(table)["now"]["legal_moves"][0])["event"]
    new = start_version(start, database, VERSION, monkeypatch)  # returns when it is ready
    assert not old.services.ready  # it had stopped serving by then
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT event_format FROM processes").fetchall() == [(VERSION,)]
    old.thread.join(10)
    assert not old.thread.is_alive()  # it has stopped by itself
    assert socket.until_closed() == 1012  # clients reconnect
    frame = bob.at(new).look(table)
    assert frame["now"]["status"] == "playing"
    assert frame["now"]["number"] >= number
    assert bob.do(table, "resign")["event"] > number


def test_a_process_that_cannot_hand_over_must_be_stopped_first(cluster: Cluster) -> None:
    """Versions before this one store no format and don't stop by themselves."""
    database = cluster.new_database()
    made = Store(database)
    made.migrate()
    made.dispose()
    with psycopg.connect(database, autocommit=True) as connection:
        far = 10**15
        connection.execute("INSERT INTO processes (id, seen) VALUES ('before', %s)", [far])
    assert "older version" in refusal(database, handover_seconds=0.3)
    with psycopg.connect(database, autocommit=True) as connection:
        assert connection.execute("SELECT id FROM processes").fetchall() == [("before",)]
        connection.execute("UPDATE processes SET event_format = %s", [VERSION + 1])
    assert "newer version" in refusal(database, handover_seconds=0.3)


def refusal(database: str, **settings: Any) -> str:
    """Why a process doesn't start."""

    async def run() -> str:
        services = Services(ServerSettings(database=database, **QUICK, **settings))
        try:
            await services.start()
        except BadOption as error:
            return str(error.message)
        finally:
            await services.stop()
        return ""

    return asyncio.run(run())


def test_an_older_program_refuses_an_upgraded_database(database: str) -> None:
    made = Store(database)
    made.migrate()
    with made.write_engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    try:
        with pytest.raises(BadOption, match="newer version"):
            made.migrate()
    finally:
        made.dispose()


def test_migrations_only_add_things() -> None:
    """An older process goes on working while a newer one migrates. The first two migrations came before this rule."""
    for path in sorted(MIGRATIONS.glob("v*.py"))[2:]:
        upgrade = path.read_text("utf-8").partition("def upgrade()")[2].partition("\ndef downgrade()")[0]
        assert upgrade
        assert not re.findall(r"op\.(?:drop|alter|rename)_\w+|DROP|RENAME", upgrade), path.name
