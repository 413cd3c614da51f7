"""A table without a server: requests, and the frames that viewers get."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import nodarium
from nodarium.record.commitment import new_salt
from nodarium.server import events, frames, wire
from nodarium.server.clock import TimeControl
from nodarium.server.events import Deal, Event, Participant, Slot, TableConfig
from nodarium.server.frames import Viewer
from nodarium.server.requests import event_for
from nodarium.server.table import Table
from nodarium.server.upcast import EventReader, encode_event
from tests.play import Case
from tests.record.play import played

GAMES = nodarium.game_ids()
OPEN_GAMES = [game for game in GAMES if not nodarium.find_game(game).imperfect_information]
SECRET_GAMES = [game for game in GAMES if game not in OPEN_GAMES]
AT_ONCE = [game for game in GAMES if len(nodarium.new(game, seed=1).to_act) > 1]
ONE_BY_ONE = [game for game in GAMES if game not in AT_ONCE]
# A turn can take several moves.
LONG_TURNS = [game for game in OPEN_GAMES if len(played(game, 1).turns()) < len(played(game, 1).history)]
ANN, BOB, CYD = (Participant(name=name, user_id=name.lower()) for name in ("Ann", "Bob", "Cyd"))
BOT = Participant(name="novice", bot_level="novice")
START = 1_000_000


def at_most_half(game: str, moves: int) -> int:
    """Return a number of moves after which a random game goes on: fewer if the game is short."""
    return min(moves, Case(nodarium.find_game(game), {}).length // 2)


def dealer(config: TableConfig) -> Deal:
    game = nodarium.find_game(config.game)
    return Deal(deal=game.notation.format_deal(game.new_state(config.options, 7)), salt=new_salt())


class Room:
    """A table with its own clock."""

    def __init__(
        self,
        game: str,
        *players: Participant | None,
        clock: TimeControl | None = None,
        best_of: int = 1,
        options: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        resolved = nodarium.find_game(game).resolve_options(options or {})
        config = TableConfig(game=game, options=resolved, clock=clock, best_of=best_of, **settings)
        seats = nodarium.find_game(game).state_class(**resolved).seats
        seated = [*players, *[CYD] * (seats - len(players))] if players else [ANN, BOB, *[BOT] * (seats - 2)]
        slots = tuple(Slot(player=player) for player in seated)
        self.now = START
        self.table = Table("t")
        self.requests = count()
        deal = dealer(config) if all(seated) else None
        self.apply(events.TableOpened(time=START, by="ann", config=config, slots=slots, deal=deal))

    def apply(self, event: Event) -> Event:
        """Apply an event as it comes back from the store."""
        event = EventReader().read(encode_event(event))
        self.table.apply(event)
        return event

    def ask(self, who: Participant, request: wire.TableRequest) -> Event:
        overdue = self.table.due_event(self.now)
        if overdue:
            self.apply(overdue)
        return self.apply(event_for(self.table, who, request, self.now, dealer))

    def move(self, who: Participant | None = None, text: str | None = None) -> Event:
        """Make a move: this one or any, for this player or the first to act."""
        match = self.table.match
        assert match
        seat = match.to_act[0] if who is None else self.seat(who)
        move = text or match.legal_moves(seat)[0]
        player = self.table.player_in(seat)
        if player.bot_level:
            return self.apply(events.Moved(time=self.now, seat=seat, move=move))
        return self.ask(player, wire.Move(move=move))

    def seat(self, who: Participant) -> int:
        assert who.user_id
        seat = self.table.acting_seat_of(who.user_id)
        assert seat is not None
        return seat

    def play_out(self, seed: int = 0) -> None:
        """Make random moves to the end of the game."""
        dice = Random(seed)
        match = self.table.match
        assert match
        while not match.outcome:
            seat = dice.choice(match.to_act)
            self.now += 10
            move = dice.choice(match.legal_moves(seat))
            self.apply(events.Moved(time=self.now, seat=seat, move=move))

    def frame_for(self, who: Participant | None = None, after: int = 0, **wants: bool) -> wire.Frame:
        return frames.frame(self.table, Viewer(user_id=who.user_id if who else None, **wants), after, self.now)


def fold_again(table: Table) -> Table:
    """Fold the same events into another table."""
    twin = Table(table.id)
    for event in table.event_log:
        twin.apply(EventReader().read(encode_event(event)))
    return twin
