"""`Server`: all parts of one process, who asks them for something, and how much."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from fastapi import Request, WebSocket

from nodarium.server import wire
from nodarium.server.accounts import Accounts, new_id
from nodarium.server.analysis_jobs import AnalysisJobs
from nodarium.server.bot_pool import BotPool
from nodarium.server.errors import BadRequest, TooLarge, TooMany, Unauthenticated
from nodarium.server.events import Participant
from nodarium.server.limits import RateLimiter
from nodarium.server.scheduler import Scheduler
from nodarium.server.service import LiveTable, TableService
from nodarium.server.settings import ServerSettings
from nodarium.server.store import Store

T = TypeVar("T")
COOKIE = "nodarium"
# What the reader of requests says, and what we say instead.
PLAIN_ENGLISH = {
    f"matching regex {wire.PRINTED!r}": "without control characters",
    "matching regex": "of the form",
    "Object missing required field": "There has to be a field",
    "Object contains unknown field": "There is no field",
    "of length": "with a length",
    ">=": "of at least",
    "<=": "of at most",
}
TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}

log = logging.getLogger(__name__)


class Services:
    store: Store
    people: Accounts
    tables: TableService
    scheduler: Scheduler

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        limits = settings.limits
        self.requests = RateLimiter(limits.requests, "requests")
        self.address = RateLimiter(limits.address, "requests from this address")
        self.opening = RateLimiter(limits.opening, "new tables")
        self.arriving = RateLimiter(limits.people, "new people from this address")
        self.passwords = RateLimiter(limits.passwords, "passwords from this address")
        self.chat = RateLimiter(limits.chat, "words")
        self.sockets: Counter[str] = Counter()  # by person or, of those without a name, by address
        self.analysis_jobs = AnalysisJobs()
        self.ready = False

    async def start(self) -> None:
        self.store = Store(self.settings.database, synchronous=self.settings.synchronous, process=new_id())
        await asyncio.to_thread(self.store.migrate)
        self.people = Accounts(self.store)
        self.tables = TableService(self.settings, self.store, self.people)
        self.scheduler = Scheduler(self.tables, BotPool(self.settings.bot_threads))
        self.tables.scheduler = self.scheduler
        self.store.start(self.tables.on_notification)
        await self.people.start()
        await self.scheduler.start()
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 1000)  # rarely: its pauses are what players feel
        self.ready = True
        log.info("ready", extra={"tables": len(self.tables.live)})

    async def stop(self) -> None:
        self.ready = False
        self.analysis_jobs.close()
        await self.scheduler.stop()
        await self.store.close()
        log.info("stopped")

    def begin_shutdown(self) -> None:
        """The server is about to end."""
        if self.ready:
            self.ready = False
            self.tables.begin_shutdown()

    # ---- who asks ----

    async def authenticate(self, request: Request | WebSocket) -> Participant | None:
        """Who asks, by the token in the header or in the cookie; None for somebody without a name."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise Unauthenticated("The header has to be `Authorization: Bearer TOKEN`.")
            return await self.people.from_token(token)
        token = request.cookies.get(COOKIE, "")
        try:
            return await self.people.from_token(token) if token else None
        except Unauthenticated:  # an old cookie is as good as none
            return None

    async def optional_user(self, request: Request) -> Participant | None:
        """Who asks; what they ask is counted."""
        self.address.acquire(address_of(request))
        who = await self.authenticate(request)
        if who and who.person:
            self.requests.acquire(who.person)
        return who

    async def require_user(self, request: Request) -> Participant:
        """The same, where it has to be somebody."""
        who = await self.optional_user(request)
        if who is None:
            raise Unauthenticated("Say who you are first: POST /api/me gives you a name and a token.")
        return who

    def register_socket(self, whose: str) -> None:
        """Count a new socket, if there is room for it."""
        limits = self.settings.limits
        if self.sockets.total() >= limits.sockets or self.sockets[whose] >= limits.sockets_per_user:
            raise TooMany("Too many connections; close one first.")
        self.sockets[whose] += 1

    def unregister_socket(self, whose: str) -> None:
        self.sockets[whose] -= 1
        if not self.sockets[whose]:
            del self.sockets[whose]

    # ---- what they ask ----

    async def read_body(self, request: Request, kind: type[T]) -> T:
        """The body of a request."""
        limit = self.settings.limits.body_bytes
        data = bytearray()
        async for part in request.stream():
            data += part
            if len(data) > limit:
                raise TooLarge(f"A request has at most {limit} bytes.")
        made: T = decode(bytes(data), kind)
        return made

    async def handle(self, live: LiveTable, who: Participant, request: wire.AnyRequest) -> int:
        """Something at a table; returns the number of the event that it became."""
        if isinstance(request, wire.Say):
            assert who.person
            self.chat.acquire(who.person)
        return await self.tables.handle(live, who, request)


@cache
def reader(kind: Any) -> Callable[[bytes | str], Any]:
    return msgspec.json.Decoder(kind).decode


def decode(data: bytes | str, kind: Any) -> Any:
    """What came over the wire, or a sentence about what is wrong with it."""
    try:
        return reader(kind)(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(format_decode_error(error, kind)) from None


def format_decode_error(error: Exception, kind: Any) -> str:
    """What the reader says, with the place first: `best_of: 2 is none of 1, 3, 5, 7.`"""
    what, *there = str(error).rstrip(".").rsplit(" - at `$", 1)
    place = "".join(there).strip("`.")
    unknown = re.match("Invalid (?:enum )?value (.*)", what, re.DOTALL)
    if unknown and (allowed := enum_values(kind).get(place.rpartition(".")[2])):
        return f"{place}: {unknown[1]} is none of {', '.join(allowed)}."
    for said, plain in PLAIN_ENGLISH.items():
        what = what.replace(said, plain)
    what = re.sub("`(.*?)`", lambda found: " or ".join([TYPES.get(one, one) for one in found[1].split(" | ")]), what)
    return f"{place}: {what[:1].lower()}{what[1:]}." if place else f"{what}."


@cache
def enum_values(kind: Any) -> dict[str, list[str]]:
    """The values of each field that has only some."""
    found: dict[str, list[str]] = {}
    for part in msgspec.json.schema_components([kind])[1].values():
        for name, field in part.get("properties", {}).items():
            found.setdefault(name, []).extend(map(str, field.get("enum", ())))
    return found


def address_of(request: Request | WebSocket) -> str:
    return request.client.host if request.client else "nowhere"
