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

from nodarium.cli.command import check_writable
from nodarium.cli.games import show_chapters, show_rule
from nodarium.cli.terminal import Terminal
from nodarium.core.errors import AmbiguousMove, BadOption, NodariumError, UnreadableMove
from nodarium.lab.analysis import Recommendation, make_analysis_bot, recommend
from nodarium.record.files import JSONL_SUFFIX
from nodarium.record.match import Match
from nodarium.search.bots import Bot

MAX_LISTED_MOVES = 20  # in a sentence
HANDOVER = "Make sure nobody else is looking, then press Enter. "
HINT_BOT = "master:seconds=1"
MAX_HINTS = 5
MIN_TURN_SECONDS = 1.0  # so that a person can follow bots
ALIASES = {"?": "help", "q": "quit", "exit": "quit"}
NO_MOVES = "No moves have been played yet."


class Quit(Exception):
    """The user leaves the game."""


@dataclass(frozen=True)
class TerminalCommand:
    """Something to type other than a move. `run` returns whether the position has changed."""

    run: Callable[[str], bool]
    argument: str  # empty if it takes none
    help: str


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
            "help": TerminalCommand(self.help, "", "show this list; ? does the same"),
            "moves": TerminalCommand(self.list_moves, "[START]", "list the legal moves, or those that start like this"),
            "hint": TerminalCommand(self.hint, "", "ask a strong bot what it would play"),
            "board": TerminalCommand(self.show_board, "", "show the board again"),
            "history": TerminalCommand(self.list_turns, "", "list the turns so far"),
            "rules": TerminalCommand(self.show_rules, "[ID]", "show one rule, or list the chapters"),
            "undo": TerminalCommand(self.undo, "", "take back your last move and everything after it"),
            "redo": TerminalCommand(self.redo, "", "play the moves again that you took back"),
            "draw": TerminalCommand(self.agree_draw, "", "offer a draw"),
            "resign": TerminalCommand(self.resign, "", "give up the game"),
            "save": TerminalCommand(self.save, "FILE", "save the game in another file from now on"),
            "quit": TerminalCommand(self.quit, "", "leave; you can resume the game later"),
        }

    @property
    def seat(self) -> int | None:
        """The person to act, the first one if several may; None if the game is over."""
        return next((seat for seat in self.match.to_act if seat not in self.bots), None)

    @property
    def viewer(self) -> int | None:
        """The seat for which the board is drawn."""
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
        with self.terminal.progress(f"{self.name(seat)} is thinking"):
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
                self.terminal.print(f"{self.name(done.seat)}: {done.text}", f"text seat-{done.seat} strong")
            shown = len(turns)
            self.terminal.draw(match.canvas())

    def hand_over(self) -> None:
        """If the match has secrets, hide them before the next person looks at the terminal."""
        match, seat = self.match, self.seat
        if len(self.people) > 1 and seat is not None and seat != self.last_viewer and has_secrets(match):
            self.terminal.clear()
            while typed := self.terminal.ask(f"It's {self.name(seat)}'s turn. {HANDOVER}"):
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
        prompt = "game over" if seat is None else self.name(seat)
        moves = [] if seat is None else self.match.legal_moves(seat)
        return self.terminal.ask(f"{prompt}> ", [*moves, *self.commands])

    def _execute(self, typed: str) -> bool:
        first, _, rest = ALIASES.get(typed, typed).partition(" ")
        command = self.commands.get(first.lower())
        if command:
            if rest and not command.argument:
                raise BadOption(f"{first} takes no argument. Leave out {rest.strip()!r}.")
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
            self.terminal.print(f"Couldn't save the game to {self.file}. Try `save FILE`.", "text red")
            self.terminal.print_error(error)

    # ---- output ----

    def greet(self) -> None:
        match = self.match
        people = " and ".join(self.name(seat) for seat in self.people)
        bots = " and ".join(f"{match.players[seat].name} plays {self.name(seat)}" for seat in self.bots)
        if self.people:
            who = ", ".join(part for part in (f"you play {people}", bots) if part)
            self.terminal.print(f"{match.game.title}: {who}. Type a move, or ? for help.")
        else:
            self.terminal.print(f"{match.game.title}: {bots}.")
        width = max(map(len, str(match).splitlines()), default=0)
        if self.terminal.console.is_terminal and width > self.terminal.console.width:
            self.terminal.print(f"Make the terminal wider: the board needs {width} columns.", "text red")

    def show(self) -> None:
        """Show the board, and what the others have played since the viewer's last turn."""
        viewer = self.viewer
        known = self.match.turns(viewer)
        last = max((turn.number for turn in known if turn.seat == viewer), default=0)
        turns = [turn for turn in known if turn.seat != viewer and turn.number >= last]
        self.terminal.print()
        for turn in turns[-self.match.state.seats :]:
            self.terminal.print(f"{self.name(turn.seat)}: {turn.text}", "text strong")
        self.terminal.draw(self.match.canvas(viewer))

    def say_goodbye(self) -> None:
        if self.saved:
            over = self.match.outcome is not None
            self.terminal.print("The game is saved. Replay it with:" if over else "The game is saved. Resume it with:")
            script = os.path.relpath(Path(sys.executable).with_name("nodarium"))
            command = "nodarium" if which("nodarium") else shlex.quote(script)
            action = "show" if over else "play --resume"
            self.terminal.print_unwrapped(f"  {command} {action} {shlex.quote(str(self.file))}")

    def show_recommendation(self, recommendation: Recommendation) -> None:
        best = recommendation.candidates[:MAX_HINTS]
        width = max(len(candidate.move) for candidate in best)
        self.terminal.print("The bot's best moves, and your winning chances after them:")
        for candidate in best:
            probability = candidate.probability
            mixed = f"   play it {probability:.0%} of the time" if 0 < probability < 1 else ""
            self.terminal.print(f"  {candidate.move:<{width}}  {candidate.value:>4.0%}{mixed}")
        if len(recommendation.principal_variation) > 1:
            format_turn = self.match.game.notation.format_turn
            turns = [
                f"{self.name(seat)} {format_turn([expected.move for expected in moves])}"
                for seat, moves in groupby(recommendation.principal_variation, key=lambda expected: expected.seat)
            ]
            self.terminal.print(f"Expected: {'; '.join(turns)}")

    # ---- commands ----

    def help(self, _: str) -> bool:
        moves = self.match.legal_moves(self.seat)
        if moves:
            some = ", ".join(dict.fromkeys((moves[0], moves[len(moves) // 2], moves[-1])))
            self.terminal.print(f"Type a move ({some}), its first letters, all moves of a turn, or a command:")
        for name, command in self.commands.items():
            self.terminal.print(f"  {f'{name} {command.argument}':<18} {command.help}")
        return False

    def list_moves(self, start: str) -> bool:
        moves = [move for move in self.match.legal_moves(self.seat) if starts_with(move, start)]
        if moves:
            self.terminal.print_list(moves)
        else:
            self.terminal.print(
                f"No legal move starts with {start!r}." if start else "The game is over: no moves left."
            )
        return False

    def hint(self, _: str) -> bool:
        seat = self.seat
        if seat is None:
            raise BadOption("The game is over. Use undo to go back and ask for a hint there.")
        bot = make_analysis_bot(self.match.game, HINT_BOT)
        with self.terminal.progress("thinking"):
            recommendation = recommend(bot, self.match.decision_state(seat), seat)
        self.show_recommendation(recommendation)
        return False

    def show_board(self, _: str) -> bool:
        self.show()
        return False

    def list_turns(self, _: str) -> bool:
        turns = self.match.turns(self.viewer)
        for number, turn in enumerate(turns, 1):
            self.terminal.print(f"{number:>4}  {self.name(turn.seat)}: {turn.text}")
        if not turns:
            self.terminal.print(NO_MOVES)
        return False

    def show_rules(self, rule: str) -> bool:
        book = self.match.game.rulebook
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
            raise BadOption("You have no move to take back.")
        if self.match.undoes_simultaneous_choice(own[-1]):
            raise BadOption("You can't take back a move that was chosen at the same time as your opponent's.")
        self.match.undo(len(moves) - own[-1])
        return True

    def redo(self, _: str) -> bool:
        if not self._redo_one():
            raise BadOption("You have taken nothing back that could be played again.")
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
            if seat in self.bots or not self.ask_yes_no(f"{self.name(seat)}, do you agree to a draw? (yes or no) "):
                raise BadOption(f"{self.name(seat).capitalize()} doesn't agree to a draw. Play on, or resign.")
        self.match.agree_draw()
        return True

    def ask_yes_no(self, question: str) -> bool:
        return self.terminal.ask(question).lower() in {"y", "yes"}

    def resign(self, _: str) -> bool:
        self.match.resign(self.people[0] if self.seat is None else self.seat)
        return True

    def save(self, name: str) -> bool:
        if not name:
            raise BadOption("Name a file: save FILE.")
        try:
            file = Path(name).expanduser()
        except RuntimeError:  # ~name for an unknown user
            file = Path(name)
        check_new_file(file)
        self.match.save(file)
        self.file, self.saved = file, True
        self.terminal.print(f"The game is saved in {file} from now on.")
        return False

    def quit(self, _: str) -> bool:
        raise Quit


def check_new_file(file: Path) -> None:
    """Refuse a file that a game in progress can't be saved to."""
    if file.suffix == JSONL_SUFFIX:
        raise BadOption(f"A game in progress needs its own file. Choose a name that doesn't end in {JSONL_SUFFIX}.")
    if file.exists():
        raise BadOption(f"{file} already exists. Choose another name, or continue that game with --resume.")
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
        more = f" and {len(moves) - MAX_LISTED_MOVES} more" if len(moves) > MAX_LISTED_MOVES else ""
        listed = ", ".join(moves[:MAX_LISTED_MOVES])
        raise AmbiguousMove(f"{len(moves)} moves start with {typed!r}: {listed}{more}.", move=typed)
    return moves[0]


def is_move(match: Match, seat: int, typed: str) -> bool:
    """Whether the text is a whole move, legal or not, and so not just the start of another one."""
    try:
        match.game.notation.parse_move(match.state, seat, typed)
    except UnreadableMove:
        return False
    return True
