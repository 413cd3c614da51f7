"""`Gallery`: the public games that people watch as miniatures, as any spectator sees them.

However many clients watch, each position is drawn once, at most once a second, and each message is encoded once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import ClassVar

from msgspec import Struct, structs

from nodarium.core.scene import Scene
from nodarium.core.scene_diff import SceneMemory, diff_scenes
from nodarium.server import projections, wire
from nodarium.server.broadcast import Broadcaster
from nodarium.server.codec import encode
from nodarium.server.errors import NotFound, TableDamaged
from nodarium.server.events import Event
from nodarium.server.lobby import Lobby, summary
from nodarium.server.published import Published
from nodarium.server.repository import LiveTable, TableRepository

SECONDS = 1.0  # between two versions
MAX_SHOWN = 6
MAX_LOADED = 18  # tables among which the games with the latest moves are chosen


class Position(Struct, frozen=True):
    """What a game's picture depends on."""

    table: str
    game: int
    moves: tuple[int, ...]  # the events of its moves


class Shown(Struct, frozen=True):
    version: str
    positions: tuple[Position, ...]
    games: tuple[wire.GalleryGame, ...]


class Gallery(Published[Shown]):
    refresh_seconds: ClassVar[float] = 0.0  # `refresh` itself is slow
    max_previous: ClassVar[int] = 4

    def __init__(self, repository: TableRepository, broadcaster: Broadcaster, lobby: Lobby) -> None:
        super().__init__(Shown("", (), ()))
        self.repository = repository
        self.broadcaster = broadcaster
        self.lobby = lobby
        self._due: asyncio.TimerHandle | None = None
        self._refreshed = 0.0
        lobby.follow(self.refresh)
        repository.subscribe(self._on_events)

    def refresh(self) -> None:
        """Draw what has changed, but not sooner than `SECONDS` after the last time."""
        if self._due is None:
            loop = asyncio.get_running_loop()
            self._due = loop.call_at(max(loop.time(), self._refreshed + SECONDS), self._refresh_now)

    def _refresh_now(self) -> None:
        self._due, self._refreshed = None, asyncio.get_running_loop().time()
        super().refresh()

    def _on_events(self, live: LiveTable, events: Sequence[Event], local: bool) -> None:
        if live.table.event_log and live.table.config.listed and live.table.games:
            self.refresh()

    async def make(self) -> Shown:
        before = self.current
        known = dict(zip(before.positions, before.games, strict=True))
        shown = {position_of(live): live for live in await self._latest()}
        games = tuple([known.get(position) or self._game(live) for position, live in shown.items()])
        return Shown(sha256(encode(tuple(shown))).hexdigest()[:16], tuple(shown), games)

    async def _latest(self) -> list[LiveTable]:
        """The listed games with the latest moves; while the same ones are shown, in the same order."""
        listed = [table.id for table in (await self.lobby.read()).tables if table.status == "playing"]
        found = []
        for table_id in listed[:MAX_LOADED]:
            with suppress(NotFound, TableDamaged):
                live = await self.repository.load(table_id)
                if live.table.match and live.table.status == "playing" and live.table.config.listed:
                    found.append(live)
        latest = sorted(found, key=lambda live: -live.table.time)[:MAX_SHOWN]
        places = {position.table: place for place, position in enumerate(self.current.positions)}
        return sorted(latest, key=lambda live: places.get(live.id, len(places)))

    def _game(self, live: LiveTable) -> wire.GalleryGame:
        table = live.table
        assert table.match
        return wire.GalleryGame(
            table=summary(projections.table_entry(table)),
            seating=table.games[-1].seating,
            turn=table.match.turn_number(len(table.games[-1].move_events)),
            to_act=table.to_act,
            watching=self.broadcaster.num_spectators(live),
            scene=miniature(table.match.scene(None)),
        )

    def difference(self, before: Shown, after: Shown) -> wire.Gallery:
        known = {game.table.id: game for game in before.games}
        changed = [
            changed_game(known.get(game.table.id), game) for game in after.games if known.get(game.table.id) != game
        ]
        return gallery(after, changed)

    def whole(self, current: Shown) -> wire.Gallery:
        return gallery(current, current.games)


def gallery(shown: Shown, games: Sequence[wire.GalleryGame]) -> wire.Gallery:
    ids = tuple([game.table.id for game in shown.games])
    return wire.Gallery(version=shown.version, shown=ids, games=tuple(games))


def position_of(live: LiveTable) -> Position:
    games = live.table.games
    return Position(live.id, len(games), tuple(games[-1].move_events))


def miniature(scene: Scene) -> Scene:
    """The board of a scene, and who has how much."""
    panels = tuple([structs.replace(panel, rows=()) for panel in scene.panels if panel.seat is not None])
    return Scene(
        width=scene.width,
        height=scene.height,
        shapes=scene.shapes,
        panels=panels,
        prompt=scene.prompt,
        targets=(),
        paths=(),
        ground=scene.ground,
    )


def changed_game(before: wire.GalleryGame | None, after: wire.GalleryGame) -> wire.GalleryGame:
    """A game for a client that knows an earlier position."""
    if before is None or before.scene is None or after.scene is None:
        return after
    return structs.replace(after, scene=None, scene_diff=diff_scenes(SceneMemory(before.scene), after.scene))
