"""`Published`: something public with versions. Clients wait for a new one, and get what has changed."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from typing import ClassVar, Generic, Protocol, TypeVar

from nodarium.server.codec import encode

MAX_PREVIOUS = 16  # versions that are kept to tell clients what has changed since


class Versioned(Protocol):
    @property
    def version(self) -> str: ...


T = TypeVar("T", bound=Versioned)


class Published(ABC, Generic[T]):
    refresh_seconds: ClassVar[float] = 0.2  # between two reads for one waiting client
    max_previous: ClassVar[int] = MAX_PREVIOUS

    def __init__(self, empty: T) -> None:
        self.current = empty
        self.stale = True
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()  # replaced after each change
        self.previous: OrderedDict[str, T] = OrderedDict()  # by version
        self.messages: dict[str, str] = {}  # by the version a client has; "" if that is too old
        self._followers: list[Callable[[], None]] = []

    @abstractmethod
    async def make(self) -> T:
        """What is public now."""

    @abstractmethod
    def difference(self, before: T, after: T) -> object:
        """What to tell a client that knows the version before."""

    def whole(self, current: T) -> object:
        """What to tell a client that knows nothing."""
        return current

    def follow(self, follower: Callable[[], None]) -> None:
        """Call a function whenever this may have changed."""
        self._followers.append(follower)

    def refresh(self) -> None:
        """Read it again, because it may have changed, and wake everybody who waits for it."""
        self.stale = True
        self.changed.set()
        self.changed = asyncio.Event()
        for follower in self._followers:
            follower()

    async def read(self) -> T:
        async with self.lock:
            if self.stale:
                self.stale = False
                try:
                    self._replace(await self.make())
                except BaseException:
                    self.stale = True
                    raise
            return self.current

    def _replace(self, fresh: T) -> None:
        if fresh.version != self.current.version:
            if self.current.version:
                self.previous[self.current.version] = self.current
            while len(self.previous) > self.max_previous:
                self.previous.popitem(last=False)
            self.current = fresh
            self.messages.clear()

    def message_since(self, version: str) -> str:
        """What a client with this version has to know: the change since then or, if that is too old, everything."""
        if version not in self.messages:
            before = self.previous.get(version)
            self.messages[version if before else ""] = encode(
                self.difference(before, self.current) if before else self.whole(self.current)
            ).decode()
        return self.messages.get(version) or self.messages[""]

    async def wait(self, version: str, seconds: float) -> T:
        """The current version as soon as it differs from this one, or after some seconds."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while True:
            changed = self.changed
            current = await self.read()
            remaining = deadline - loop.time()
            if current.version != version or remaining <= 0:
                return current
            try:
                await asyncio.wait_for(changed.wait(), remaining)
            except TimeoutError:
                return current
            await asyncio.sleep(min(self.refresh_seconds, remaining))
