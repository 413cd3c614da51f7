"""`TerminalGame`: people and bots play one match at one terminal."""

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

from nodarium.cli.command import check_writable, metavar
from nodarium.cli.games import show_chapters, show_rule
from nodarium.cli.terminal import Terminal
from nodarium.core.errors import AmbiguousMove, BadOption, NodariumError, UnreadableMove
from nodarium.core.language import current_language
from nodarium.core.message import Message, say
from nodarium.lab.analysis import Recommendation, make_analysis_bot, recommend
from nodarium.lab.chart import percent
from nodarium.record.files import JSONL_SUFFIX
from nodarium.record.match import Match
from nodarium.search.bots import Bot

MAX_LISTED_MOVES = 20  # in a sentence
HINT_BOT = "master:seconds=1"
MAX_HINTS = 5
MIN_TURN_SECONDS = 1.0  # so that a person can follow bots
ALIASES = {"?": "help", "q": "quit", "exit": "quit"}
YES = {"y", "yes", "j", "ja"}


class Quit(Exception):
    """The user leaves the game."""


@dataclass(frozen=True)
class TerminalCommand:
    """Something to type other than a move. `run` returns whether the position has changed."""

    run: Callable[[str], bool]
    argument: str  # empty if it takes none
    help: Message


class TerminalGame:
    """Asks for moves, lets bots play, and saves the match after every step, so that it can always be resumed."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], terminal: Terminal, file: Path) -> None:
        self.match = match
        self.bots = bots
        self.terminal = terminal
        self.file = file
        self.people = [seat for seat in range(match.state.seats) if seat not in bots]
        self.last_viewer: int | None = None  # the seat that last looked at the terminal
        self.saved = file.is_file()
        self.commands = {
            "help": TerminalCommand(self.help, "", say("cli-command-help")),
            "moves": TerminalCommand(self.list_moves, f"[{metavar('START')}]", say("cli-command-moves")),
            "hint": TerminalCommand(self.hint, "", say("cli-command-hint")),
            "board": TerminalCommand(self.show_board, "", say("cli-command-board")),
            "history": TerminalCommand(self.list_turns, "", say("cli-command-history")),
            "rules": TerminalCommand(self.show_rules, "[ID]", say("cli-command-rules")),
            "undo": TerminalCommand(self.undo, "", say("cli-command-undo")),
            "redo": TerminalCommand(self.redo, "", say("cli-command-redo")),
            "draw": TerminalCommand(self.agree_draw, "", say("cli-command-draw")),
            "resign": TerminalCommand(self.resign, "", say("cli-command-resign")),
            "save": TerminalCommand(self.save, metavar("FILE"), say("cli-command-save")),
            "quit": TerminalCommand(self.quit, "", say("cli-command-quit")),
        }

    @property
    def seat(self) -> int | None:
        """The person to act, the first one if several may; None if the game is over."""
        return next((seat for seat in self.match.to_act if seat not in self.bots), None)

    @property
    def viewer(self) -> int | None:
        """The seat for which the board is drawn."""
        return self.people[0] if len(self.people) == 1 else self.seat

    def title(self, seat: int) -> Message:
        return self.match.game.seat_title(seat)

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
                self._read_commands()
        except (EOFError, KeyboardInterrupt):
            self.terminal.print()
        except Quit:
            pass
        self.say_goodbye()

    def let_bots_play(self) -> None:
        while any(seat in self.bots for seat in self.match.to_act):
            self.let_bot_play()

    def let_bot_play(self) -> None:
        """Let a bot choose one action. It doesn't see simultaneous choices that are still hidden."""
        seat = next(seat for seat in self.match.to_act if seat in self.bots)
        with self.terminal.progress(say("cli-bot-thinks", bot=self.title(seat))):
            action = self.bots[seat].choose(self.match.decision_state(seat), seat)
        self.match.play(action, seat)
        self._save()

    def watch(self) -> None:
        """Let bots play the whole match, and show every turn and the board after it."""
        match = self.match
        shown = len(match.turns())
        self.terminal.draw(match.canvas())
        while match.to_act:
            began, turn = perf_counter(), match.state.turn
            while match.to_act and match.state.turn == turn:
                self.let_bot_play()
            if self.terminal.console.is_terminal:
                sleep(max(began + MIN_TURN_SECONDS - perf_counter(), 0))
            self.terminal.print()
            turns = match.turns()
            for done in turns[shown:]:
                self.terminal.print(f"{self.title(done.seat)}: {done.text}", f"text seat-{done.seat} strong")
            shown = len(turns)
            self.terminal.draw(match.canvas())

    def hand_over(self) -> None:
        """If the match has secrets, hide them before the next person looks at the terminal."""
        match, seat = self.match, self.seat
        if len(self.people) > 1 and seat is not None and seat != self.last_viewer and has_secrets(match):
            self.terminal.clear()
            while typed := self.terminal.ask(say("cli-hand-over", seat=self.title(seat))):
                if ALIASES.get(typed, typed) == "quit":
                    raise Quit
        self.last_viewer = seat

    def _read_commands(self) -> None:
        """Execute commands and moves until the position changes."""
        while True:
            typed = self.ask()
            try:
                if self._execute(typed):
                    self._save()
                    return
            except (NodariumError, OSError) as error:
                self.terminal.print_error(error)

    def ask(self) -> str:
        seat = self.seat
        prompt = say("cli-prompt-game-over") if seat is None else self.title(seat)
        moves = [] if seat is None else self.match.legal_moves(seat)
        return self.terminal.ask(f"{prompt}>", [*moves, *self.commands])

    def _execute(self, typed: str) -> bool:
        first, _, rest = ALIASES.get(typed, typed).partition(" ")
        command = self.commands.get(first.lower())
        if command:
            if rest and not command.argument:
                raise BadOption(say("cli-command-takes-nothing", command=first, rest=rest.strip()))
            return command.run(rest.strip())
        if not typed:
            return self.show_board("") if self.match.to_act else self.quit("")
        seat = self.seat
        self.match.play_turn(typed if seat is None else complete_move(self.match, seat, typed), seat)
        return True

    def _save(self) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(self.file)
            self.saved = True
        except OSError as error:
            self.saved = False
            self.terminal.print(say("cli-not-saved", file=str(self.file)), "text red")
            self.terminal.print_error(error)

    # ---- output ----

    def greet(self) -> None:
        match = self.match
        game, seats = match.game.title, tuple([self.title(seat) for seat in self.people])
        bots = tuple([say("cli-bot-plays", bot=match.players[seat].name, seat=self.title(seat)) for seat in self.bots])
        if not seats:
            self.terminal.print(say("cli-greeting-bots", game=game, bots=bots))
        elif bots:
            self.terminal.print(say("cli-greeting-people-and-bots", game=game, seats=seats, bots=bots))
        else:
            self.terminal.print(say("cli-greeting-people", game=game, seats=seats))
        width = max(map(len, str(match).splitlines()), default=0)
        if self.terminal.console.is_terminal and width > self.terminal.console.width:
            self.terminal.print(say("cli-terminal-too-narrow", columns=width), "text red")

    def show(self) -> None:
        """Show the board, and what the others have played since the viewer's last turn."""
        viewer = self.viewer
        known = self.match.turns(viewer)
        last = max((turn.number for turn in known if turn.seat == viewer), default=0)
        turns = [turn for turn in known if turn.seat != viewer and turn.number >= last]
        self.terminal.print()
        for turn in turns[-self.match.state.seats :]:
            self.terminal.print(f"{self.title(turn.seat)}: {turn.text}", "text strong")
        self.terminal.draw(self.match.canvas(viewer))

    def say_goodbye(self) -> None:
        if self.saved:
            over = self.match.outcome is not None
            self.terminal.print(say("cli-saved-replay") if over else say("cli-saved-resume"))
            script = os.path.relpath(Path(sys.executable).with_name("nodarium"))
            command = "nodarium" if which("nodarium") else shlex.quote(script)
            action = "show" if over else "play --resume"
            self.terminal.print_unwrapped(f"  {command} {action} {shlex.quote(str(self.file))}")

    def show_recommendation(self, recommendation: Recommendation) -> None:
        best = recommendation.candidates[:MAX_HINTS]
        width = max(len(candidate.move) for candidate in best)
        self.terminal.print(say("cli-hints"))
        for candidate in best:
            line = f"  {candidate.move:<{width}}  {percent(candidate.value)!s:>5}"
            mixed = say("cli-hint-mixed", share=percent(candidate.probability))
            self.terminal.print(f"{line}   {mixed}" if 0 < candidate.probability < 1 else line)
        if len(recommendation.principal_variation) > 1:
            format_turn = self.match.game.notation.format_turn
            turns = [
                f"{self.title(seat)} {format_turn([expected.move for expected in moves])}"
                for seat, moves in groupby(recommendation.principal_variation, key=lambda expected: expected.seat)
            ]
            self.terminal.print(say("cli-hint-expected", turns="; ".join(turns)))

    # ---- commands ----

    def help(self, _: str) -> bool:
        moves = self.match.legal_moves(self.seat)
        if moves:
            some = ", ".join(dict.fromkeys((moves[0], moves[len(moves) // 2], moves[-1])))
            self.terminal.print(say("cli-what-to-type", moves=some))
        typed = {f"  {name} {command.argument}".rstrip(): command.help for name, command in self.commands.items()}
        column = max(map(len, typed)) + 2
        for words, text in typed.items():
            self.terminal.print_columns([self.terminal.text(words)], column, self.terminal.text(text))
        return False

    def list_moves(self, start: str) -> bool:
        moves = [move for move in self.match.legal_moves(self.seat) if starts_with(move, start)]
        if moves:
            self.terminal.print_list(moves)
        else:
            self.terminal.print(say("cli-no-such-moves", start=start) if start else say("cli-no-moves-left"))
        return False

    def hint(self, _: str) -> bool:
        seat = self.seat
        if seat is None:
            raise BadOption(say("cli-no-hint"))
        bot = make_analysis_bot(self.match.game, HINT_BOT)
        with self.terminal.progress(say("cli-thinking")):
            recommendation = recommend(bot, self.match.decision_state(seat), seat)
        self.show_recommendation(recommendation)
        return False

    def show_board(self, _: str) -> bool:
        self.show()
        return False

    def list_turns(self, _: str) -> bool:
        turns = self.match.turns(self.viewer)
        for number, turn in enumerate(turns, 1):
            shown = number if turn.round is None else turn.round
            self.terminal.print(f"{shown:>4}  {self.title(turn.seat)}: {turn.text}")
        if not turns:
            self.terminal.print(say("cli-no-moves-yet"))
        return False

    def show_rules(self, rule: str) -> bool:
        book = self.match.game.rulebook(current_language())
        if rule:
            show_rule(self.terminal, book.find(rule))
        else:
            show_chapters(self.terminal, book)
        return False

    def undo(self, _: str) -> bool:
        moves = self.match.history
        if self.match.outcome and not self.match.state.outcome:
            self.match.undo()
            return True
        own = [number for number, move in enumerate(moves) if move.seat in self.people]
        if not own:
            raise BadOption(say("cli-nothing-to-undo"))
        if self.match.undoes_simultaneous_choice(own[-1]):
            raise BadOption(say("cli-simultaneous-choice-stands"))
        self.match.undo(len(moves) - own[-1])
        return True

    def redo(self, _: str) -> bool:
        if not self._redo_one():
            raise BadOption(say("cli-nothing-to-redo"))
        while self.match.to_act and self.seat is None and self._redo_one():
            pass
        return True

    def _redo_one(self) -> bool:
        try:
            self.match.redo()
        except BadOption:
            return False
        return True

    def agree_draw(self, _: str) -> bool:
        others = [seat for seat in range(self.match.state.seats) if seat != self.seat and not self.match.outcome]
        if others and has_secrets(self.match):
            self.terminal.clear()
        for seat in others:
            if seat in self.bots or not self.ask_yes_no(say("cli-draw-question", seat=self.title(seat))):
                raise BadOption(say("cli-draw-refused", seat=self.title(seat)))
        self.match.agree_draw()
        return True

    def ask_yes_no(self, question: Message) -> bool:
        return self.terminal.ask(question).lower() in YES

    def resign(self, _: str) -> bool:
        self.match.resign(self.people[0] if self.seat is None else self.seat)
        return True

    def save(self, name: str) -> bool:
        if not name:
            raise BadOption(say("cli-name-a-file"))
        try:
            file = Path(name).expanduser()
        except RuntimeError:  # ~name for an unknown user
            file = Path(name)
        check_new_file(file)
        self.match.save(file)
        self.file, self.saved = file, True
        self.terminal.print(say("cli-saved-in", file=str(file)))
        return False

    def quit(self, _: str) -> bool:
        raise Quit


def check_new_file(file: Path) -> None:
    """Refuse a file that a game in progress can't be saved to."""
    if file.suffix == JSONL_SUFFIX:
        raise BadOption(say("cli-needs-own-file", suffix=JSONL_SUFFIX))
    if file.exists():
        raise BadOption(say("cli-saved-game-exists", file=str(file)))
    check_writable(str(file))


def has_secrets(match: Match) -> bool:
    """Whether a seat knows something now that a spectator may not know."""
    return any(match.view(seat) != match.view(None) for seat in range(match.state.seats))


def starts_with(move: str, text: str) -> bool:
    return move.casefold().startswith(text.casefold())


def complete_move(match: Match, seat: int, typed: str) -> str:
    """Return the only legal move that starts with the text, or the text itself if it is a move or starts none."""
    moves = [move for move in match.legal_moves(seat) if starts_with(move, typed)]
    if not moves or is_move(match, seat, typed):
        return typed
    if len(moves) > 1:
        listed, more = ", ".join(moves[:MAX_LISTED_MOVES]), max(len(moves) - MAX_LISTED_MOVES, 0)
        raise AmbiguousMove(
            say("cli-ambiguous-move", count=len(moves), start=typed, moves=listed, more=more), move=typed
        )
    return moves[0]


def is_move(match: Match, seat: int, typed: str) -> bool:
    """Whether the text is a whole move, legal or not, and so not just the start of another one."""
    try:
        match.game.notation.parse_move(match.state, seat, typed)
    except UnreadableMove:
        return False
    return True
