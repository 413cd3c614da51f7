"""`Match`: one game as it is played: the position now, how it came about, and what can be taken back."""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from nodarium.core.canvas import Canvas
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, BadRecord, NodariumError, NotYourTurn, UnreadableMove
from nodarium.core.game import Game
from nodarium.core.options import Value
from nodarium.core.outcome import Ending, Outcome
from nodarium.core.refusal import game_over, illegal_move, not_your_turn
from nodarium.core.scene import Scene
from nodarium.core.state import State
from nodarium.record.commitment import digest, new_salt, verify
from nodarium.record.record import FORMAT, Commitment, Move, Player, Record, read_record, write_line, write_record

# How players end a match: not by a step of the game. A record may give no other reason of this kind.
AGREEMENT = "the players agreed on a draw"
RESIGNATION = "resignation"
OUT_OF_TIME = "out of time"
ABANDONED = "the other player left"

LOSS_CHECK_DEALS = 4  # of what a seat cannot know, to see whether a move loses all the same
JSONL_SUFFIX = ".jsonl"  # the ending of a file that holds many records, one on a line


class HistoryEntry(NamedTuple):
    """A state, the move that led to it, and how the players ended the match there, if they did.

    Where several seats choose at once, no move is known to the others until all that are due have chosen.
    """

    state: State
    move: Move | None = None
    ended_by_players: Outcome | None = None
    pending_mask: int = 0  # the seats that the last moves still wait for, as bits
    num_revealed: int = 0  # how many moves are known to all


class Turn(NamedTuple):
    """What a seat did in one turn, as people write it; where several choose at once, they share a number."""

    number: int
    seat: int
    text: str


class Match:
    """A game from its deal on. Every position is kept, so going back and forth costs nothing."""

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

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game, as they were chosen."""
        return dict(self._options)

    # ---- the position ----

    @property
    def state(self) -> State:
        """The position now. It belongs to the match: copy it before you change it."""
        return self._entries[self._current].state

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return () if self._ended_by_players else self.state.to_act

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self._ended_by_players or self.state.outcome

    @property
    def _ended_by_players(self) -> Outcome | None:
        return self._entries[self._current].ended_by_players

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """What a seat may do now, in a stable order; empty for a seat that may not act."""
        return [] if self._ended_by_players else self.state.legal_actions(seat)

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """The same in the game's notation."""
        actions = self.legal_actions(seat)
        if not actions:
            return []
        who, state, write = self._actor(seat), self.state, self.game.notation.format_move
        return [write(state, who, action) for action in actions]

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, as plain data; None is a spectator."""
        return self.state.view(self._viewer(seat))

    def decision_state(self, seat: int) -> State:
        """The position in which a seat has to choose: without what others have chosen already, which it cannot know."""
        known = self.num_revealed
        moved = {position.move.seat for position in self._entries[known + 1 : self._current + 1] if position.move}
        return (self.state if seat in moved else self._entries[known].state).copy()

    def scene(self, seat: int | None = None) -> Scene:
        """The picture of what a seat may know; None is a spectator."""
        scene = self.game.renderer.scene(self.state, self._viewer(seat))
        if not self._ended_by_players:
            return scene
        panels = tuple(
            msgspec.structs.replace(panel, style=panel.style.replace(" strong", "")) for panel in scene.panels
        )
        return msgspec.structs.replace(scene, prompt=self.outcome_text, panels=panels, targets=(), paths=())

    def canvas(self, seat: int | None = None) -> Canvas:
        """The same for a terminal."""
        canvas = self.game.renderer.canvas(self.state, self._viewer(seat))
        if self._ended_by_players:
            canvas.change_prompt(self.outcome_text)
        return canvas

    @property
    def outcome_text(self) -> str:
        """How the match ended, in words; empty while it goes on."""
        outcome = self.outcome
        if outcome is None:
            return ""
        if not self._ended_by_players:
            return self.game.renderer.scene(self.state, None).prompt
        names = " and ".join(self.game.seat_names[seat] for seat in outcome.winners)
        who = f"{names} {'wins' if len(outcome.winners) == 1 else 'win'}".capitalize() if names else "A draw"
        return f"{who}: {outcome.reason}{f' ({outcome.rule})' if outcome.rule else ''}"

    def svg(self, seat: int | None = None, *, theme: str = "light", panels: bool = True) -> str:
        """The picture as an SVG file that needs nothing else; panels beside the board if wanted."""
        from nodarium.core.svg import render
        from nodarium.core.theme import THEMES

        if theme not in THEMES:
            raise BadOption(f"There is no theme {theme!r}: there is {', '.join(THEMES)}.")
        return render(self.scene(seat), theme, panels)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.canvas())

    # ---- playing ----

    def play(
        self, move: str | int, seat: int | None = None, *, clock: float | None = None, comment: str | None = None
    ) -> None:
        """Make a move, given as text or as action; an error names the rule and changes nothing."""
        who = self._actor(seat)
        action = self._action(who, move)
        if clock is not None:
            if not 0 <= clock < math.inf:
                raise BadOption(f"A clock shows a number of seconds, not {clock!r}.")
            clock = float(clock)
        if comment is not None and not is_text(comment):
            raise BadOption(f"A comment is a text, not {comment!r}.")
        state = self.state.copy()
        state.apply(action, who)
        text = self.game.notation.format_move(self.state, who, action)
        last = self._entries[self._current]
        due = (last.pending_mask or last.state.to_act_mask) & ~(1 << who)
        known = last.num_revealed if due else self._current + 1
        self._add(
            HistoryEntry(
                state, Move(seat=who, move=text, clock=clock, comment=comment), pending_mask=due, num_revealed=known
            )
        )

    def canonical_move(self, move: str | int, seat: int | None = None) -> str:
        """A move as it is written, if it can be made now; it is not made."""
        who = self._actor(seat)
        action = self._action(who, move)
        if action not in self.state.legal_actions(who):
            raise illegal_move(self.state, who, action)
        return self.game.notation.format_move(self.state, who, action)

    def immediate_loss(self, move: str | int, seat: int | None = None) -> Ending | None:
        """How the seat would lose at once by its own move; None if it would not, or loses at once by any move."""
        who = self._actor(seat)
        ending = self._immediate_loss(who, self._action(who, move))
        return (
            ending
            if ending and not all(self._immediate_loss(who, other) for other in self.legal_actions(who))
            else None
        )

    def _immediate_loss(self, who: int, action: int) -> Ending | None:
        """How the seat would lose at once by an action, whatever lies where it cannot look."""
        ending = None
        for chance in range(LOSS_CHECK_DEALS if self.game.imperfect_information else 1):
            state = self.decision_state(who)
            state.determinize(who, chance)
            if action not in state.legal_actions(who):
                return None
            state.apply(action, who)
            if state.outcome is None or not state.outcome.winners or who in state.outcome.winners:
                return None
            ending = self.game.endings[state.ending_index]
        return ending

    def play_turn(self, text: str, seat: int | None = None) -> None:
        """Make all moves of a text, one seat's in a row; if one of them is refused, none is made."""
        who = self._actor(seat)
        moves = self.game.notation.parse_turn(text)
        if not moves:
            raise UnreadableMove(f"There is no move in {text!r}.", move=text)
        ahead = self.copy()
        for move in moves:
            if who not in ahead.to_act:
                raise NotYourTurn(f"{move}: the seat's turn has ended before this move.", move=move)
            ahead.play(move, who)
        self._entries, self._current = ahead._entries, ahead._current

    def agree_draw(self) -> None:
        """End the match as a draw because all players want it; that is no step of the game."""
        self._end(Outcome((), AGREEMENT, self.game.draw_agreement_rule))

    def resign(self, seat: int) -> None:
        """End the match because a seat gives up: all others win."""
        self._forfeit(seat, RESIGNATION)

    def lose_on_time(self, seat: int) -> None:
        """End the match because a seat's time is up: all others win."""
        self._forfeit(seat, OUT_OF_TIME)

    def abandon(self, seat: int) -> None:
        """End the match because a seat's player is gone: all others win."""
        self._forfeit(seat, ABANDONED)

    def undo(self, steps: int = 1) -> None:
        """Take back the last steps; an end by the players counts as one."""
        if not 0 <= steps <= self._current:
            raise BadOption(f"From 0 to {self._current} steps can be taken back, not {steps}.")
        self._current -= steps

    def redo(self, steps: int = 1) -> None:
        """Make steps again that were taken back."""
        left = len(self._entries) - 1 - self._current
        if not 0 <= steps <= left:
            raise BadOption(f"From 0 to {left} steps can be made again, not {steps}.")
        self._current += steps

    def _add(self, position: HistoryEntry) -> None:
        del self._entries[self._current + 1 :]
        self._entries.append(position)
        self._current += 1

    def _forfeit(self, seat: int, reason: str) -> None:
        if self._viewer(seat) is None:
            raise not_your_turn(self.state, seat)
        self._end(Outcome(tuple(other for other in range(self.state.seats) if other != seat), reason, None))

    def _end(self, outcome: Outcome) -> None:
        if self.outcome:
            raise game_over(self.state, self._ended_by_players)
        last = self._entries[self._current]
        self._add(
            HistoryEntry(
                self.state, ended_by_players=outcome, pending_mask=last.pending_mask, num_revealed=last.num_revealed
            )
        )

    def _actor(self, seat: int | None) -> int:
        """The seat that is meant, if it may act; without one, the only seat that may."""
        if self.outcome:
            raise game_over(self.state, self._ended_by_players)
        able = self.to_act
        if seat is None and len(able) == 1:
            return able[0]
        if seat is None or seat not in able:
            raise not_your_turn(self.state, seat)
        return int(seat)

    def _viewer(self, seat: int | None) -> int | None:
        if seat is not None and (not isinstance(seat, int) or not 0 <= seat < self.state.seats):
            raise not_your_turn(self.state, seat)
        return seat

    def _action(self, seat: int, move: str | int) -> int:
        if isinstance(move, str):
            return self.game.notation.parse_move(self.state, seat, move)
        if not isinstance(move, int):
            raise UnreadableMove(f"A move is a text or the number of an action, not {move!r}.")
        if not 0 <= move < self.game.num_actions:
            raise illegal_move(self.state, seat, move)
        return move

    # ---- what has happened ----

    @property
    def deal(self) -> dict[str, Any]:
        """All chance of the game in readable form; `nodarium.new(..., deal=...)` takes it, beside the same options."""
        return self.game.notation.format_deal(self._entries[0].state)

    @cached_property
    def commitment(self) -> str | None:
        """The digest of deal and salt, to publish at the start; None for a match that was not played here."""
        return None if self.salt is None else digest(self.deal, self.salt)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(position.move for position in self._entries[: self._current + 1] if position.move)

    @property
    def num_revealed(self) -> int:
        """How many of the moves are known to all."""
        return self._entries[self._current].num_revealed

    def last_move_index(self, seat: int) -> int | None:
        """How many moves came before the last one of a seat; None if it has made none."""
        for number in range(self._current, 0, -1):
            move = self._entries[number].move
            if move and move.seat == seat:
                return number - 1
        return None

    def is_irrevocable(self, moves: int) -> bool:
        """Whether a move after so many of the moves was made while somebody else chose: such a choice is final."""
        return any(position.pending_mask for position in self._entries[moves : self._current + 1])

    def state_after(self, moves: int) -> State:
        """The position after so many of the moves. It belongs to the match: copy it before you change it."""
        return self._entries[moves].state

    def describe_move(self, moves: int, seat: int, move: str) -> tuple[str, str]:
        """What a move after so many of the moves does, and the rule for it."""
        state, notation = self.state_after(moves), self.game.notation
        return notation.describe_move(state, seat, notation.parse_move(state, seat, move))

    def turns(self, seat: int | None = None) -> list[Turn]:
        """The moves so far, turn by turn, as far as a seat may know them; None is a spectator."""
        revealed = self.num_revealed
        known = [
            (self._entries[number].state.turn, move)
            for number, move in enumerate(self.history)
            if number < revealed or move.seat == seat
        ]
        write = self.game.notation.format_turn
        return [
            Turn(turn, who, write([move.move for _, move in steps]))
            for (turn, who), steps in groupby(known, key=lambda step: (step[0], step[1].seat))
        ]

    def replay(self) -> Iterator[Self]:
        """The match at each of its positions, from the start to now."""
        for now in range(self._current + 1):
            past = self.copy()
            past._current = now
            yield past

    def copy(self) -> Self:
        """A match that goes its own way from here."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._entries = list(self._entries)
        return twin

    __copy__ = copy  # the usual one would share the list of positions

    # ---- the record ----

    def record(self, *, sealed: bool = False) -> Record:
        """The match for a file; sealed, without what must stay secret while it goes on."""
        moves = self.history[: self.num_revealed] if sealed else self.history
        salt = None if sealed else self.salt
        return Record(
            format=FORMAT,
            game=self.game.id,
            rules_version=self.game.rules_version,
            options=self.options,
            players=self.players,
            started=self.started,
            deal=None if sealed else self.deal,
            commitment=Commitment(sha256=self.commitment, salt=salt) if self.commitment else None,
            moves=moves,
            outcome=self.outcome,
        )

    @property
    def simultaneous(self) -> tuple[bool, ...]:
        """For each move whether somebody else chose at the same time; such a choice is final."""
        found, due, several = [], set[int](), False
        for number, move in enumerate(self.history):
            if not due:
                due = set(self._entries[number].state.to_act)
                several = len(due) > 1
            due.discard(move.seat)
            found.append(several)
        return tuple(found)

    def save(self, path: str | Path) -> None:
        """Write the record to a file of its own or, if its name ends in .jsonl, add it to the records there."""
        path = Path(path)
        if path.suffix == JSONL_SUFFIX:
            _append(path, write_line(self.record()).encode())
        else:
            written = path.with_name(path.name + ".new")
            written.write_text(write_record(self.record()), "utf-8")
            written.replace(path)

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Play a record again and check everything it says."""
        with record_context("game"):
            game = find_game(record.game)
        if record.rules_version != game.rules_version:
            raise BadRecord(
                f"rules_version: the match was played by version {record.rules_version} of the rules of {game.title}; "
                f"this program knows version {game.rules_version}."
            )
        if record.deal is None:
            raise BadRecord("The record is sealed: without its deal it cannot be replayed.")
        with record_context("options"):
            options = game.resolve_options(record.options)
        with record_context("deal"):
            start = game.state_from_deal(options, record.deal)
        salt = record.commitment.salt if record.commitment else None
        with record_context("players"):
            match = cls(game, options, start, players=record.players, started=record.started, salt=salt)
        if record.deal != match.deal:
            raise BadRecord(f"deal: it has to be written {json.dumps(match.deal, ensure_ascii=False)}.")
        verdict = verify(record)
        if record.commitment and not verdict.valid:
            raise BadRecord(f"commitment: {verdict.message}")
        for number, move in enumerate(record.moves, 1):
            with record_context(f"Move {number}"):
                match.play(move.move, move.seat, clock=move.clock, comment=move.comment)
        match._conclude(record.outcome)
        return match

    def _conclude(self, told: Outcome | None) -> None:
        """End as a record says, which has to be how the rules, or the players, can have ended it."""
        if told and not self.outcome:
            losers = [seat for seat in range(self.state.seats) if seat not in told.winners]
            if told.reason == AGREEMENT:
                self.agree_draw()
            elif told.reason in (RESIGNATION, OUT_OF_TIME, ABANDONED) and len(losers) == 1:
                self._forfeit(losers[0], told.reason)
        true = self.outcome
        # The wording of a reason may change; who won, and by which rule, may not.
        if (told and (told.winners, told.rule)) != (true and (true.winners, true.rule)):
            raise BadRecord(f"outcome: the record says {_told(told)}, but its moves give {_told(true)}.")


def new(
    game_id: str,
    *,
    seed: int | None = None,
    deal: Mapping[str, Any] | None = None,
    player_names: Sequence[str | Player] | None = None,
    **options: Value,
) -> Match:
    """A new match: dealt at random, by a seed, or as `deal` says; the game's options by name."""
    game = find_game(game_id)
    told = deal if isinstance(deal, Mapping) else {}  # a deal tells the options that it was made with
    implied = {o.name: told[o.name] for o in game.options if isinstance(told.get(o.name), str | int)}
    settled = game.resolve_options(implied | options)
    if deal is None:
        start = game.new_state(settled, secrets.randbits(64) if seed is None else seed)
    elif seed is None:
        start = game.state_from_deal(settled, deal)
    else:
        raise BadOption("A match has a seed or a deal, not both.")
    now = datetime.now(UTC).replace(microsecond=0)
    return Match(game, settled, start, players=player_names, started=now, salt=new_salt())


def load(path: str | Path) -> Match:
    """The match in a file of its own, replayed and checked."""
    if Path(path).suffix == JSONL_SUFFIX:
        raise BadRecord(f"A file that ends in {JSONL_SUFFIX} holds many records: load_all reads them.")
    return Match.from_record(read_record(Path(path).read_bytes()))


def load_all(path: str | Path) -> Iterator[Match]:
    """All matches of a file, which holds many if its name ends in .jsonl; an error names the line."""
    if Path(path).suffix != JSONL_SUFFIX:
        yield load(path)
        return
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                record = read_record(line, number)
                with record_context(f"Line {number}"):
                    match = Match.from_record(record)
                yield match


def seat_players(game: Game, seats: int, players: Sequence[str | Player]) -> tuple[Player, ...]:
    """One player for each seat."""
    if len(players) != seats:
        raise BadOption(f"{game.title} has {seats} seats here, and so {seats} players, not {len(players)}.")
    for name in players:
        if not isinstance(name, Player) and not is_text(name):
            raise BadOption(f"A player's name is a text, not {name!r}.")
    return tuple(Player(name=name) if isinstance(name, str) else name for name in players)


def is_text(value: object) -> bool:
    """Whether it can be written to a file."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _append(path: Path, line: bytes) -> None:
    """Add a line, on a new one even if the last writer was stopped in the middle of its own."""
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, 2)
            line = line if file.read() == b"\n" else b"\n" + line
        file.write(line)


@contextmanager
def record_context(where: str) -> Iterator[None]:
    """Whatever goes wrong inside makes a bad record; its sentence begins with the place."""
    try:
        yield
    except NodariumError as error:
        sentence = f"{where}: {error.message}"
        raise BadRecord(sentence, move=error.move, position=error.position, rule=error.rule) from None


def _told(outcome: Outcome | None) -> str:
    if outcome is None:
        return "no end"
    who = f"a win of seat {' and '.join(map(str, outcome.winners))}" if outcome.winners else "a draw"
    return f"{who}, {outcome.reason} ({outcome.rule or 'no rule'})"
