"""`TableService`: opens tables, and turns requests into events.

A request that is sent twice is carried out once. If another process has changed the table meanwhile, the request is
checked again against the new state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from time import perf_counter

from msgspec import structs
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, NodariumError
from nodarium.core.message import say
from nodarium.record.commitment import new_salt, new_secret
from nodarium.server import events, metrics, projections, wire
from nodarium.server.accounts import Accounts, User, new_id
from nodarium.server.addresses import network_of
from nodarium.server.background import BackgroundTasks
from nodarium.server.bot_pool import SEATABLE_BOTS
from nodarium.server.deals import contributions_of, draw_deal, draw_next_deal
from nodarium.server.errors import BadRequest, NotAllowed, NotFound, TableDamaged, TooMany, Unavailable
from nodarium.server.events import Deal, Event, Participant, Slot, TableConfig
from nodarium.server.lobby import custom_options, summary
from nodarium.server.repository import LiveTable, TableRepository
from nodarium.server.requests import event_for
from nodarium.server.settings import Limits
from nodarium.server.shared_limits import SharedLimits
from nodarium.server.standings import Standings
from nodarium.server.store import Store
from nodarium.server.table import Table
from nodarium.server.time import now_ms

CONTRIBUTING_REQUESTS = (wire.Sit, wire.Propose, wire.Accept)  # requests that can contribute to the next deal
STARTING_EVENTS = (events.Joined, events.ProposalAccepted, events.GameDealt)  # events that can start a game


class TableService:
    def __init__(
        self,
        *,
        limits: Limits,
        shared_limits: SharedLimits,
        store: Store,
        repository: TableRepository,
        accounts: Accounts,
        tasks: BackgroundTasks,
        standings: Standings,
    ) -> None:
        self.limits = limits
        self.shared_limits = shared_limits
        self.store = store
        self.repository = repository
        self.accounts = accounts
        self.tasks = tasks
        self.standings = standings

    async def tables_of(self, user_id: str) -> list[wire.TableSummary]:
        """A user's tables, the newest first, and whether it is their turn."""
        # Through the writer, so that it follows all pending writes.
        found = await self.store.write(projections.tables_of, user_id)
        return [await self._summary(entry, user_id) for entry in found]

    async def _summary(self, entry: projections.TableEntry, user_id: str) -> wire.TableSummary:
        if entry.status not in projections.ACTIVE or entry.damaged:
            return summary(entry)
        try:
            table = (await self.repository.load(entry.id)).table
        except TableDamaged:
            return summary(structs.replace(entry, damaged=True))
        to_act = table.match.to_act if table.match and table.status == "playing" else ()
        your_turn = not set(table.seats_of(user_id)).isdisjoint(to_act)
        return summary(projections.table_entry(table), your_turn=your_turn)

    # ---- opening tables ----

    async def open(self, user: User, wanted: wire.NewTable, address: str) -> LiveTable:
        """Open a table for a user at an address. If this user's request has already opened one, return that."""
        user_id, request = user.user_id, wanted.request
        if request is not None:
            existing = await self.store.read(projections.table_opened_by, user_id, request)
            if existing is not None:
                return await self.repository.load(existing)
        await self.shared_limits.acquire("new tables", user_id=user_id, address=address)
        config, slots = await self._configure(user.participant, wanted)
        if custom_options(config):
            await self.shared_limits.acquire("custom texts", address=address)
        secret = new_secret()
        deal = None
        if all(slot.player for slot in slots):
            given = {user_id: wanted.entropy} if wanted.entropy else {}
            deal = draw_deal(config, secret, contributions_of(slots, given))
        moves: tuple[tuple[int, str], ...] = ()
        if wanted.start:
            config, deal, moves = await self._start_from(wanted.start, config, ready=deal is not None)
        live = LiveTable(new_id(9))
        live.table.apply(
            events.TableOpened(
                time=now_ms(),
                by=user_id,
                request=request,
                config=config,
                slots=slots,
                deal=deal,
                moves=moves,
                secret=secret,
                entropy=wanted.entropy,
            )
        )
        insert = partial(self._insert, address=address, is_guest=not user.registered)
        try:
            await self.repository.insert(live, insert)
        except (IntegrityError, TooMany):
            existing = request and await self.store.read(projections.table_opened_by, user_id, request)
            if existing is None:
                raise
            return await self.repository.load(existing)  # the same request arrived twice at the same time
        return live

    def _insert(self, connection: Connection, table: Table, *, address: str, is_guest: bool) -> bool:
        """Count and insert in one transaction, so that requests at the same time can't pass the limits.

        Returns False if another process is just doing the same.
        """
        if not projections.lock_counts(connection):
            return False
        limits, network = self.limits, network_of(address)
        counts = projections.count_tables(connection, table.host, network, address if is_guest else None)
        if counts.total >= limits.tables or counts.own >= limits.tables_per_user:
            raise TooMany(say("server-too-many-open-tables"))
        if is_guest and counts.of_network >= limits.tables_per_network:
            raise TooMany(say("server-too-many-guest-tables"))
        if not is_guest and counts.of_network >= limits.account_tables_per_network:
            raise TooMany(say("server-too-many-network-tables"))
        bots_only_full = counts.bots_only >= limits.bot_tables
        if table.bots_only and (bots_only_full or counts.bots_only_of_creator >= limits.bot_tables_per_creator):
            raise TooMany(say("server-too-many-bot-tables"))
        projections.insert_table(
            connection, table, self.store.process, network=network, address=address if is_guest else None
        )
        return True

    async def _configure(self, user: Participant, wanted: wire.NewTable) -> tuple[TableConfig, tuple[Slot, ...]]:
        """Check what the user wants, and fill in defaults."""
        game = find_game(wanted.game)
        options = game.resolve_options(wanted.options)
        seats = game.state_class(**options).seats
        new_slots = wanted.slots
        if new_slots is None:
            new_slots = [wire.NewSlot(who="me"), *[wire.NewSlot(who="anybody")] * (seats - 1)]
        if len(new_slots) != seats:
            raise BadOption(say("server-slot-count", game=game.title, seats=seats, given=len(new_slots)))
        num_others = sum(slot.who in ("anybody", "person") for slot in new_slots)
        if wanted.rated and (not user.registered or num_others < seats - 1):
            raise NotAllowed(say("server-rated-people-only"))
        config = TableConfig(
            game=game.id,
            options=options,
            clock=wanted.clock,
            best_of=wanted.best_of,
            listed=wanted.listed,
            rated=wanted.rated,
            chat=wanted.chat,
        )
        slots = tuple([await self._slot(user, slot) for slot in new_slots])
        people = [one.user_id for slot in slots if (one := slot.player or slot.reserved_for) and one.user_id]
        if num_others and len(set(people)) < len(people):
            raise BadRequest(say("server-several-slots"))
        return config, slots

    async def _slot(self, user: Participant, wanted: wire.NewSlot) -> Slot:
        if wanted.who == "me":
            return Slot(player=user)
        if wanted.who == "bot":
            if wanted.bot_level not in SEATABLE_BOTS:
                level, levels = repr(wanted.bot_level), ", ".join(SEATABLE_BOTS)
                raise BadOption(say("server-unknown-bot", level=level, levels=levels))
            return Slot(player=Participant(name=wanted.bot_level, bot_level=wanted.bot_level))
        if wanted.who == "person":
            if wanted.account is None:
                raise BadRequest(say("server-person-needs-account"))
            return Slot(reserved_for=await self.accounts.with_account(wanted.account))
        return Slot()

    async def _start_from(
        self, start: wire.StartPosition, config: TableConfig, *, ready: bool
    ) -> tuple[TableConfig, Deal, tuple[tuple[int, str], ...]]:
        """The options, deal and moves of a position of a finished game."""
        games = (await self.repository.load(start.table)).table.games
        match = games[start.game].match if start.game < len(games) else None
        if match is None or match.outcome is None or match.game.id != config.game:
            raise NotFound(say("server-no-finished-game"))
        if start.moves > len(match.history) or match.state_after(start.moves).outcome:
            raise BadRequest(say("server-position-too-late"))
        if not ready:
            raise BadRequest(say("server-position-needs-players"))
        config = structs.replace(config, options=match.options)
        # Leave out a choice that waits for another seat's simultaneous one: nobody starts with half a choice.
        num_revealed = next(islice(match.replay(), start.moves, None)).num_revealed
        moves = tuple([(move.seat, move.move) for move in match.history[:num_revealed]])
        return config, Deal(deal=match.deal, salt=new_salt(), next_secret=new_secret()), moves

    # ---- requests and events ----

    async def handle(self, live: LiveTable, user: User, request: wire.TableRequest) -> int:
        """Carry out a request. Returns the number of its event, also if it was carried out before."""
        if self.tasks.stopping.is_set():
            raise Unavailable(say("server-shutting-down"))
        table = live.table
        self.standings.check_not_suspended(user.user_id)  # a socket may have been open before
        if isinstance(request, wire.Say):
            self.standings.check_may_chat(user.user_id)
        began = perf_counter()
        entropy = request.entropy if isinstance(request, CONTRIBUTING_REQUESTS) else None
        dealer = partial(draw_next_deal, table=table, user_id=user.user_id, entropy=entropy)
        async with live.lock:
            while True:
                if live.stale:
                    await self.repository.catch_up(live)
                if request.request is not None:
                    number = table.handled_requests.get((user.user_id, request.request))
                    if number is not None:
                        return number
                now = now_ms()
                due = table.due_event(now)
                try:
                    event = due or event_for(table, user.participant, request, now, dealer)
                    if aborts_game(table, event):
                        await self.shared_limits.acquire("aborted games", user_id=user.user_id)
                except NodariumError:
                    if await self.repository.confirm_current(live):
                        raise
                else:
                    if await self._append(live, event) and not due:
                        metrics.table_requests_of(type(request)).observe(perf_counter() - began)
                        return table.last_event

    async def append_if(self, live: LiveTable, make: Callable[[], Event | None]) -> None:
        """Append an event without a request, if `make` still returns one once the table's lock is free."""
        async with live.lock:
            while not self.tasks.stopping.is_set():
                if live.stale:
                    await self.repository.catch_up(live)
                event = make()
                if event is None or await self._append(live, event):
                    return

    async def _append(self, live: LiveTable, event: Event) -> bool:
        also: Callable[[Connection, str, int, str], None] | None = None
        if isinstance(event, STARTING_EVENTS) and event.deal is not None:
            also = projections.start_game
        elif event.by and aborts_game(live.table, event):
            also = partial(projections.abort, user_id=event.by)
        return await self.repository.append(live, event, also)


def aborts_game(table: Table, event: Event) -> bool:
    """Whether an event, which a player asked for, ends a game that has hardly begun."""
    if event.by is None:
        return False
    if isinstance(event, events.Resigned):
        return table.resignation_aborts
    return isinstance(event, events.TableClosed) and bool(table.games)
