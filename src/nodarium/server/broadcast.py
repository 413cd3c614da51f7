"""`Broadcaster`: the watchers of tables, and their frames.

A watcher has seen the events up to some number and gets one frame with all later ones. So nothing is left out, and a
slow reader gets fewer and larger frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from msgspec import structs

from nodarium.core.scene_diff import SceneMemory
from nodarium.server import frames, wire
from nodarium.server.events import Event
from nodarium.server.frames import PublicState, Viewer
from nodarium.server.repository import LiveTable, TableRepository
from nodarium.server.time import now_ms

FRAME_CACHE_MIN_WATCHERS = 5  # caching is worthwhile only at tables with this many watchers
FRAME_CACHE_MS = 100  # how long a frame can be reused, because its clocks run on
FRAME_CACHE_SIZE = 8  # frames of a table


class Watcher:
    """A connection that watches a table. `wake` is called when there is something to send."""

    def __init__(self, viewer: Viewer, after: int, wake: Callable[[], None]) -> None:
        self.viewer = viewer
        self.after = after  # the last event it has seen
        self.resend = False  # whether the next frame repeats the table and the whole snapshot
        self.shown: SceneMemory | None = None  # what it has, if it takes differences
        self.answers: list[wire.Answer] = []
        self.wake = wake

    def answer(self, answer: wire.Answer) -> None:
        self.answers.append(answer)
        self.wake()


class Channel:
    """The watchers of one table, and frames that were made for them recently."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.public: PublicState | None = None  # until the next event
        # By the last event seen, whether the frame is complete, the id of what is shown, and the viewer.
        self.frames: dict[tuple[int, bool, int, Viewer], wire.Frame] = {}


# Called when a user starts or stops watching a table.
PresenceSubscriber = Callable[[LiveTable, str, bool], None]


class Broadcaster:
    def __init__(self, repository: TableRepository) -> None:
        self.channels: dict[str, Channel] = {}  # by table, while it has watchers
        self._presence_subscribers: list[PresenceSubscriber] = []
        repository.subscribe(self._on_events)

    def subscribe_presence(self, subscriber: PresenceSubscriber) -> None:
        self._presence_subscribers.append(subscriber)

    def _on_events(self, live: LiveTable, events: Sequence[Event], local: bool) -> None:
        channel = self.channels.get(live.id)
        if channel:
            channel.frames.clear()
            channel.public = None
            seen = live.table.last_event - len(events)
            for watcher in channel.watchers:
                if not local and watcher.after > seen:  # events that it has seen were rewritten
                    watcher.after, watcher.resend = seen, True
                watcher.wake()

    def wake_all(self) -> None:
        for channel in self.channels.values():
            for watcher in channel.watchers:
                watcher.wake()

    # ---- watching ----

    @contextmanager
    def watching(self, live: LiveTable, viewer: Viewer, after: int, wake: Callable[[], None]) -> Iterator[Watcher]:
        """Watch a table from after the event with this number; from the start if that event doesn't exist."""
        watcher = Watcher(viewer, after if after <= live.table.last_event else 0, wake)
        channel = self.channels.setdefault(live.id, Channel())
        channel.watchers.add(watcher)
        try:
            self._tell_presence(live, viewer, arrived=True)
            yield watcher
        finally:
            channel.watchers.discard(watcher)
            if not channel.watchers:
                self.channels.pop(live.id, None)
            live.last_used = perf_counter()
            self._tell_presence(live, viewer, arrived=False)

    def _tell_presence(self, live: LiveTable, viewer: Viewer, *, arrived: bool) -> None:
        if viewer.user_id is not None:
            for subscriber in self._presence_subscribers:
                subscriber(live, viewer.user_id, arrived)

    def is_watched(self, table_id: str) -> bool:
        return table_id in self.channels

    def num_spectators(self, live: LiveTable) -> int:
        """How many connections watch a table without a slot there."""
        channel = self.channels.get(live.id)
        users = [watcher.viewer.user_id for watcher in channel.watchers] if channel else []
        return sum(user_id is None or live.table.first_slot_of(user_id) is None for user_id in users)

    def is_watched_by(self, table_id: str, user_id: str) -> bool:
        channel = self.channels.get(table_id)
        return channel is not None and any(watcher.viewer.user_id == user_id for watcher in channel.watchers)

    def change_view(self, live: LiveTable, watcher: Watcher, seat: int | None) -> None:
        """Let a watcher look from another seat: its next frame repeats everything that depends on the seat."""
        watcher.viewer = structs.replace(watcher.viewer, seat=seat)
        first_hidden = live.table.first_hidden_event
        if first_hidden is not None:
            watcher.after = min(watcher.after, first_hidden - 1)
        watcher.resend = True
        watcher.wake()

    # ---- frames ----

    def frame(self, live: LiveTable, watcher: Watcher) -> wire.Frame:
        """Everything the watcher hasn't seen yet."""
        if live.damage:
            raise live.damage
        answers = tuple(watcher.answers)
        watcher.answers.clear()
        if watcher.after == live.table.last_event and not watcher.resend:
            return wire.Frame(time=now_ms(), answers=answers)
        frame = self._make(live, watcher)
        if frame.now is None:  # only the first part: there are too many events for one frame
            watcher.after += len(frame.events)
            watcher.wake()
        else:
            watcher.after, watcher.resend = live.table.last_event, False
        return structs.replace(frame, answers=answers) if answers else frame

    def _make(self, live: LiveTable, watcher: Watcher) -> wire.Frame:
        """Make a frame. At a table with many watchers, spectators who see the same share it."""
        table, viewer, now = live.table, watcher.viewer, now_ms()
        channel = self.channels[live.id]
        public = channel.public
        if public is None:
            public = channel.public = PublicState(table)
        shown = None if watcher.resend else watcher.shown
        key = None
        if len(channel.watchers) >= FRAME_CACHE_MIN_WATCHERS:
            seated = viewer.user_id is not None and table.first_slot_of(viewer.user_id) is not None
            who = viewer if seated else structs.replace(viewer, user_id=None)
            key = watcher.after, watcher.resend, id(shown), who
        frame = channel.frames.get(key) if key else None
        if frame is None or now - frame.time > FRAME_CACHE_MS:
            frame = frames.frame(
                table, viewer, watcher.after, now, with_table=watcher.resend, public=public, shown=shown
            )
            if key:
                if len(channel.frames) >= FRAME_CACHE_SIZE:
                    channel.frames.clear()
                channel.frames[key] = frame
        if viewer.diff and frame.now:
            has_scene = frame.now.seat in public.scenes
            watcher.shown = public.memory_after(shown, frame.now.seat) if has_scene else None
        return frame
