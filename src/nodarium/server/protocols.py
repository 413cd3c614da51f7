"""uvicorn's protocols with limits on what a client can send and how long it can take.

uvicorn limits neither the size of headers nor the time they take with httptools, nor how many requests a connection
pipelines, nor how many frames a WebSocket sends.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Queue, TimerHandle, Transport
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from nodarium.server import metrics
from nodarium.server.addresses import address_key, is_in
from nodarium.server.errors import TooMany
from nodarium.server.limits import RequestLimits
from nodarium.server.services import Services

MAX_HEAD_BYTES = 32 * 1024  # the request line and the headers
HEAD_SECONDS = 10.0  # for them to arrive
REST_SECONDS = 5.0  # for the rest of a body after its response
MAX_WAITING_PER_ADDRESS = 100  # connections that haven't sent their headers
MAX_PIPELINED = 16  # requests that wait for the response to an earlier one of their connection
MAX_FRAGMENTS = 64  # of one WebSocket message
PIECE_BYTES = 4096  # of a WebSocket are parsed before its frames are counted; uvloop reads up to 256 kB at once
MAX_UNSENT_BYTES = 256 * 1024  # of a client that sends pings and doesn't read the answers
TOO_MANY_CODE = 4429  # closes a socket
PROTOCOL = "nodarium.protocol"  # the key in a socket's scope
FLUSH_SECONDS = 30.0  # for a client to read the rest after we close a connection
STOP_SECONDS = 5.0  # the same while the server stops; less than it has for that


class HeadTooLarge(Exception):
    pass


class TooManyPipelined(Exception):
    pass


def abort_unread(transport: Transport) -> None:
    """Give up a client that doesn't read what it was sent: the server would wait for it, and couldn't stop."""
    if transport.is_closing() or transport.get_write_buffer_size():
        transport.abort()


class LimitedHttpProtocol(HttpToolsProtocol):
    """Limits the size and the duration of headers, the connections of an address that haven't sent theirs, and
    how many requests a connection sends before it has the responses.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reading_head = True
        self.head_bytes = 0
        self.deadline: TimerHandle | None = None
        self.address = ""  # while the connection counts as waiting

    # ---- the connection ----

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not is_in(host, self.trusted_proxies):
            address, waiting = address_key(host), self.services.limits.waiting
            if waiting[address] >= MAX_WAITING_PER_ADDRESS:
                transport.abort()
                return
            self.address = address
            waiting[address] += 1
        self._set_deadline(HEAD_SECONDS)

    @property
    def services(self) -> Services:
        services: Services = self.app_state["services"]
        return services

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        return tuple(self.config.forwarded_allow_ips or ()) if self.config.proxy_headers else ()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        self.services.begin_shutdown()
        super().shutdown()
        self.loop.call_later(STOP_SECONDS, abort_unread, self.transport)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(FLUSH_SECONDS, self.transport.abort)  # close() waits until everything is sent

    # ---- headers ----

    def data_received(self, data: bytes) -> None:
        if self.reading_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.reading_head and self.head_bytes and not self.transport.is_closing():
            if self.head_bytes > MAX_HEAD_BYTES:
                self._refuse(431, b"The request line and the headers are too long.")
            elif self.deadline is None:
                self._set_deadline(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.reading_head = True

    def on_headers_complete(self) -> None:
        self.reading_head = False
        self.head_bytes = 0
        self._clear_deadline()
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEAD_BYTES:  # it arrived in one piece
            raise HeadTooLarge
        if len(self.pipeline) >= MAX_PIPELINED:  # the parser would go on with everything that has arrived
            raise TooManyPipelined
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.reading_head = True
        if self.cycle is not None and self.cycle.response_complete:
            self._clear_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body and not self.pipeline:
            self._set_deadline(REST_SECONDS)

    # ---- deadlines ----

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline(counts=False)
        self.deadline = self.loop.call_later(seconds, self._on_deadline)

    def _clear_deadline(self, *, counts: bool = True) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
        if counts and self.address:
            waiting = self.services.limits.waiting
            waiting[self.address] -= 1
            if not waiting[self.address]:
                del waiting[self.address]
            self.address = ""

    def _on_deadline(self) -> None:
        self.deadline = None
        if self.transport.is_closing():
            return
        if self.head_bytes:
            self._refuse(408, b"The headers took too long.")
        else:
            self.transport.close()

    def _refuse(self, status: int, message: bytes) -> None:
        length = str(len(message)).encode()
        head = [b"content-type: text/plain", b"content-length: " + length, b"connection: close", b"", message]
        self.transport.write(STATUS_LINE[status] + b"\r\n".join(head))
        self.transport.close()


class BoundQueue(Queue[Any]):
    """A queue that knows its loop. The others ask for it on each wait, which costs Python 3.11 a system call."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        super().__init__()
        self._bound = loop

    def _get_loop(self) -> AbstractEventLoop:
        return self._bound


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Limits frames, the fragments of a message, unread answers to pings, and the wait for a client after closing.

    `send_now` sends without a task. ASGI's `send` is a coroutine, which costs more than the message itself.
    """

    on_writable: Callable[[], None] | None = None  # called when the client has read what was sent

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = BoundQueue(self.loop)

    def shutdown(self) -> None:
        self.app_state["services"].begin_shutdown()
        super().shutdown()
        self.loop.call_later(STOP_SECONDS, abort_unread, self.transport)

    async def run_asgi(self) -> None:
        cast("dict[str, Any]", self.scope)[PROTOCOL] = self
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(FLUSH_SECONDS, self.transport.abort)

    @property
    def can_send(self) -> bool:
        """Whether the client reads what it is sent."""
        return self.writable.is_set()

    def send_now(self, text: bytes) -> None:
        """Send a message, or drop it if the connection is closed."""
        if self.conn.state is OPEN and not self.close_sent and not self.transport.is_closing():
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_writable:
            self.on_writable()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE_BYTES])

    def handle_events(self) -> None:
        """Count all frames of an address: pings and fragments reach no route that could."""
        if self.handshake_initiated:
            limits: RequestLimits = self.app_state["services"].limits
            client = self.scope["client"]
            try:
                limits.frames.acquire(address_key(client[0] if client else ""), len(self.conn.events))
            except TooMany as error:
                metrics.REFUSED.labels(error.code).inc()
                if self.conn.state is OPEN:
                    self.conn.fail(TOO_MANY_CODE, error.code)
                    self.handle_parser_exception()
                else:
                    self.transport.abort()
                return
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MAX_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.transport.abort()
