"""`Match`: one game as it is played, with its history, undo and redo, and its record."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Self

import msgspec

from nodarium.core.canvas import Canvas
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, BadRecord, NodariumError, NotYourTurn, UnreadableMove
from nodarium.core.game import Game, RoundCount, draw_scene
from nodarium.core.language import ENGLISH, format_message
from nodarium.core.message import Message, Text, say
from nodarium.core.options import Value
from nodarium.core.outcome import Ending, Outcome, outcome_message, with_rule
from nodarium.core.refusal import as_action, as_seat, game_over, illegal_move, not_your_turn
from nodarium.core.scene import Scene, without_moves
from nodarium.core.state import State
from nodarium.record.commitment import digest, verify
from nodarium.record.files import JSONL_SUFFIX, append_line, record_context, write_atomically
from nodarium.record.history import ABANDONED, AGREEMENT, OUT_OF_TIME, RECORDED_REASONS, RESIGNATION, HistoryEntry, Turn
from nodarium.record.record import (
    FORMAT,
    Commitment,
    Move,
    Player,
    Record,
    RecordedOutcome,
    format_line,
    format_record,
    is_encodable,
)

LOSS_CHECK_DETERMINIZATIONS = 4  # in which a move must lose before we warn about it


class Match:
    """A game from its deal on. It keeps every position, so undo and redo cost nothing."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Value],
        start: State,
        *,
        players: Sequence[str | Player] | None = None,
        started: datetime | None = None,
        salt: str | None = None,
    ) -> None:
        self.game = game
        self._options = dict(options)
        names = game.seat_names[: start.seats] if players is None else players
        self.players = seat_players(game, start.seats, names)
        self.started = started
        self.salt = salt
        self._entries = [HistoryEntry(start)]
        self._current = 0
        # Caches: the server checks a move before it plays it, and asks for the outcome in every frame.
        self._checked: tuple[State, int, str, State] | None = None  # a position, a seat's legal move, the next position
        self._ending: tuple[HistoryEntry, Text] | None = None  # the last entry, and its outcome in words

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game, defaults included."""
        return dict(self._options)

    # ---- the position ----

    @property
    def state(self) -> State:
        """The current position. It belongs to the match: copy it before you change it."""
        return self._entries[self._current].state

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return () if self._outcome_by_players else self.state.to_act

    @property
    def outcome(self) -> Outcome | None:
        """Who won, why and by which rule; None while the game goes on."""
        return self._outcome_by_players or self.state.outcome

    @property
    def _outcome_by_players(self) -> Outcome | None:
        return self._entries[self._current].outcome_by_players

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the seat's legal actions in ascending order; empty if it isn't to act."""
        return [] if self._outcome_by_players else self.state.legal_actions(seat)

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """Return the seat's legal moves in the game's notation."""
        actions = self.legal_actions(seat)
        if not actions:
            return []
        who, state, write = self._actor(seat), self.state, self.game.notation.format_move
        return [write(state, who, action) for action in actions]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything a seat may know, as plain data; None is a spectator."""
        return self.state.view(self._viewer(seat))

    def decision_state(self, seat: int) -> State:
        """Return the state a seat decides in, before any simultaneous choice that is still hidden from it."""
        known = self.num_revealed
        moved = {entry.move.seat for entry in self._entries[known + 1 : self._current + 1] if entry.move}
        return (self.state if seat in moved else self._entries[known].state).copy()

    def scene(self, seat: int | None = None) -> Scene:
        """Describe the picture that a seat may see; None is a spectator."""
        scene = self.game.renderer.scene(self.state, self._viewer(seat))
        if not self._outcome_by_players:
            return scene
        prompt = self.outcome_text
        assert prompt
        panels = tuple(
            msgspec.structs.replace(panel, style=panel.style.replace(" strong", "")) for panel in scene.panels
        )
        return msgspec.structs.replace(without_moves(scene), prompt=prompt, panels=panels)

    def canvas(self, seat: int | None = None) -> Canvas:
        """Draw the same picture for a terminal."""
        canvas = self.game.renderer.canvas(self.state, self._viewer(seat))
        if self._outcome_by_players and self.outcome_text:
            canvas.change_prompt(self.outcome_text)
        return canvas

    @property
    def outcome_text(self) -> Text | None:
        """The outcome in words; None while the game goes on."""
        outcome = self.outcome
        if outcome is None:
            return None
        entry = self._entries[self._current]
        if self._ending is None or self._ending[0] is not entry:
            self._ending = entry, self._describe_outcome(outcome)
        return self._ending[1]

    def _describe_outcome(self, outcome: Outcome) -> Text:
        if not self._outcome_by_players:
            return self.game.renderer.scene(self.state, None).prompt
        return outcome_message(outcome, [self.game.seat_title(seat) for seat in range(self.state.seats)])

    def svg(self, seat: int | None = None, *, theme: str = "light", panels: bool = True) -> str:
        """Draw the position as a self-contained SVG file, with or without the panels."""
        return draw_scene(self.scene(seat), theme=theme, panels=panels)

    def _repr_svg_(self) -> str:
        """Draw the match in a notebook."""
        return draw_scene(self.scene(), theme="light", panels=True, fluid=True)

    def __str__(self) -> str:
        return str(self.canvas())

    def __repr__(self) -> str:
        position = self.game.notation.format_position(self.state, None)
        return f"<Match of {self.game.title} after {len(self.history)} moves: {position}>"

    def __eq__(self, other: object) -> bool:
        """Whether both would be saved as the same record."""
        return self.record() == other.record() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a match changes as it is played

    # ---- playing ----

    def play(
        self, move: str | int, seat: int | None = None, *, clock: float | None = None, comment: str | None = None
    ) -> None:
        """Play a move, given as text or as an action. An error names the rule and leaves the match unchanged."""
        self.add_entry(self.prepare_move(move, seat, clock=clock, comment=comment))

    def prepare_move(
        self, move: str | int, seat: int | None = None, *, clock: float | None = None, comment: str | None = None
    ) -> HistoryEntry:
        """Check a move and return what `add_entry` adds to play it. Nothing changes yet."""
        who = self._actor(seat)
        if clock is not None:
            if not 0 <= clock < math.inf:
                raise BadOption(say("record-bad-clock", clock=repr(clock)))
            clock = float(clock)
        if comment is not None and not is_encodable(comment):
            raise BadOption(say("record-bad-comment", comment=repr(comment)))
        text, state = self._check_move(who, move)
        last = self._entries[self._current]
        due = (last.pending_mask or last.state.to_act_mask) & ~(1 << who)
        known = last.num_revealed if due else self._current + 1
        return HistoryEntry(
            state, Move(seat=who, move=text, clock=clock, comment=comment), pending_mask=due, num_revealed=known
        )

    def canonical_move(self, move: str | int, seat: int | None = None) -> str:
        """Check that a move is legal and return its canonical text, without playing it."""
        text, _ = self._check_move(self._actor(seat), move)
        return text

    def _check_move(self, who: int, move: str | int) -> tuple[str, State]:
        """Return a legal move's canonical text, and the position it leads to."""
        before, last = self.state, self._checked
        if last and last[0] is before and last[1] == who and last[2] == move:
            return last[2:]
        action = self._action(who, move)
        state = before.copy()
        state.apply(action, who)
        text = self.game.notation.format_move(before, who, action)
        self._checked = before, who, text, state
        return text, state

    def immediate_loss(self, move: str | int, seat: int | None = None) -> Ending | None:
        """Return how a move would lose the game at once; None if it doesn't, or if every other move loses too."""
        who = self._actor(seat)
        ending = self._immediate_loss(who, self._action(who, move))
        return (
            ending
            if ending and not all(self._immediate_loss(who, other) for other in self.legal_actions(who))
            else None
        )

    def _immediate_loss(self, who: int, action: int) -> Ending | None:
        """Return how an action would lose at once, whatever the seat can't see."""
        ending = None
        for seed in range(LOSS_CHECK_DETERMINIZATIONS if self.game.imperfect_information else 1):
            state = self.decision_state(who)
            state.determinize(who, seed)
            if action not in state.legal_actions(who):
                return None
            state.apply(action, who)
            if state.outcome is None or not state.outcome.winners or who in state.outcome.winners:
                return None
            ending = self.game.endings[state.ending_index]
        return ending

    def play_turn(self, text: str, seat: int | None = None) -> None:
        """Play all moves of one seat's turn. If one of them is refused, none is played."""
        who = self._actor(seat)
        moves = self.game.notation.parse_turn(text)
        if not moves:
            raise UnreadableMove(say("record-no-move", text=text), move=text)
        ahead = self.copy()
        for move in moves:
            if who not in ahead.to_act:
                raise NotYourTurn(say("record-turn-ended", move=move), move=move)
            ahead.play(move, who)
        self._entries, self._current = ahead._entries, ahead._current

    def agree_draw(self) -> None:
        """End the match as a draw by agreement."""
        self._end(Outcome((), AGREEMENT, self.game.draw_agreement_rule))

    def resign(self, seat: int) -> None:
        """End the match because a seat resigns. All others win."""
        self._forfeit(seat, RESIGNATION)

    def lose_on_time(self, seat: int) -> None:
        """End the match because a seat's time is up. All others win."""
        self._forfeit(seat, OUT_OF_TIME)

    def abandon(self, seat: int) -> None:
        """End the match because a seat's player has left. All others win."""
        self._forfeit(seat, ABANDONED)

    def undo(self, steps: int = 1) -> None:
        """Take back the last steps. An end by the players counts as one."""
        if not 0 <= steps <= self._current:
            raise BadOption(say("record-undo-range", most=self._current, steps=str(steps)))
        self._current -= steps

    def redo(self, steps: int = 1) -> None:
        """Replay steps that were taken back."""
        left = len(self._entries) - 1 - self._current
        if not 0 <= steps <= left:
            raise BadOption(say("record-redo-range", most=left, steps=str(steps)))
        self._current += steps

    def add_entry(self, entry: HistoryEntry) -> None:
        """Add what `prepare_move` returned for the current position."""
        del self._entries[self._current + 1 :]
        self._entries.append(entry)
        self._current += 1

    def _forfeit(self, seat: int, reason: Text) -> None:
        loser = as_seat(self.state, seat)
        self._end(Outcome(tuple(other for other in range(self.state.seats) if other != loser), reason, None))

    def _end(self, outcome: Outcome) -> None:
        if self.outcome:
            raise game_over(self.state, self._outcome_by_players)
        self.add_entry(self._entries[self._current]._replace(move=None, outcome_by_players=outcome))

    def _actor(self, seat: int | None) -> int:
        """Return the given seat if it may act, or the only seat that may."""
        if self.outcome:
            raise game_over(self.state, self._outcome_by_players)
        able = self.to_act
        if seat is None and len(able) == 1:
            return able[0]
        who = None if seat is None else as_seat(self.state, seat)
        if who is None or who not in able:
            raise not_your_turn(self.state, who)
        return who

    def _viewer(self, seat: int | None) -> int | None:
        return None if seat is None else as_seat(self.state, seat)

    def _action(self, seat: int, move: str | int) -> int:
        """Return the action a move stands for, legal or not. A refusal of the notation gets the position added."""
        if not isinstance(move, str):
            action = as_action(move)
            if not 0 <= action < self.game.num_actions:
                raise illegal_move(self.state, seat, action)
            return action
        try:
            return self.game.notation.parse_move(self.state, seat, move)
        except NodariumError as error:
            error.move = error.move or move
            error.position = error.position or self.game.notation.format_position(self.state, seat)
            raise

    # ---- what has happened ----

    @property
    def deal(self) -> dict[str, Any]:
        """All chance of the game as readable data. `nodarium.new(..., deal=...)` takes it, with the same options."""
        return self.game.notation.format_deal(self._entries[0].state)

    @cached_property
    def commitment(self) -> str | None:
        """The digest of deal and salt, to publish at the start; None for a match that was played elsewhere."""
        return None if self.salt is None else digest(self.deal, self.salt)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(entry.move for entry in self._entries[: self._current + 1] if entry.move)

    @property
    def num_revealed(self) -> int:
        """The number of moves that everyone knows."""
        return self._entries[self._current].num_revealed

    def last_move_index(self, seat: int) -> int | None:
        """Return the number of moves before the seat's last one; None if it hasn't moved."""
        for number in range(self._current, 0, -1):
            move = self._entries[number].move
            if move and move.seat == seat:
                return number - 1
        return None

    def undoes_simultaneous_choice(self, moves: int) -> bool:
        """Whether undoing to `moves` moves would take back a simultaneous choice, which is final."""
        return any(entry.pending_mask for entry in self._entries[moves : self._current + 1])

    def state_after(self, moves: int) -> State:
        """Return the position after `moves` moves. It belongs to the match: copy it before you change it."""
        return self._entries[moves].state

    def turn_number(self, moves: int) -> int:
        """Return the number of the turn after `moves` moves; the first turn has number 1."""
        return self.state_after(moves).turn - self.state_after(0).turn + 1

    def round_number(self, moves: int) -> int | None:
        """Return the number of the round after `moves` moves; None if the game counts turns."""
        explain = self.game.explain
        return explain.round_number(self.state_after(moves)) if isinstance(explain, RoundCount) else None

    def describe_move(self, moves: int, seat: int, move: str) -> tuple[Message, str]:
        """Return what a move played after `moves` moves does, in words, and the rule behind it."""
        state, notation = self.state_after(moves), self.game.notation
        return self.game.explain.describe_move(state, seat, notation.parse_move(state, seat, move))

    def turns(self, seat: int | None = None) -> list[Turn]:
        """Return the moves so far by turn, as far as a seat may know them; None is a spectator."""
        revealed = self.num_revealed
        known = [
            (self._entries[number].state.turn, self.round_number(number), move)
            for number, move in enumerate(self.history)
            if number < revealed or move.seat == seat
        ]
        write = self.game.notation.format_turn
        return [
            Turn(turn, who, write([move.move for _, _, move in steps]), round_number)
            for (turn, round_number, who), steps in groupby(known, key=lambda step: (step[0], step[1], step[2].seat))
        ]

    def replay(self) -> Iterator[Self]:
        """Yield the match at each of its positions, from the start to now."""
        for now in range(self._current + 1):
            past = self.copy()
            past._current = now
            yield past

    def copy(self) -> Self:
        """Return an independent copy. Both share the past positions, which never change."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._entries = list(self._entries)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = self.copy()
        twin._entries = [entry._replace(state=entry.state.copy()) for entry in self._entries]
        return twin

    # ---- the record ----

    def record(self, *, sealed: bool = False) -> Record:
        """Return the match as a record. A sealed one leaves out what must stay secret during the game."""
        moves = self.history[: self.num_revealed] if sealed else self.history
        salt = None if sealed else self.salt
        return Record(
            format=FORMAT,
            game=self.game.id,
            rules_version=self.game.rules_version,
            options=self.options,
            data_sha256=self.game.data_digest(self._options),
            players=self.players,
            started=self.started,
            deal=None if sealed else self.deal,
            commitment=Commitment(sha256=self.commitment, salt=salt) if self.commitment else None,
            moves=moves,
            outcome=self._recorded_outcome(),
        )

    def _recorded_outcome(self) -> RecordedOutcome | None:
        outcome = self.outcome
        if outcome is None:
            return None
        reason = RECORDED_REASONS.get(outcome.reason) or format_message(outcome.reason, ENGLISH)
        return RecordedOutcome(outcome.winners, reason, outcome.rule)

    def save(self, path: str | Path) -> None:
        """Write the record to a file. If its name ends in .jsonl, append to the records in it."""
        path = Path(path)
        if path.suffix == JSONL_SUFFIX:
            append_line(path, format_line(self.record()).encode())
        else:
            write_atomically(path, format_record(self.record()))

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Replay a record and check everything it says.

        A record of format 1 can name a data set without its version. The newest version with which it replays counts.
        """
        with record_context("game"):
            game = find_game(record.game)
        if record.rules_version != game.rules_version:
            versions = {"played": record.rules_version, "known": game.rules_version}
            raise BadRecord(say("record-other-rules", game=game.title, **versions))
        if record.deal is None:
            raise BadRecord(say("record-sealed"))
        with record_context("options"):
            possible = game.resolve_stored_options(record.options)
        errors = []
        for options in possible:
            try:
                return cls._replayed(game, options, record)
            except BadRecord as error:
                errors.append(error)
        raise errors[0]

    @classmethod
    def _replayed(cls, game: Game, options: Mapping[str, Value], record: Record) -> Self:
        digest_now = game.data_digest(options)
        if record.data_sha256 not in (None, digest_now):
            names = ", ".join(f"{name} {value}" for name, value in options.items())
            raise BadRecord(say("record-other-data", game=game.title, options=names))
        assert record.deal is not None
        with record_context("deal"):
            start = game.state_from_deal(options, record.deal)
        salt = record.commitment.salt if record.commitment else None
        with record_context("players"):
            match = cls(game, options, start, players=record.players, started=record.started, salt=salt)
        if record.deal != match.deal:
            raise BadRecord(say("record-deal-form", deal=json.dumps(match.deal, ensure_ascii=False)))
        verdict = verify(record)
        if record.commitment and not verdict.valid:
            raise BadRecord(say("record-at", where="commitment", problem=verdict.message))
        for number, move in enumerate(record.moves, 1):
            with record_context(say("record-move", number=str(number))):
                match.play(move.move, move.seat, clock=move.clock, comment=move.comment)
        match._end_as_recorded(record.outcome)
        return match

    def _end_as_recorded(self, recorded: RecordedOutcome | None) -> None:
        """End the match the way its record says, if the players can have ended it like that."""
        if recorded and not self.outcome:
            losers = [seat for seat in range(self.state.seats) if seat not in recorded.winners]
            reason = next((reason for reason, text in RECORDED_REASONS.items() if text == recorded.reason), None)
            if reason == AGREEMENT:
                self.agree_draw()
            elif reason and len(losers) == 1:
                self._forfeit(losers[0], reason)
        actual = self.outcome
        # The wording of a reason may change between versions; the winners and the rule may not.
        if (recorded and (recorded.winners, recorded.rule)) != (actual and (actual.winners, actual.rule)):
            said, given = describe_recorded(recorded), describe_recorded(self._recorded_outcome())
            raise BadRecord(say("record-other-outcome", recorded=said, actual=given))


def describe_recorded(outcome: RecordedOutcome | None) -> Message:
    """Describe an outcome by seat numbers, for error messages."""
    if outcome is None:
        return say("record-no-end")
    because = with_rule(outcome.reason, outcome.rule)
    if not outcome.winners:
        return say("record-draw", reason=because)
    return say("record-win", seats=tuple(map(str, outcome.winners)), count=len(outcome.winners), reason=because)


def seat_players(game: Game, seats: int, players: Sequence[str | Player]) -> tuple[Player, ...]:
    """Check that each seat has a player. A name stands for a player of unknown kind."""
    if len(players) != seats:
        raise BadOption(say("record-player-count", game=game.title, seats=seats, given=len(players)))
    for name in players:
        if not isinstance(name, Player) and not is_encodable(name):
            raise BadOption(say("record-bad-name", name=repr(name)))
    return tuple(Player(name=name) if isinstance(name, str) else name for name in players)
