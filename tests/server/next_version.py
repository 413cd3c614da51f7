"""Opens a database and records with whichever version of the program is on the path, plays on, and says what it found.

`test_fixtures.py` runs it with a copy of the program that has a newer data set.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from nodarium.core.discovery import find_game, game_ids
from nodarium.record.factory import load_all
from nodarium.server import events, wire
from nodarium.server.accounts import User
from nodarium.server.services import Services
from nodarium.server.settings import BENCHMARK_LIMITS, ServerSettings
from nodarium.server.store.schema import ROOMS


async def play_on(database: str) -> dict[str, object]:
    """Load every table, and make a move at each that is being played. Returns the options of each table."""
    services = Services(ServerSettings(database=database, limits=BENCHMARK_LIMITS))
    await services.start()
    with services.store.read_engine.connect() as connection:
        ids = list(connection.execute(ROOMS.select().with_only_columns(ROOMS.c.id)).scalars())
    found: dict[str, object] = {}
    for table_id in ids:
        live = await services.repository.load(table_id)
        table = live.table
        assert isinstance(table.event_log[0], events.TableOpened)
        found[table_id] = {"game": table.game.id, "options": table.config.options}
        match = table.match
        seat = next((one for one in match.to_act if table.player_in(one).user_id), None) if match else None
        if match and table.status == "playing" and seat is not None:
            user_id = table.player_in(seat).user_id
            assert user_id
            user = User(user_id=user_id, name="anybody")
            await services.tables.handle(live, user, wire.Move(move=match.legal_moves(seat)[0], seat=seat))
    await services.stop()
    restarted = Services(ServerSettings(database=database, limits=BENCHMARK_LIMITS))
    await restarted.start()
    for table_id in ids:
        await restarted.repository.load(table_id)
    newcomer = User(name="New", user_id="new")
    for game in game_ids():
        opened = await restarted.tables.open(newcomer, wire.NewTable(game=game), "127.0.0.1")
        found[f"new {game}"] = {"game": game, "options": opened.table.config.options}
    await restarted.stop()
    return found


def main(database: str, *records: str) -> None:
    tables = asyncio.run(play_on(database))
    matches = [match for file in records for match in load_all(Path(file))]
    choices = {game: {one.name: one.choices for one in find_game(game).options} for game in game_ids()}
    options = [[match.game.id, match.options] for match in matches]
    print(json.dumps({"tables": tables, "records": options, "choices": choices}))


if __name__ == "__main__":
    main(*sys.argv[1:])
