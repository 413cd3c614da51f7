"""WebSockets: a table as it goes on, and the lobby.

A socket has seen the events up to some number. Whenever there are more it is sent one frame with all of them; so
nothing is left out, and whoever reads slowly gets fewer and larger frames.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from nodarium.core.errors import NodariumError
from nodarium.server import frames, metrics, projections, wire
from nodarium.server.errors import BadRequest, NotAllowed, NotFound, TooMany, Unauthenticated, Unavailable
from nodarium.server.events import Participant
from nodarium.server.frames import Viewer
from nodarium.server.service import LiveTable, Watcher, now_ms
from nodarium.server.services import Services, address_of, decode

# Why a socket is closed, beside the usual reasons.
NOT_ALLOWED, OUR_MISTAKE = 4403, 1011
WHY = {NotFound: 4404, TooMany: 4429, Unavailable: 1012}  # after the last one it is worth trying again
HASTY = 20  # messages over the limit, until the socket is closed
ID = re.compile("[0-9A-Za-z_-]{1,32}")
LONG = 3600.0  # seconds

log = logging.getLogger(__name__)


def add_sockets(app: FastAPI, server: Services) -> None:
    @app.websocket("/api/tables/{table}/live")
    async def live_table(
        socket: WebSocket,
        table: str,
        *,
        after: int = 0,
        moves: bool = True,
        view: bool = False,
        scene: bool = False,
        seat: int | None = None,
    ) -> None:
        """A table as it goes on. Send requests as over HTTP; each is answered in a frame."""
        async with told_why(socket), admitted(server, socket) as who:
            live = await server.tables.find(table, after) if ID.fullmatch(table) else None
            if live is None:
                raise NotFound("There is no such table.")
            viewer = Viewer(who.person if who else None, moves, view, scene, seat)
            await serve_table(server, socket, who, live, server.tables.watch(live, viewer, max(0, after)))

    @app.websocket("/api/lobby")
    async def live_lobby(socket: WebSocket) -> None:
        """The list of tables, whenever it changes."""
        async with told_why(socket), admitted(server, socket):
            await serve_lobby(server, socket)


@asynccontextmanager
async def told_why(socket: WebSocket) -> AsyncIterator[None]:
    """A socket that is open. What it cannot be given is told before it is closed."""
    await socket.accept()
    try:
        yield
    except NodariumError as error:
        metrics.REFUSED.labels(error.code).inc()
        code = next((code for kind, code in WHY.items() if isinstance(error, kind)), NOT_ALLOWED)
        with suppress(WebSocketDisconnect, RuntimeError):
            await send(socket, wire.Frame(time=now_ms(), answers=(wire.Answer(error=error.to_dict()),)))
            await socket.close(code, error.code)
    except (WebSocketDisconnect, RuntimeError):  # it was closed while we were speaking
        pass


@asynccontextmanager
async def admitted(server: Services, socket: WebSocket) -> AsyncIterator[Participant | None]:
    """Whose socket it is, if there is room for it."""
    if not same_site(socket, server.settings.allowed_origins):
        raise NotAllowed("A page of another site cannot play here.")
    server.address.acquire(address_of(socket))
    who = await server.authenticate(socket)
    whose = who.person if who and who.person else address_of(socket)
    server.register_socket(whose)
    metrics.SOCKETS.inc()
    try:
        yield who
    finally:
        server.unregister_socket(whose)
        metrics.SOCKETS.dec()


def same_site(socket: WebSocket, origins: tuple[str, ...]) -> bool:
    """A browser says which site a page is from; other programs do not."""
    origin = socket.headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == socket.headers.get("host")


async def send(socket: WebSocket, what: object) -> None:
    await socket.send_text(projections.encode(what).decode())


# ---- a table ----


async def serve_table(
    server: Services, socket: WebSocket, who: Participant | None, live: LiveTable, watcher: Watcher
) -> None:
    first = frames.frame(live.table, watcher.viewer, watcher.after, now_ms())
    watcher.after = live.table.last_event
    sender = None
    try:
        await send(socket, first)
        sender = asyncio.create_task(send_frames(server, socket, live, watcher))
        await take_requests(server, socket, who, live, watcher)
    finally:
        server.tables.leave(live, watcher)
        if sender:
            sender.cancel()


async def send_frames(server: Services, socket: WebSocket, live: LiveTable, watcher: Watcher) -> None:
    try:
        while True:
            await watcher.more.wait()
            await send(socket, server.tables.frame(live, watcher))
    except (WebSocketDisconnect, RuntimeError):  # it was closed while we were speaking
        pass
    except Exception:
        log.exception("a frame could not be made", extra={"table": live.table.id})
        await socket.close(OUR_MISTAKE)


async def take_requests(
    server: Services, socket: WebSocket, who: Participant | None, live: LiveTable, watcher: Watcher
) -> None:
    hasty = 0
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        answer, hurried = await answered(server, who, live, message.get("text") or message.get("bytes") or b"")
        watcher.answers.append(answer)
        watcher.more.set()
        hasty = hasty + 1 if hurried else 0
        if hasty > HASTY:
            raise TooMany("Too many messages.")


async def answered(
    server: Services, who: Participant | None, live: LiveTable, data: str | bytes
) -> tuple[wire.Answer, bool]:
    """The answer to a message, under its name if it has one, and whether it was one too many."""
    name = None
    with suppress(BadRequest):
        name = decode(data, wire.RequestEnvelope).request
    try:
        if who is None or who.person is None:
            raise Unauthenticated("Say who you are first: POST /api/me gives you a name.")
        server.requests.acquire(who.person)
        request: wire.AnyRequest = decode(data, wire.AnyRequest)
        return wire.Answer(request=name, event=await server.handle(live, who, request)), False
    except NodariumError as error:
        metrics.REFUSED.labels(error.code).inc()
        return wire.Answer(request=name, error=error.to_dict()), isinstance(error, TooMany)


# ---- the lobby ----


async def serve_lobby(server: Services, socket: WebSocket) -> None:
    sender = asyncio.create_task(send_lobby(server, socket))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        sender.cancel()


async def send_lobby(server: Services, socket: WebSocket) -> None:
    version = "none"
    try:
        while True:
            lobby = await server.tables.lobby.after(version, LONG)
            if lobby.version != version:
                version = lobby.version
                await send(socket, lobby)
    except (WebSocketDisconnect, RuntimeError):  # it was closed while we were speaking
        pass
    except Exception:
        log.exception("the lobby could not be told")
        await socket.close(OUR_MISTAKE)
