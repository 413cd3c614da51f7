"""The HTTP interface: everything that can be done over a WebSocket, and what is around the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Path, Query, Request, Response

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.rulebook import SUMMARY_CHAPTER
from nodarium.record.record import Record
from nodarium.server import projections, wire
from nodarium.server.bot_pool import SEATABLE_BOTS
from nodarium.server.errors import NotFound, Unavailable
from nodarium.server.events import Participant
from nodarium.server.frames import Viewer
from nodarium.server.openapi import gives, takes
from nodarium.server.service import TableService, Watcher
from nodarium.server.services import COOKIE, Services, address_of

T = TypeVar("T")
YEAR = 365 * 24 * 3600

Id = Annotated[str, Path(pattern="^[0-9A-Za-z_-]{1,32}$")]
GameId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9_]+$")]
Number = Annotated[int, Path(ge=0, le=2**31 - 1, description="which of the table's games, from 0")]
Version = Annotated[str, Query(max_length=32, description="of the list that you have")]
After = Annotated[int, Query(ge=0, le=2**31 - 1, description="the number of the last event that you have seen")]
Wait = Annotated[float, Query(ge=0, le=60, description="seconds to wait for something new, if there is nothing yet")]
Moves = Annotated[bool, Query(description="list your legal moves")]
View = Annotated[bool, Query(description="give the position as plain data, as far as you may know it")]
Seat = Annotated[int | None, Query(ge=0, le=15, description="which of your seats, if you have several")]
Picture = Annotated[bool, Query(description="give the position as a scene to draw")]


class Json(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return projections.encode(content)


# ---- people ----


def add_people(app: FastAPI, server: Services) -> None:
    def welcome(request: Request, player: Participant) -> Response:
        assert player.person
        token = server.people.token(player.person)
        response = Json(wire.Me(id=player.person, name=player.name, account=player.account, token=token))
        secure = server.settings.secure_cookies or request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response

    @app.get("/api/me", responses=gives(wire.Person))
    async def who_am_i(request: Request) -> Response:
        """Who you are, and your ratings."""
        who = await server.require_user(request)
        assert who.person
        return Json(await server.people.describe(who.person))

    @app.post("/api/me", responses=gives(wire.Me), openapi_extra=takes(wire.NewName))
    async def name_myself(request: Request) -> Response:
        """Become a guest with this name; or, if you are somebody already, change your name."""
        who = await server.optional_user(request)
        name = (await server.read_body(request, wire.NewName)).name
        if who is None:
            server.arriving.acquire(address_of(request))
            return welcome(request, await server.people.create_guest(name))
        return welcome(request, await server.people.rename(who, name))

    @app.get("/api/me/tables", responses=gives(wire.TableSummary, many=True))
    async def my_tables(request: Request) -> Response:
        """The tables at which you have sat, the latest first."""
        who = await server.require_user(request)
        assert who.person
        return Json(await server.tables.tables_of(who.person))

    @app.post("/api/account", responses=gives(wire.Me), openapi_extra=takes(wire.Credentials))
    async def open_account(request: Request) -> Response:
        """Give yourself an account; your seats, games and name go with it."""
        server.passwords.acquire(address_of(request))
        who = await server.optional_user(request)
        asked = await server.read_body(request, wire.Credentials)
        if who is None:
            server.arriving.acquire(address_of(request))
            who = await server.people.create_guest(asked.account)
        return welcome(request, await server.people.register(who, asked.account, asked.password))

    @app.post("/api/login", responses=gives(wire.Me), openapi_extra=takes(wire.Credentials))
    async def log_in(request: Request) -> Response:
        """Become the person with this account."""
        server.passwords.acquire(address_of(request))
        asked = await server.read_body(request, wire.Credentials)
        return welcome(request, await server.people.log_in(asked.account, asked.password))

    @app.post("/api/logout", status_code=204, response_class=Response)
    async def log_out() -> Response:
        """Forget who you are, in this browser."""
        response = Response(status_code=204)
        response.delete_cookie(COOKIE)
        return response

    @app.get("/api/people/{person}", responses=gives(wire.Person))
    async def about_somebody(request: Request, person: Id) -> Response:
        """Somebody's name and ratings."""
        await server.optional_user(request)
        return Json(await server.people.describe(person))


# ---- games ----


def add_games(app: FastAPI, server: Services) -> None:
    @app.get("/api/games", responses=gives(wire.GameInfo, many=True))
    async def games(request: Request) -> Response:
        """What can be played, with which options and bots."""
        await server.optional_user(request)
        return Json([game_info(game_id) for game_id in game_ids()])

    @app.get("/api/games/{game}/rules", responses=gives(wire.RuleInfo, many=True))
    async def rules(request: Request, game: GameId) -> Response:
        """The numbered rules of a game and, before them and without a number, the game in short."""
        await server.optional_user(request)
        if game not in game_ids():
            raise NotFound("There is no such game.")
        book = find_game(game).rulebook
        short = (
            [wire.RuleInfo(id="", text="\n".join(book.summary), sources=(), chapter=SUMMARY_CHAPTER)]
            if book.summary
            else []
        )
        numbered = [
            wire.RuleInfo(id=rule.id, text=rule.text, sources=rule.sources, chapter=rule.chapter)
            for rule in book.rules.values()
        ]
        return Json(short + numbered)


def game_info(game_id: str) -> wire.GameInfo:
    game = find_game(game_id)
    options = [
        wire.OptionInfo(
            name=option.name,
            choices=option.choices,
            default=option.default,
            rule=option.rule,
            text=option.description,
            own=option.parse_custom is not None,
        )
        for option in game.options
    ]
    return wire.GameInfo(
        id=game.id,
        title=game.title,
        designer=game.designer,
        summary=game.summary,
        minutes=game.minutes,
        rules_version=game.rules_version,
        seat_names=game.seat_names,
        secrets=game.imperfect_information,
        options=tuple(options),
        levels=SEATABLE_BOTS,
    )


# ---- tables ----


def add_tables(app: FastAPI, server: Services) -> None:
    @app.get("/api/tables", responses=gives(wire.Lobby))
    async def lobby(request: Request, version: Version = "", wait: Wait = 0) -> Response:
        """The tables that are listed. With the version that you have, it can wait until there is another."""
        await server.optional_user(request)
        seconds = min(wait, server.settings.limits.wait_seconds)
        return Json(await unless_ending(server.tables, server.tables.lobby.after(version, seconds)))

    @app.post(
        "/api/tables", status_code=201, responses=gives(wire.Frame, status=201), openapi_extra=takes(wire.NewTable)
    )
    async def open_table(request: Request) -> Response:
        """Open a table. Whoever has its id can look at it, and sit down where a place is free."""
        who = await server.require_user(request)
        asked = await server.read_body(request, wire.NewTable)
        assert who.person
        server.opening.acquire(who.person)
        live = await server.tables.open(who, asked)
        return Json(server.tables.frame(live, Watcher(Viewer(who.person), 0)), 201)

    @app.get("/api/tables/{table}", responses=gives(wire.Frame))
    async def look(
        request: Request,
        table: Id,
        *,
        after: After = 0,
        wait: Wait = 0,
        moves: Moves = True,
        view: View = False,
        scene: Picture = False,
        seat: Seat = None,
    ) -> Response:
        """What has happened after an event, and how things stand. It can wait until something has happened."""
        who = await server.optional_user(request)
        live = await server.tables.find(table, after)
        if who and who.person and live.table.place_of(who.person) is not None:
            server.scheduler.mark_active(live, who.person)
        watcher = server.tables.watch(live, Viewer(who.person if who else None, moves, view, scene, seat), after)
        try:
            if watcher.after == live.table.last_event and wait > 0:
                seconds = min(wait, server.settings.limits.wait_seconds)
                await unless_ending(server.tables, wait_for_more(watcher, seconds))
            return Json(server.tables.frame(live, watcher))
        finally:
            server.tables.leave(live, watcher)

    @app.post("/api/tables/{table}", responses=gives(wire.Answer), openapi_extra=takes(wire.AnyRequest))
    async def do(request: Request, table: Id) -> Response:
        """Do something at a table: sit down, move, resign, propose, say something."""
        who = await server.require_user(request)
        asked: wire.AnyRequest = await server.read_body(request, wire.AnyRequest)  # type: ignore[arg-type]
        live = await server.tables.find(table)
        assert who.person
        server.scheduler.mark_active(live, who.person)
        return Json(wire.Answer(request=asked.request, event=await server.handle(live, who, asked)))

    @app.get("/api/tables/{table}/games/{number}", responses=gives(Record))
    async def record(request: Request, table: Id, number: Number) -> Response:
        """The record of a game; while it goes on it is sealed: without what must stay secret."""
        await server.optional_user(request)
        live = await server.tables.find(table)
        if number >= len(live.table.games):
            raise NotFound(f"There is no game {number} at this table.")
        match = live.table.games[number].match
        return Json(match.record(sealed=match.outcome is None and not live.table.closed))


async def wait_for_more(watcher: Watcher, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(watcher.more.wait(), seconds)


async def unless_ending(tables: TableService, work: Coroutine[Any, Any, T]) -> T:
    """Wait for something, but not while the server ends."""
    task, ending = asyncio.ensure_future(work), asyncio.ensure_future(tables.stopping.wait())
    try:
        await asyncio.wait({task, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Unavailable("The server is shutting down; come back in a moment.")
        return task.result()
    finally:
        task.cancel()
        ending.cancel()
