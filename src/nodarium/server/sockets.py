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
from nodarium.server import books, frames, metrics, wire
from nodarium.server.errors import BadRequest, Busy, NoIdentity, NotAllowed, NotFound, TooMany
from nodarium.server.events import Player
from nodarium.server.frames import Viewer
from nodarium.server.process import Server, address_of, read
from nodarium.server.tables import Live, Watcher, clock

# Why a socket is closed, beside the usual reasons.
NOT_ALLOWED, OUR_MISTAKE = 4403, 1011
WHY = {NotFound: 4404, TooMany: 4429, Busy: 1012}  # after the last one it is worth trying again
HASTY = 20  # messages over the limit, until the socket is closed
ID = re.compile("[0-9A-Za-z_-]{1,32}")
LONG = 3600.0  # seconds

log = logging.getLogger(__name__)


def add_sockets(app: FastAPI, server: Server) -> None:
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
            await send(socket, wire.Frame(time=clock(), answers=(wire.Answer(error=error.to_dict()),)))
            await socket.close(code, error.code)
    except (WebSocketDisconnect, RuntimeError):  # it was closed while we were speaking
        pass


@asynccontextmanager
async def admitted(server: Server, socket: WebSocket) -> AsyncIterator[Player | None]:
    """Whose socket it is, if there is room for it."""
    if not same_site(socket, server.settings.origins):
        raise NotAllowed("A page of another site cannot play here.")
    server.address.take(address_of(socket))
    who = await server.person(socket)
    whose = who.person if who and who.person else address_of(socket)
    server.admit(whose)
    metrics.SOCKETS.inc()
    try:
        yield who
    finally:
        server.dismiss(whose)
        metrics.SOCKETS.dec()


def same_site(socket: WebSocket, origins: tuple[str, ...]) -> bool:
    """A browser says which site a page is from; other programs do not."""
    origin = socket.headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == socket.headers.get("host")


async def send(socket: WebSocket, what: object) -> None:
    await socket.send_text(books.encode(what).decode())


# ---- a table ----


async def serve_table(server: Server, socket: WebSocket, who: Player | None, live: Live, watcher: Watcher) -> None:
    first = frames.frame(live.table, watcher.viewer, watcher.after, clock())
    watcher.after = live.table.number
    sender = None
    try:
        await send(socket, first)
        sender = asyncio.create_task(send_frames(server, socket, live, watcher))
        await take_requests(server, socket, who, live, watcher)
    finally:
        server.tables.leave(live, watcher)
        if sender:
            sender.cancel()


async def send_frames(server: Server, socket: WebSocket, live: Live, watcher: Watcher) -> None:
    try:
        while True:
            await watcher.more.wait()
            await send(socket, server.tables.frame(live, watcher))
    except (WebSocketDisconnect, RuntimeError):  # it was closed while we were speaking
        pass
    except Exception:
        log.exception("a frame could not be made", extra={"table": live.table.id})
        await socket.close(OUR_MISTAKE)


async def take_requests(server: Server, socket: WebSocket, who: Player | None, live: Live, watcher: Watcher) -> None:
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


async def answered(server: Server, who: Player | None, live: Live, data: str | bytes) -> tuple[wire.Answer, bool]:
    """The answer to a message, under its name if it has one, and whether it was one too many."""
    name = None
    with suppress(BadRequest):
        name = read(data, wire.Named).request
    try:
        if who is None or who.person is None:
            raise NoIdentity("Say who you are first: POST /api/me gives you a name.")
        server.requests.take(who.person)
        request: wire.AnyRequest = read(data, wire.AnyRequest)
        return wire.Answer(request=name, event=await server.ask(live, who, request)), False
    except NodariumError as error:
        metrics.REFUSED.labels(error.code).inc()
        return wire.Answer(request=name, error=error.to_dict()), isinstance(error, TooMany)


# ---- the lobby ----


async def serve_lobby(server: Server, socket: WebSocket) -> None:
    sender = asyncio.create_task(send_lobby(server, socket))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        sender.cancel()


async def send_lobby(server: Server, socket: WebSocket) -> None:
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
