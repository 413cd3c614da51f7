"""`Minder`: what happens at tables by itself. Flags fall, bots move, people come and go.

Each table is minded by one process, its holder. A process says every few seconds that it lives; the tables of one that
does not are taken over by another. Should two ever mind the same table, no harm is done: only one of them can write the
event with the next number.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from itertools import count
from time import perf_counter

from sqlalchemy.exc import IntegrityError

from nodarium.record.match import Match
from nodarium.server import books, events, metrics
from nodarium.server.clock import DAY, Days
from nodarium.server.errors import Busy
from nodarium.server.events import Event
from nodarium.server.table import Played, Table
from nodarium.server.tables import Live, Tables, clock
from nodarium.server.thinking import Thinkers

BEATS = 5  # signs of life that a process may miss
IDLE = 60.0  # seconds after which a table that nobody looks at leaves the memory
FORGOTTEN = 7 * DAY  # after which a table that nobody has joined is closed
GIVEN_UP = 60 * DAY  # after which a game without a clock is closed
ROUNDS = 1000  # of looking after, until one looks for tables that everybody has left
LONGEST = 3600.0  # seconds for which an alarm is set
PATIENCE = 3  # times the grace that somebody has who keeps no connection


log = logging.getLogger(__name__)


class Minder:
    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self.tables = tables
        self.store = tables.store
        self.thinkers = thinkers
        self.grace = tables.settings.grace
        self.beat = tables.settings.beat
        self.resting: set[str] = set()  # tables of this process that go on only if somebody comes

    @property
    def dead(self) -> int:
        """Milliseconds after which a process that gives no sign of life is dead."""
        return int(BEATS * self.beat * 1000)

    # ---- whose tables ----

    async def start(self) -> None:
        """Take up what was going on when the last process ended; the time since then is nobody's."""
        now = clock()
        last = await self.store.read(books.last_beat)
        dead_since = now + 1 if self.store.lite else now - self.dead  # a file of SQLite serves one process only
        alone = not await self.store.read(books.any_alive, dead_since)
        lost = now - last if alone and last is not None else 0
        await self.store.write(books.take_over, self.store.process, dead_since)
        await self.store.write(books.beat, self.store.process, now)
        for table_id in await self.store.read(books.going_on, self.store.process, now):
            live = await self.tables.find(table_id)
            if lost > 0 and live.table.clock and not isinstance(live.table.terms.clock, Days):
                await self.tables.let_happen(live, partial(paused, live.table, lost))
            self.hold(live)
            self.tables.book(live)  # the last process may have ended between an event and its entry
        self.tables.spawn(self._keep())

    async def stop(self) -> None:
        """Let go of everything; what waits to be written is the store's to finish."""
        self.tables.refuse_new()
        self.thinkers.close()
        for task in list(self.tables.tasks):
            task.cancel()
        await asyncio.gather(*self.tables.tasks, return_exceptions=True)
        with suppress(Busy, IntegrityError):  # of two that leave at the same time, one notes it
            await self.store.write(books.let_go, self.store.process)
            await self.store.write(books.note_leaving, clock())

    async def _keep(self) -> None:
        """Say that this process lives, mind what nobody else minds, forget what nobody looks at."""
        process = self.store.process
        for number in count(1):
            await asyncio.sleep(self.beat)
            try:
                await self.store.write(books.beat, process, clock())
                await self.store.write(books.take_over, process, clock() - self.dead)
                await self._look_after(process)
                if number % ROUNDS == 0:
                    await self._let_go_of_the_forgotten(process)
            except Exception:  # the next time it may go better
                log.exception("a round was not finished")
            self._forget()

    async def _look_after(self, process: str) -> None:
        """See to the tables that are this process's by the books."""
        held = await self.store.read(books.held, process)
        self.resting.intersection_update(held)
        for table_id in held:
            live = self.tables.live.get(table_id)
            if live is None and table_id in self.resting:
                continue
            if live is None or live.stale:
                live = await self.tables.find(table_id)
            if live.held:
                self.mind(live)  # whatever was tried before may have failed
            else:
                self.hold(live)
            if live.table.unbooked:  # whoever should have entered the end has not
                await self.tables.finish(live)
            if live.table.status != "playing":
                self.tables.book(live, anew=True)  # another process was late to book it

    async def _let_go_of_the_forgotten(self, process: str) -> None:
        """Close the tables to which nobody will come back."""
        for table_id in await self.store.read(books.going_on, process, clock() - FORGOTTEN):
            live = await self.tables.find(table_id)
            await self.tables.let_happen(live, partial(forgotten, live.table))

    def _forget(self) -> None:
        now = perf_counter()
        for table_id, live in list(self.tables.live.items()):
            idle = not live.watchers and not live.lock.locked() and now - live.used > IDLE
            if idle and not (live.held and goes_on_by_itself(live.table)):
                if live.timer:
                    live.timer.cancel()
                if live.held:
                    self.resting.add(table_id)
                del self.tables.live[table_id]
        metrics.TABLES.set(len(self.tables.live))

    def hold(self, live: Live) -> None:
        live.held = True
        self.mind(live)
        self._check_later(live)
        if live.table.unbooked:
            self.tables.spawn(self.tables.finish(live))

    # ---- clocks and bots ----

    def mind(self, live: Live) -> None:
        """Set the alarm for the next flag, and let bots think whose turn it is."""
        table = live.table
        if live.timer:
            live.timer.cancel()
            live.timer = None
        deadline = table.deadline
        if deadline is not None:
            wait = min(max(0, deadline - clock()) / 1000 + 0.001, LONGEST)
            live.timer = asyncio.get_running_loop().call_later(wait, self._ring, live)
        able = table.thinkers
        for seat in live.thinking.difference(able):
            self.thinkers.hurry((table.id, len(table.games), seat))
        for seat in able:
            if seat not in live.thinking:
                live.thinking.add(seat)
                self.tables.spawn(self._think(live, seat))

    def _ring(self, live: Live) -> None:
        live.timer = None
        if live.table.overdue(clock()):
            self.tables.spawn(self.tables.let_happen(live, lambda: live.table.overdue(clock())))
        else:
            self.mind(live)

    async def _think(self, live: Live, seat: int) -> None:
        """Let a bot choose, and make its move if it is still the bot's to make."""
        table, began = live.table, perf_counter()
        played, level = table.games[-1], table.player_in(seat).level
        assert level
        try:
            state = played.match.decision_state(seat)
            key = (table.id, len(table.games), seat)
            action = await self.thinkers.choose(key, table.game, level, played.match.salt or "", state)
            written = table.game.notation.format_position(state)
            await self.tables.let_happen(live, partial(bot_moved, table, played, seat, action, written))
            metrics.THOUGHT_SECONDS.observe(perf_counter() - began)
        finally:
            live.thinking.discard(seat)
        if live.held:
            self.mind(live)

    # ---- who is there ----

    def check_presence(self, live: Live) -> None:
        """Whoever is connected to this process is there; whoever has left it, or is nowhere, is away."""
        table = live.table
        if self.tables.live.get(table.id) is not live:
            return
        for number, place in enumerate(table.places):
            if number in table.away and self._here(live, number):
                self.tables.spawn(self.tables.let_happen(live, partial(self._returned, live, number)))
            elif number not in table.away and not self._here(live, number):
                self.tables.spawn(self.tables.let_happen(live, partial(self._left, live, number)))
            elif place.player and place.player.person in live.touched and not live.watched_by(place.player.person):
                self._check_later(live)

    def _check_later(self, live: Live) -> None:
        if not live.check_due:
            live.check_due = True
            asyncio.get_running_loop().call_later(self.grace * PATIENCE, self._check_now, live)

    def _check_now(self, live: Live) -> None:
        live.check_due = False
        self.check_presence(live)

    def touch(self, live: Live, person: str) -> None:
        """Somebody without a connection has asked for something, so is there."""
        live.touched[person] = perf_counter()
        place = live.table.place_of(person)
        if place is not None and place in live.table.away:
            self.tables.spawn(self.tables.let_happen(live, partial(self._returned, live, place)))

    def _here(self, live: Live, place: int) -> bool:
        player = live.table.places[place].player
        if player is None or player.person is None:
            return True
        touched = live.touched.get(player.person)
        recently = touched is not None and perf_counter() - touched < self.grace * PATIENCE
        return recently or live.watched_by(player.person)

    def _returned(self, live: Live, place: int) -> Event | None:
        table = live.table
        if place in table.away and self._here(live, place):
            return events.Returned(time=max(clock(), table.time), place=place)
        return None

    def _left(self, live: Live, place: int) -> Event | None:
        table = live.table
        if table.status == "playing" and place not in table.away and not self._here(live, place):
            return events.Left(time=max(clock(), table.time), place=place)
        return None


def paused(table: Table, lost: int) -> Event:
    return events.Paused(time=max(clock(), table.time), lost=lost)


def forgotten(table: Table) -> Event | None:
    now = max(clock(), table.time)
    open_long = table.status == "open" and table.log[0].time < now - FORGOTTEN
    given_up = table.status == "playing" and table.clock is None and table.time < now - GIVEN_UP
    return events.Closed(time=now) if open_long or given_up else None


def bot_moved(table: Table, played: Played, seat: int, action: int, position: str) -> Event | None:
    """The move of a bot, if the position is still the one that it has thought about and its flag has not fallen."""
    match: Match = played.match
    now = clock()
    if table.closed or table.present is not played or seat not in match.to_act:
        return None
    if table.game.notation.format_position(match.decision_state(seat)) != position:
        return None
    return table.overdue(now) or events.Moved(
        time=max(now, table.time), seat=seat, move=match.canonical_move(action, seat)
    )


def goes_on_by_itself(table: Table) -> bool:
    """Whether a clock runs, or a bot sits there."""
    bots = any(place.player and place.player.level for place in table.places)
    return table.status == "playing" and (table.clock is not None or bots)
