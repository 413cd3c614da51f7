"""`Scheduler`: what happens at tables by itself. Flags fall, bots move, people come and go.

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
from nodarium.server import events, metrics, projections
from nodarium.server.bot_pool import BotPool
from nodarium.server.clock import DAY, Correspondence
from nodarium.server.errors import Unavailable
from nodarium.server.events import Event
from nodarium.server.service import LiveTable, TableService, now_ms
from nodarium.server.table import Table, TableGame

MISSED_HEARTBEATS = 5  # signs of life that a process may miss
EVICT_AFTER_SECONDS = 60.0  # seconds after which a table that nobody looks at leaves the memory
CLOSE_UNJOINED_AFTER_MS = 7 * DAY  # after which a table that nobody has joined is closed
CLOSE_UNTIMED_AFTER_MS = 60 * DAY  # after which a game without a clock is closed
STALE_CHECK_EVERY = 1000  # of looking after, until one looks for tables that everybody has left
MAX_ALARM_SECONDS = 3600.0  # seconds for which an alarm is set
POLLING_GRACE_FACTOR = 3  # times the grace that somebody has who keeps no connection


log = logging.getLogger(__name__)


class Scheduler:
    def __init__(self, tables: TableService, bot_pool: BotPool) -> None:
        self.tables = tables
        self.store = tables.store
        self.bot_pool = bot_pool
        self.grace = tables.settings.disconnect_grace_seconds
        self.beat = tables.settings.heartbeat_seconds
        self.dormant: set[str] = set()  # tables of this process that go on only if somebody comes

    @property
    def _heartbeat_timeout_ms(self) -> int:
        """Milliseconds after which a process that gives no sign of life is dead."""
        return int(MISSED_HEARTBEATS * self.beat * 1000)

    # ---- whose tables ----

    async def start(self) -> None:
        """Take up what was going on when the last process ended; the time since then is nobody's."""
        now = now_ms()
        last = await self.store.read(projections.last_beat)
        dead_since = (
            now + 1 if self.store.is_sqlite else now - self._heartbeat_timeout_ms
        )  # a file of SQLite serves one process only
        alone = not await self.store.read(projections.any_alive, dead_since)
        lost = now - last if alone and last is not None else 0
        await self.store.write(projections.take_over, self.store.process, dead_since)
        await self.store.write(projections.beat, self.store.process, now)
        for table_id in await self.store.read(projections.going_on, self.store.process, now):
            live = await self.tables.find(table_id)
            if lost > 0 and live.table.clock and not isinstance(live.table.terms.clock, Correspondence):
                await self.tables.append_if(live, partial(downtime_event, live.table, lost))
            self.adopt(live)
            self.tables.project(live)  # the last process may have ended between an event and its entry
        self.tables.spawn(self._heartbeat_loop())

    async def stop(self) -> None:
        """Let go of everything; what waits to be written is the store's to finish."""
        self.tables.begin_shutdown()
        self.bot_pool.close()
        for task in list(self.tables.tasks):
            task.cancel()
        await asyncio.gather(*self.tables.tasks, return_exceptions=True)
        with suppress(Unavailable, IntegrityError):  # of two that leave at the same time, one notes it
            await self.store.write(projections.let_go, self.store.process)
            await self.store.write(projections.note_leaving, now_ms())

    async def _heartbeat_loop(self) -> None:
        """Say that this process lives, mind what nobody else minds, forget what nobody looks at."""
        process = self.store.process
        for number in count(1):
            await asyncio.sleep(self.beat)
            try:
                await self.store.write(projections.beat, process, now_ms())
                await self.store.write(projections.take_over, process, now_ms() - self._heartbeat_timeout_ms)
                await self._reconcile(process)
                if number % STALE_CHECK_EVERY == 0:
                    await self._close_abandoned(process)
            except Exception:  # the next time it may go better
                log.exception("a round was not finished")
            self._evict_idle()

    async def _reconcile(self, process: str) -> None:
        """See to the tables that are this process's by the books."""
        held = await self.store.read(projections.held, process)
        self.dormant.intersection_update(held)
        for table_id in held:
            live = self.tables.live.get(table_id)
            if live is None and table_id in self.dormant:
                continue
            if live is None or live.stale:
                live = await self.tables.find(table_id)
            if live.owned:
                self.reschedule(live)  # whatever was tried before may have failed
            else:
                self.adopt(live)
            if live.table.unrecorded_result:  # whoever should have entered the end has not
                await self.tables.record_result(live)
            if live.table.status != "playing":
                self.tables.project(live, anew=True)  # another process was late to book it

    async def _close_abandoned(self, process: str) -> None:
        """Close the tables to which nobody will come back."""
        for table_id in await self.store.read(projections.going_on, process, now_ms() - CLOSE_UNJOINED_AFTER_MS):
            live = await self.tables.find(table_id)
            await self.tables.append_if(live, partial(abandoned_event, live.table))

    def _evict_idle(self) -> None:
        now = perf_counter()
        for table_id, live in list(self.tables.live.items()):
            idle = not live.watchers and not live.lock.locked() and now - live.used > EVICT_AFTER_SECONDS
            if idle and not (live.owned and runs_by_itself(live.table)):
                if live.timer:
                    live.timer.cancel()
                if live.owned:
                    self.dormant.add(table_id)
                del self.tables.live[table_id]
        metrics.TABLES.set(len(self.tables.live))

    def adopt(self, live: LiveTable) -> None:
        live.owned = True
        self.reschedule(live)
        self._check_presence_later(live)
        if live.table.unrecorded_result:
            self.tables.spawn(self.tables.record_result(live))

    # ---- clocks and bots ----

    def reschedule(self, live: LiveTable) -> None:
        """Set the alarm for the next flag, and let bots think whose turn it is."""
        table = live.table
        if live.timer:
            live.timer.cancel()
            live.timer = None
        deadline = table.deadline
        if deadline is not None:
            wait = min(max(0, deadline - now_ms()) / 1000 + 0.001, MAX_ALARM_SECONDS)
            live.timer = asyncio.get_running_loop().call_later(wait, self._on_alarm, live)
        able = table.bots_to_act
        for seat in live.bots_running.difference(able):
            self.bot_pool.stop((table.id, len(table.games), seat))
        for seat in able:
            if seat not in live.bots_running:
                live.bots_running.add(seat)
                self.tables.spawn(self._run_bot(live, seat))

    def _on_alarm(self, live: LiveTable) -> None:
        live.timer = None
        if live.table.due_event(now_ms()):
            self.tables.spawn(self.tables.append_if(live, lambda: live.table.due_event(now_ms())))
        else:
            self.reschedule(live)

    async def _run_bot(self, live: LiveTable, seat: int) -> None:
        """Let a bot choose, and make its move if it is still the bot's to make."""
        table, began = live.table, perf_counter()
        played, level = table.games[-1], table.player_in(seat).level
        assert level
        try:
            state = played.match.decision_state(seat)
            key = (table.id, len(table.games), seat)
            action = await self.bot_pool.choose(key, table.game, level, played.match.salt or "", state)
            written = table.game.notation.format_position(state)
            await self.tables.append_if(live, partial(bot_move_event, table, played, seat, action, written))
            metrics.BOT_MOVE_SECONDS.observe(perf_counter() - began)
        finally:
            live.bots_running.discard(seat)
        if live.owned:
            self.reschedule(live)

    # ---- who is there ----

    def check_presence(self, live: LiveTable) -> None:
        """Whoever is connected to this process is there; whoever has left it, or is nowhere, is away."""
        table = live.table
        if self.tables.live.get(table.id) is not live:
            return
        for number, place in enumerate(table.places):
            if number in table.away and self._is_present(live, number):
                self.tables.spawn(self.tables.append_if(live, partial(self._reconnected, live, number)))
            elif number not in table.away and not self._is_present(live, number):
                self.tables.spawn(self.tables.append_if(live, partial(self._disconnected, live, number)))
            elif place.player and place.player.person in live.last_request and not live.watched_by(place.player.person):
                self._check_presence_later(live)

    def _check_presence_later(self, live: LiveTable) -> None:
        if not live.check_due:
            live.check_due = True
            asyncio.get_running_loop().call_later(self.grace * POLLING_GRACE_FACTOR, self._check_presence_now, live)

    def _check_presence_now(self, live: LiveTable) -> None:
        live.check_due = False
        self.check_presence(live)

    def mark_active(self, live: LiveTable, person: str) -> None:
        """Somebody without a connection has asked for something, so is there."""
        live.last_request[person] = perf_counter()
        place = live.table.place_of(person)
        if place is not None and place in live.table.away:
            self.tables.spawn(self.tables.append_if(live, partial(self._reconnected, live, place)))

    def _is_present(self, live: LiveTable, place: int) -> bool:
        player = live.table.places[place].player
        if player is None or player.person is None:
            return True
        touched = live.last_request.get(player.person)
        recently = touched is not None and perf_counter() - touched < self.grace * POLLING_GRACE_FACTOR
        return recently or live.watched_by(player.person)

    def _reconnected(self, live: LiveTable, place: int) -> Event | None:
        table = live.table
        if place in table.away and self._is_present(live, place):
            return events.Reconnected(time=max(now_ms(), table.time), place=place)
        return None

    def _disconnected(self, live: LiveTable, place: int) -> Event | None:
        table = live.table
        if table.status == "playing" and place not in table.away and not self._is_present(live, place):
            return events.Disconnected(time=max(now_ms(), table.time), place=place)
        return None


def downtime_event(table: Table, lost: int) -> Event:
    return events.DowntimeCredited(time=max(now_ms(), table.time), lost=lost)


def abandoned_event(table: Table) -> Event | None:
    now = max(now_ms(), table.time)
    open_long = table.status == "open" and table.event_log[0].time < now - CLOSE_UNJOINED_AFTER_MS
    given_up = table.status == "playing" and table.clock is None and table.time < now - CLOSE_UNTIMED_AFTER_MS
    return events.TableClosed(time=now) if open_long or given_up else None


def bot_move_event(table: Table, played: TableGame, seat: int, action: int, position: str) -> Event | None:
    """The move of a bot, if the position is still the one that it has thought about and its flag has not fallen."""
    match: Match = played.match
    now = now_ms()
    if table.closed or table.current_game is not played or seat not in match.to_act:
        return None
    if table.game.notation.format_position(match.decision_state(seat)) != position:
        return None
    return table.due_event(now) or events.Moved(
        time=max(now, table.time), seat=seat, move=match.canonical_move(action, seat)
    )


def runs_by_itself(table: Table) -> bool:
    """Whether a clock runs, or a bot sits there."""
    bots = any(place.player and place.player.level for place in table.places)
    return table.status == "playing" and (table.clock is not None or bots)
