"""Routes for the lobby and for tables: everything the WebSocket offers, for clients that poll."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Query, Request, Response

from nodarium.core.message import say
from nodarium.record.match import Match
from nodarium.record.record import Record
from nodarium.server import wire
from nodarium.server.addresses import address_of
from nodarium.server.errors import NotFound, Unavailable
from nodarium.server.frames import Viewer, frame
from nodarium.server.http.common import MAX_NUMBER, GameNumber, JsonResponse, SeatQuery, TableId, read_body
from nodarium.server.http.openapi import gives, takes
from nodarium.server.services import Services
from nodarium.server.table import Table
from nodarium.server.time import now_ms

T = TypeVar("T")

Version = Annotated[str, Query(max_length=32, description="of the list you have")]
After = Annotated[int, Query(ge=0, le=MAX_NUMBER, description="the number of the last event you have seen")]
Wait = Annotated[float, Query(ge=0, le=60, description="seconds to wait if nothing has happened yet")]
Moves = Annotated[bool, Query(description="list your legal moves")]
View = Annotated[bool, Query(description="include the position as plain data, as far as you may see it")]
WithScene = Annotated[bool, Query(description="include the position as a scene to draw")]


def add_tables(app: FastAPI, services: Services) -> None:
    auth, limits = services.auth, services.settings.limits

    @app.get("/api/tables", responses=gives(wire.Lobby))
    async def get_lobby(request: Request, version: Version = "", wait: Wait = 0) -> Response:
        """The listed tables. With the version you have, the request can wait until the list changes."""
        await auth.optional_user(request)
        seconds = min(wait, limits.wait_seconds)
        return JsonResponse(await unless_stopping(services, services.lobby.wait(version, seconds)))

    @app.get("/api/gallery", responses=gives(wire.Gallery))
    async def get_gallery(request: Request, version: Version = "", wait: Wait = 0) -> Response:
        """The public games with the latest moves. With the version you have, the request can wait for another."""
        await auth.optional_user(request)
        seconds = min(wait, limits.wait_seconds)
        shown = await unless_stopping(services, services.gallery.wait(version, seconds))
        return JsonResponse(services.gallery.whole(shown))

    @app.post(
        "/api/tables", status_code=201, responses=gives(wire.Frame, status=201), openapi_extra=takes(wire.NewTable)
    )
    async def open_table(request: Request) -> Response:
        """Open a table. Anybody who knows its id can watch it and take a free slot."""
        user = await auth.require_user(request)
        wanted = await read_body(request, wire.NewTable, limits.body_bytes)
        live = await services.tables.open(user, wanted, address_of(request))
        return JsonResponse(frame(live.table, Viewer(user.user_id), 0, now_ms()), 201)

    @app.get("/api/tables/{table}", responses=gives(wire.Frame))
    async def get_frame(
        request: Request,
        table: TableId,
        *,
        after: After = 0,
        wait: Wait = 0,
        moves: Moves = True,
        view: View = False,
        scene: WithScene = False,
        seat: SeatQuery = None,
    ) -> Response:
        """The events after one you have seen, and the state of the table. The request can wait for an event."""
        user = await auth.optional_user(request)
        live = await services.repository.load(table, after)
        user_id = user.user_id if user else None
        if user_id and live.table.first_slot_of(user_id) is not None:
            services.scheduler.mark_active(live, user_id)
        viewer, more = Viewer(user_id, moves, view, scene, seat), asyncio.Event()
        with services.broadcaster.watching(live, viewer, after, more.set) as watcher:
            if watcher.after == live.table.last_event and wait > 0:
                await unless_stopping(services, wait_for(more, min(wait, limits.wait_seconds)))
            return JsonResponse(services.broadcaster.frame(live, watcher))

    @app.post("/api/tables/{table}", responses=gives(wire.Answer), openapi_extra=takes(wire.TableRequest))
    async def send_request(request: Request, table: TableId) -> Response:
        """Do something at a table: take a slot, move, resign, propose, chat."""
        user = await auth.require_user(request)
        asked: wire.TableRequest = await read_body(request, wire.TableRequest, limits.body_bytes)  # type: ignore[arg-type]
        live = await services.repository.load(table)
        services.scheduler.mark_active(live, user.user_id)
        if isinstance(asked, wire.Say):
            services.limits.chat.acquire(user.user_id)
        return JsonResponse(wire.Answer(request=asked.request, event=await services.tables.handle(live, user, asked)))

    @app.get("/api/tables/{table}/games/{number}", responses=gives(Record))
    async def get_record(request: Request, table: TableId, number: GameNumber) -> Response:
        """The record of a game. While the game is being played, the record leaves out everything secret."""
        await auth.optional_user(request)
        live = await services.repository.load(table)
        match = match_at(live.table, number)
        return JsonResponse(match.record(sealed=match.outcome is None and not live.table.closed))


def match_at(table: Table, number: int) -> Match:
    if number >= len(table.games):
        raise NotFound(say("server-no-such-game-at-table", number=str(number)))
    return table.games[number].match


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


async def unless_stopping(services: Services, work: Coroutine[Any, Any, T]) -> T:
    """Wait for something, but give up when the server shuts down."""
    task, stopping = asyncio.ensure_future(work), asyncio.ensure_future(services.tasks.stopping.wait())
    try:
        await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Unavailable(say("server-shutting-down"))
        return task.result()
    finally:
        task.cancel()
        stopping.cancel()
