"""WebSockets: live tables, and the lobby."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.types import Message
from starlette.websockets import WebSocketDisconnected

from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.server import metrics, wire
from nodarium.server.accounts import User
from nodarium.server.addresses import address_of
from nodarium.server.auth import NOT_SIGNED_IN, require_scope
from nodarium.server.broadcast import Watcher
from nodarium.server.codec import decode, encode
from nodarium.server.errors import (
    BadRequest,
    NotAllowed,
    NotFound,
    TableDamaged,
    TokenExpired,
    TooMany,
    Unauthenticated,
    Unavailable,
)
from nodarium.server.events import ID
from nodarium.server.frames import Viewer
from nodarium.server.origins import OTHER_SITE, is_own_page
from nodarium.server.protocols import PROTOCOL, TOO_MANY_CODE, LimitedWebSocketProtocol
from nodarium.server.published import Published
from nodarium.server.repository import NOT_FOUND, LiveTable
from nodarium.server.services import Services
from nodarium.server.time import now_ms

REFUSED, INTERNAL_ERROR, RECONNECT = 4403, 1011, 1012  # codes that close a socket
CLOSE_CODES = {NotFound: 4404, TooMany: TOO_MANY_CODE, TableDamaged: 4500, Unavailable: RECONNECT}
MAX_REFUSED_IN_A_ROW = 20  # messages over the rate limit, after which the socket is closed
MAX_PENDING_ANSWERS = 100  # that a client hasn't read, after which the socket is closed
GOODBYE_SECONDS = 2.0  # for a client to read why its socket is closed
TABLE_ID = re.compile(ID)
LOBBY_WAIT_SECONDS = 3600.0

log = logging.getLogger(__name__)


def add_sockets(app: FastAPI, services: Services) -> None:
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
        diff: bool = False,
    ) -> None:
        """Send frames of a table. Clients send requests as over HTTP, and `view`; answers come in frames."""
        async with reporting_errors(socket), admit(services, socket) as user:
            if not TABLE_ID.fullmatch(table):
                raise NotFound(NOT_FOUND)
            live = await services.repository.load(table, after)
            viewer = Viewer(user.user_id if user else None, moves, view, scene, seat, diff)
            await TableSocket(services, socket, live, user=user, viewer=viewer, after=max(0, after)).serve()

    @app.websocket("/api/lobby")
    async def live_lobby(socket: WebSocket, *, games: bool = False) -> None:
        """Send the listed tables, and then what changes about them; with `games`, also the gallery."""
        async with reporting_errors(socket), admit(services, socket):
            await serve_lobby(services, socket, games=games)


# ---- connections ----


@asynccontextmanager
async def reporting_errors(socket: WebSocket) -> AsyncIterator[None]:
    """Accept a socket. Send it the error that ends it, if one does, before it is closed."""
    await socket.accept()
    try:
        yield
    except WebSocketDisconnect:
        pass
    except NodariumError as error:
        await refuse(socket, error)
    except Exception as error:
        await fail(socket, error)


async def refuse(socket: WebSocket, error: NodariumError, code: int | None = None) -> None:
    """Send an error and close the socket."""
    metrics.REFUSED.labels(error.code).inc()
    code = code or next((code for kind, code in CLOSE_CODES.items() if isinstance(error, kind)), REFUSED)
    try:
        async with asyncio.timeout(GOODBYE_SECONDS):
            await send(socket, wire.Frame(time=now_ms(), answers=(wire.Answer(error=wire.problem(error)),)))
            await close(socket, code, error.code)
    except WebSocketDisconnect:
        pass
    except TimeoutError:  # the client doesn't read
        socket.scope[PROTOCOL].transport.abort()


@asynccontextmanager
async def admit(services: Services, socket: WebSocket) -> AsyncIterator[User | None]:
    """Authenticate a socket and count it against the limits."""
    settings = services.settings
    if not is_own_page(socket, settings.allowed_origins, secure=settings.secure_cookies):
        raise NotAllowed(OTHER_SITE)
    address = address_of(socket)
    services.limits.addresses.acquire(address)
    user = await services.auth.authenticate(*services.auth.credentials_of(socket))
    if user:
        require_scope(user, "read")

    def sign_out(error: Unauthenticated) -> None:
        # A browser may have a newer token by now: `exchange_if_old` lets the one before expire.
        services.tasks.spawn(refuse(socket, error, RECONNECT if isinstance(error, TokenExpired) else REFUSED))

    with (
        services.limits.socket(address, user.user_id if user else None),
        services.auth.connected(user, sign_out),
    ):
        yield user


async def send(socket: WebSocket, what: object) -> None:
    await send_text(socket, encode(what).decode())


async def send_text(socket: WebSocket, text: str) -> None:
    try:
        await socket.send({"type": "websocket.send", "text": text})
    except RuntimeError as error:
        raise disconnect_of(error) from None


async def receive(socket: WebSocket) -> Message:
    try:
        message = await socket.receive()
    except RuntimeError as error:
        raise disconnect_of(error) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    return message


async def close(socket: WebSocket, code: int, reason: str) -> None:
    try:
        await socket.close(code, reason)
    except RuntimeError as error:
        raise disconnect_of(error) from None


def disconnect_of(error: RuntimeError) -> Exception:
    """Starlette and uvicorn raise a plain RuntimeError if the socket is closed already. Turn it into a disconnect."""
    return WebSocketDisconnect(1006) if type(error) in (RuntimeError, WebSocketDisconnected) else error


@asynccontextmanager
async def sending(socket: WebSocket, work: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Send in the background, while the caller receives until the client disconnects.

    A failure to send doesn't cancel the caller, which may be carrying out a request. It closes the socket instead.
    """

    async def report() -> None:
        try:
            await work()
        except WebSocketDisconnect:
            pass
        except NodariumError as error:
            await refuse(socket, error)
        except Exception as error:
            await fail(socket, error)

    task = asyncio.create_task(report())
    try:
        yield
    finally:
        task.cancel()


async def fail(socket: WebSocket, error: Exception) -> None:
    """Log an error of ours and close the socket."""
    log.error("socket failed", extra={"path": socket.url.path}, exc_info=error)
    with suppress(WebSocketDisconnect):
        await close(socket, INTERNAL_ERROR, "internal-error")


# ---- a table ----


class TableSocket:
    """A client at a table. A task takes its requests; frames are sent from callbacks of the event loop."""

    def __init__(
        self, services: Services, socket: WebSocket, live: LiveTable, *, user: User | None, viewer: Viewer, after: int
    ) -> None:
        self.services = services
        self.socket = socket
        self.user = user
        self.live = live
        self.viewer = viewer
        self.after = after
        self.address = address_of(socket)
        self.protocol: LimitedWebSocketProtocol = socket.scope[PROTOCOL]
        self.loop = asyncio.get_running_loop()
        self.has_more = False  # whether a frame is due
        self.watcher: Watcher

    async def serve(self) -> None:
        """Send frames and take requests until the client disconnects."""
        broadcaster = self.services.broadcaster
        with broadcaster.watching(self.live, self.viewer, self.after, self._wake) as self.watcher:
            self.watcher.resend = True  # the first frame is complete, even if nothing has happened meanwhile
            self.protocol.on_writable = self._send_frame
            self._wake()
            try:
                # In a task of its own: here, each message would pass through the coroutines of all middleware.
                await asyncio.create_task(self._take_requests())
            finally:
                self.protocol.on_writable = None
                self.has_more = False

    def _wake(self) -> None:
        """Send a frame once everything that happens at the same time has happened."""
        if not self.has_more:
            self.has_more = True
            self.loop.call_soon(self._send_frame)

    def _send_frame(self) -> None:
        if not self.has_more or not self.protocol.can_send:  # if it can't, this is called again when it can
            return
        self.has_more = False
        try:
            self.protocol.send_now(encode(self.services.broadcaster.frame(self.live, self.watcher)))
        except NodariumError as error:
            self.services.tasks.spawn(refuse(self.socket, error))
        except Exception as error:
            self.services.tasks.spawn(fail(self.socket, error))

    async def _take_requests(self) -> None:
        num_refused = 0
        while True:
            message = await receive(self.socket)
            answer, refused = await self._answer(message.get("text") or message.get("bytes") or b"")
            self.watcher.answer(answer)
            num_refused = num_refused + 1 if refused else 0
            if num_refused > MAX_REFUSED_IN_A_ROW:
                raise TooMany(say("server-too-many-messages"))
            if len(self.watcher.answers) > MAX_PENDING_ANSWERS:
                await asyncio.sleep(0)  # the requests may have come together: send their answers, if the client reads
            if len(self.watcher.answers) > MAX_PENDING_ANSWERS:
                raise TooMany(say("server-too-many-unread"))

    async def _answer(self, data: str | bytes) -> tuple[wire.Answer, bool]:
        """The answer to a message, and whether the message was over the rate limit."""
        try:
            return await self._handle(data), False
        except NodariumError as error:
            metrics.REFUSED.labels(error.code).inc()
            request_id = None
            with suppress(BadRequest):
                request_id = decode(data, wire.RequestEnvelope).request
            return wire.Answer(request=request_id, error=wire.problem(error)), isinstance(error, TooMany)

    async def _handle(self, data: str | bytes) -> wire.Answer:
        user, services = self.user, self.services
        services.limits.addresses.acquire(self.address)
        if user is None:
            raise Unauthenticated(NOT_SIGNED_IN)
        user = self.user = await services.auth.recheck(user)
        services.limits.requests.acquire(user.user_id)
        request: wire.SocketRequest = decode(data, wire.SocketRequest)
        if isinstance(request, wire.View):
            services.broadcaster.change_view(self.live, self.watcher, request.seat)
            return wire.Answer(request=request.request, event=self.live.table.last_event)
        require_scope(user, "play")
        if isinstance(request, wire.Say):
            services.limits.chat.acquire(user.user_id)
        return wire.Answer(request=request.request, event=await services.tables.handle(self.live, user, request))


# ---- the lobby ----


async def serve_lobby(services: Services, socket: WebSocket, *, games: bool) -> None:
    async def send_all(published: Published[Any]) -> None:
        version = "none"
        while True:
            current = await published.wait(version, LOBBY_WAIT_SECONDS)
            if current.version != version:
                message = published.message_since(version)
                version = current.version
                await send_text(socket, message)

    async with AsyncExitStack() as stack:
        for published in (services.lobby, services.gallery) if games else (services.lobby,):
            await stack.enter_async_context(sending(socket, partial(send_all, published)))
        while True:  # clients have nothing to say here
            await receive(socket)
            services.limits.addresses.acquire(address_of(socket))
