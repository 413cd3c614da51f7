"""`Table`: people and bots around one match, at one terminal."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from shutil import which
from time import perf_counter, sleep

from nodarium.cli.games import show_chapters, show_rule
from nodarium.cli.screen import Screen
from nodarium.core.errors import AmbiguousMove, BadOption, NodariumError, UnreadableMove
from nodarium.lab.analysis import Recommendation, make_analysis_bot, recommend
from nodarium.record.files import JSONL_SUFFIX
from nodarium.record.match import Match
from nodarium.search.bots import Bot

MENTIONED = 20  # moves that fit into a sentence
COVER = "Let nobody else look, and press Enter. "
LEAVING = ("quit", "q", "exit")
ADVISER = "master:seconds=1"
ADVISED = 5  # moves at most
PACE = 1.0  # seconds for a turn at least, where a person watches bots
SHORT = {"?": "help", "q": "quit", "exit": "quit"}


class Leave(Exception):
    """Somebody gets up from the table."""


@dataclass(frozen=True)
class Word:
    """Something that can be typed beside moves. It returns whether the position is another one now."""

    do: Callable[[str], bool]
    takes: str  # what can follow it
    text: str


class Table:
    """A match is kept in its file after every step, so that it can go on whatever happens to the terminal."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], screen: Screen, file: Path) -> None:
        self.match = match
        self.bots = bots
        self.screen = screen
        self.file = file
        self.people = [seat for seat in range(match.state.seats) if seat not in bots]
        self.faced: int | None = None  # who saw the screen last
        self.kept = file.is_file()
        self.words = {
            "help": Word(self.help, "", "this list; ? too"),
            "moves": Word(self.list_moves, "[BEGINNING]", "the legal moves, or those that begin so"),
            "hint": Word(self.hint, "", "what a strong bot would do in your place"),
            "board": Word(self.show_again, "", "the board again"),
            "history": Word(self.list_turns, "", "what has been played"),
            "rules": Word(self.show_rules, "[ID]", "the rule with this number, or which rules there are"),
            "undo": Word(self.undo, "", "take back your last move, and what was played after it"),
            "redo": Word(self.redo, "", "make it again"),
            "draw": Word(self.agree_draw, "", "offer a draw"),
            "resign": Word(self.resign, "", "give up"),
            "save": Word(self.save, "FILE", "keep the game in this file"),
            "quit": Word(self.leave, "", "leave; the game can be resumed"),
        }

    @property
    def seat(self) -> int | None:
        """The person whose move is awaited; where several may act, the first of them. None when it is over."""
        return next((seat for seat in self.match.to_act if seat not in self.bots), None)

    @property
    def viewer(self) -> int | None:
        """Whose eyes the board is drawn for."""
        return self.people[0] if len(self.people) == 1 else self.seat

    def name(self, seat: int) -> str:
        return self.match.game.seat_names[seat]

    # ---- the course of a match ----

    def run(self) -> None:
        try:
            self.greet()
            if not self.people:
                self.watch()
            while self.people:
                self.let_bots_play()
                self.hand_over()
                self.show()
                self.listen()
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
        except Leave:
            pass
        self.say_goodbye()

    def let_bots_play(self) -> None:
        while any(seat in self.bots for seat in self.match.to_act):
            self.let_bot_play()

    def let_bot_play(self) -> None:
        """One step of a bot. It is given the position as it was before anybody chose what it may not know yet."""
        seat = next(seat for seat in self.match.to_act if seat in self.bots)
        with self.screen.waiting(f"{self.name(seat)} thinks"):
            action = self.bots[seat].choose(self.match.decision_state(seat), seat)
        self.match.play(action, seat)
        self.keep()

    def watch(self) -> None:
        """Let bots play the whole match, and show every turn and the board after it."""
        match = self.match
        told = len(match.turns())
        self.screen.draw(match.canvas())
        while match.to_act:
            began, turn = perf_counter(), match.state.turn
            while match.to_act and match.state.turn == turn:
                self.let_bot_play()
            if self.screen.console.is_terminal:
                sleep(max(began + PACE - perf_counter(), 0))
            self.screen.say()
            turns = match.turns()
            for done in turns[told:]:
                self.screen.say(f"{self.name(done.seat)}: {done.text}", f"text seat-{done.seat} strong")
            told = len(turns)
            self.screen.draw(match.canvas())

    def hand_over(self) -> None:
        """Where there are secrets, hide the screen before the next person looks at it."""
        match, seat = self.match, self.seat
        if len(self.people) > 1 and seat is not None and seat != self.faced and has_secrets(match):
            self.screen.wipe()
            while typed := self.screen.ask(f"It is for {self.name(seat)} to act. {COVER}"):
                if typed in LEAVING:
                    raise Leave
        self.faced = seat

    def listen(self) -> None:
        """Do what is typed until the position is another one."""
        while True:
            typed = self.ask()
            try:
                if self.obey(typed):
                    self.keep()
                    return
            except (NodariumError, OSError) as error:
                self.screen.complain(error)

    def ask(self) -> str:
        seat = self.seat
        prompt = "over" if seat is None else self.name(seat)
        moves = [] if seat is None else self.match.legal_moves(seat)
        return self.screen.ask(f"{prompt}> ", [*moves, *self.words])

    def obey(self, typed: str) -> bool:
        first, _, rest = SHORT.get(typed, typed).partition(" ")
        word = self.words.get(first.lower())
        if word:
            if rest and not word.takes:
                raise BadOption(f"{first} stands alone, without {rest.strip()!r}.")
            return word.do(rest.strip())
        if not typed:
            return self.show_again("") if self.match.to_act else self.leave("")
        seat = self.seat
        self.match.play_turn(typed if seat is None else meant(self.match, seat, typed), seat)
        return True

    def keep(self) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(self.file)
            self.kept = True
        except OSError as error:
            self.kept = False
            self.screen.say(f"The game could not be kept in {self.file}; try save FILE.", "text red")
            self.screen.complain(error)

    # ---- what is shown ----

    def greet(self) -> None:
        match = self.match
        people = " and ".join(self.name(seat) for seat in self.people)
        bots = " and ".join(f"{match.players[seat].name} plays {self.name(seat)}" for seat in self.bots)
        if self.people:
            who = ", ".join(part for part in (f"you play {people}", bots) if part)
            self.screen.say(f"{match.game.title}: {who}. Type a move, or ? for help.")
        else:
            self.screen.say(f"{match.game.title}: {bots}.")
        width = max(map(len, str(match).splitlines()), default=0)
        if self.screen.console.is_terminal and width > self.screen.console.width:
            self.screen.say(f"Make the terminal wider: the board needs {width} columns.", "text red")

    def show(self) -> None:
        """What the others did in the person's last turn and since, and the board."""
        viewer = self.viewer
        known = self.match.turns(viewer)
        last = max((turn.number for turn in known if turn.seat == viewer), default=0)
        turns = [turn for turn in known if turn.seat != viewer and turn.number >= last]
        self.screen.say()
        for turn in turns[-self.match.state.seats :]:
            self.screen.say(f"{self.name(turn.seat)}: {turn.text}", "text strong")
        self.screen.draw(self.match.canvas(viewer))

    def say_goodbye(self) -> None:
        if self.kept:
            over = self.match.outcome is not None
            self.screen.say(
                "The record of the game is kept. See it again:" if over else "The game is kept. Go on with it:"
            )
            beside = os.path.relpath(Path(sys.executable).with_name("nodarium"))
            command = "nodarium" if which("nodarium") else shlex.quote(beside)
            self.screen.say_line(f"  {command} {'show' if over else 'play --resume'} {shlex.quote(str(self.file))}")

    # ---- what can be typed ----

    def help(self, _: str) -> bool:
        moves = self.match.legal_moves(self.seat)
        if moves:
            some = ", ".join(dict.fromkeys((moves[0], moves[len(moves) // 2], moves[-1])))
            self.screen.say(f"Type a move ({some}), the beginning of one, or the moves of a whole turn; or:")
        for name, word in self.words.items():
            self.screen.say(f"  {f'{name} {word.takes}':<18} {word.text}")
        return False

    def list_moves(self, beginning: str) -> bool:
        moves = [move for move in self.match.legal_moves(self.seat) if begins(move, beginning)]
        self.screen.list(moves or ["There are none."])
        return False

    def hint(self, _: str) -> bool:
        seat = self.seat
        if seat is None:
            raise BadOption("The game is over: there is nothing to advise.")
        adviser = make_analysis_bot(self.match.game, ADVISER)
        with self.screen.waiting("thinking"):
            advice = recommend(adviser, self.match.decision_state(seat), seat)
        self.show_advice(advice)
        return False

    def show_advice(self, advice: Recommendation) -> None:
        best = advice.candidates[:ADVISED]
        width = max(len(option.move) for option in best)
        self.screen.say("What the bot looked at most, and your chances after it:")
        for option in best:
            mixed = f"   take it {option.probability:.0%} of the time" if 0 < option.probability < 1 else ""
            self.screen.say(f"  {option.move:<{width}}  {option.value:>4.0%}{mixed}")
        if len(advice.principal_variation) > 1:
            write = self.match.game.notation.format_turn
            turns = [
                f"{self.name(seat)} {write([one.move for one in moves])}"
                for seat, moves in groupby(advice.principal_variation, key=lambda one: one.seat)
            ]
            self.screen.say(f"Expected: {'; '.join(turns)}")

    def show_again(self, _: str) -> bool:
        self.show()
        return False

    def list_turns(self, _: str) -> bool:
        turns = self.match.turns(self.viewer)
        for number, turn in enumerate(turns, 1):
            self.screen.say(f"{number:>4}  {self.name(turn.seat)}: {turn.text}")
        if not turns:
            self.screen.say("Nothing has been played.")
        return False

    def show_rules(self, rule: str) -> bool:
        book = self.match.game.rulebook
        if rule:
            show_rule(self.screen, book.find(rule))
        else:
            show_chapters(self.screen, book)
        return False

    def undo(self, _: str) -> bool:
        moves = self.match.history
        if self.match.outcome and not self.match.state.outcome:
            self.match.undo()
            return True
        own = [number for number, move in enumerate(moves) if move.seat in self.people]
        if not own:
            raise BadOption("There is nothing to take back.")
        if self.match.is_irrevocable(own[-1]):
            raise BadOption("What was chosen at the same time as somebody else's choice is final.")
        self.match.undo(len(moves) - own[-1])
        return True

    def redo(self, _: str) -> bool:
        if not self.step_forth():
            raise BadOption("There is nothing to make again.")
        while self.match.to_act and self.seat is None and self.step_forth():
            pass
        return True

    def step_forth(self) -> bool:
        try:
            self.match.redo()
        except BadOption:
            return False
        return True

    def agree_draw(self, _: str) -> bool:
        others = [seat for seat in range(self.match.state.seats) if seat != self.seat and not self.match.outcome]
        if others and has_secrets(self.match):
            self.screen.wipe()
        for seat in others:
            if seat in self.bots or not self.says_yes(f"{self.name(seat)}, do you agree to a draw? (yes or no) "):
                raise BadOption(f"{self.name(seat).capitalize()} does not agree to a draw.")
        self.match.agree_draw()
        return True

    def says_yes(self, question: str) -> bool:
        return self.screen.ask(question).lower() in {"y", "yes"}

    def resign(self, _: str) -> bool:
        self.match.resign(self.people[0] if self.seat is None else self.seat)
        return True

    def save(self, name: str) -> bool:
        if not name:
            raise BadOption("Say in which file: save FILE.")
        try:
            file = Path(name).expanduser()
        except RuntimeError:  # a ~name that nobody has
            file = Path(name)
        if file.suffix == JSONL_SUFFIX:
            raise BadOption(f"A game that goes on needs a file of its own, not one that ends in {JSONL_SUFFIX}.")
        if file.exists():
            raise BadOption(f"{file} is there already: choose another name.")
        self.match.save(file)
        self.file, self.kept = file, True
        self.screen.say(f"The game is kept in {file} from now on.")
        return False

    def leave(self, _: str) -> bool:
        raise Leave


def has_secrets(match: Match) -> bool:
    """Whether somebody at the table knows now what a spectator does not."""
    return any(match.view(seat) != match.view(None) for seat in range(match.state.seats))


def begins(move: str, text: str) -> bool:
    return move.casefold().startswith(text.casefold())


def meant(match: Match, seat: int, typed: str) -> str:
    """What is typed or, if that is no move but the beginning of one legal move, that move."""
    begun = [move for move in match.legal_moves(seat) if begins(move, typed)]
    if not begun or is_move(match, seat, typed):
        return typed
    if len(begun) > 1:
        more = f" and {len(begun) - MENTIONED} more" if len(begun) > MENTIONED else ""
        raise AmbiguousMove(
            f"{len(begun)} moves begin with {typed!r}: {', '.join(begun[:MENTIONED])}{more}.", move=typed
        )
    return begun[0]


def is_move(match: Match, seat: int, typed: str) -> bool:
    """Whether the text is a whole move, legal or not: then it is not taken for the beginning of another one."""
    try:
        match.game.notation.parse_move(match.state, seat, typed)
    except UnreadableMove:
        return False
    return True
