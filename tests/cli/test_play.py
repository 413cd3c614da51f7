"""`nodarium play`: whole games, moves, commands, and saving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import nodarium
from nodarium import Match, UnreadableMove, find_game, game_ids, load
from nodarium.cli.command import flag
from nodarium.cli.terminal import Terminal
from nodarium.cli.terminal_game import TerminalCommand, TerminalGame, has_secrets
from nodarium.record.history import RESIGNATION
from tests.cli.command import Command, Person
from tests.record.play import played, position

# Games that start without secrets; `test_hidden.py` plays the others, where the terminal is cleared between turns.
GAMES = [game_id for game_id in game_ids() if not has_secrets(nodarium.new(game_id, seed=0))]
games = pytest.mark.parametrize("game_id", GAMES)
one_at_a_time = pytest.mark.parametrize("game_id", [one for one in GAMES if len(nodarium.new(one).to_act) == 1])


class Typist(Person):
    """Loads the saved game and chooses the next line from it; None ends the input."""

    def __init__(self, file: Path, begin: Callable[[], Match], choose: Callable[[Match], str | None]) -> None:
        super().__init__()
        self.file = file
        self.begin = begin
        self.choose = choose
        self.lines: list[str] = []

    def type_line(self) -> str:
        line = self.choose(load(self.file) if self.file.exists() else self.begin())
        if line is None:
            return ""
        self.lines.append(line)
        return line + "\n"


def any_move(dice: Random) -> Callable[[Match], str | None]:
    return lambda match: dice.choice(match.legal_moves(match.to_act[0])) if match.to_act else None


def saved_game() -> Path:
    (file,) = Path("state/nodarium").iterdir()
    return file


def board(match: Match) -> str:
    """Return the board as the first seat sees it."""
    return str(match.game.renderer.canvas(match.state, 0))


def texts(match: Match) -> list[str]:
    return [move.move for move in match.history]


# ---- whole games ----


@games
def test_a_whole_game_against_random(nodarium_command: Command, game_id: str) -> None:
    file = Path("new.json")
    typist = Typist(file, lambda: nodarium.new(game_id, seed=5), any_move(Random(5)))
    play = "play", game_id, "--bot", "random", "--seed", "5", "--save", "new.json"
    said = nodarium_command.right(*play, typed=typist)
    match = load(file)
    assert match.outcome
    assert [player.kind for player in match.players] == ["person", *["bot"] * (match.state.seats - 1)]
    assert [move.move for move in match.history if move.seat == 0] == typist.lines
    assert board(match) in said
    assert said.endswith("nodarium show new.json\n")


@games
def test_a_whole_game_between_people(nodarium_command: Command, game_id: str) -> None:
    file = Path("new.json")
    typist = Typist(file, lambda: nodarium.new(game_id, seed=6), any_move(Random(6)))
    nodarium_command.right("play", game_id, "--hotseat", "--seed", "6", "--save", "new.json", typed=typist)
    match = load(file)
    assert match.outcome
    assert {player.kind for player in match.players} == {"person"}
    assert texts(match) == typist.lines


@games
def test_the_person_can_take_another_seat(nodarium_command: Command, game_id: str) -> None:
    for seat in ("1", find_game(game_id).seat_names[1]):
        said = nodarium_command.right("play", game_id, "--bot", "random", "--seat", seat)
        assert f"you play {find_game(game_id).seat_title(1)}, random plays" in said
        match = load(saved_game())
        assert match.to_act == (1,)
        assert match.players[1].kind == "person"
        saved_game().unlink()


@games
def test_options_are_part_of_the_game(nodarium_command: Command, game_id: str) -> None:
    for option in find_game(game_id).options[:1]:
        choice = next(choice for choice in option.choices if choice != option.default)
        nodarium_command.right("play", game_id, "--bot", "random", "--seat", "1", f"{flag(option.name)}={choice}")
        assert load(saved_game()).options[option.name] == choice


@games
@pytest.mark.parametrize("bot", ["random", "plain:playouts=5"])
def test_the_seed_also_determines_the_bot(nodarium_command: Command, game_id: str, bot: str) -> None:
    records = []
    for _ in range(2):
        nodarium_command.right("play", game_id, "--bot", bot, "--seat", "1", "--seed", "9")
        records.append(texts(load(saved_game())))
        saved_game().unlink()
    assert records[0] == records[1] != []


@games
def test_moves_of_opponents_are_shown(nodarium_command: Command, game_id: str) -> None:
    dice = Random(9)

    def choose(match: Match) -> str | None:
        return dice.choice(match.legal_moves(1)) if len(typist.lines) < 3 else None

    typist = Typist(Path("new.json"), lambda: nodarium.new(game_id, seed=9), choose)
    play = "play", game_id, "--bot", "random", "--seat", "1", "--seed", "9", "--save", "new.json"
    said = nodarium_command.right(*play, typed=typist)
    turns = [turn.text for turn in load("new.json").turns() if turn.seat == 0]
    assert turns
    for text in turns:
        assert f"\n{find_game(game_id).seat_title(0)}: {text}\n" in said


# ---- moves ----


def resumed(command: Command, match: Match, typed: str) -> tuple[str, Match]:
    """Resume a match with this input, and return the output and the match afterwards."""
    match.save("game.json")
    return command.right("play", "--resume", "game.json", typed=typed), load("game.json")


def is_move(match: Match, text: str) -> bool:
    try:
        match.game.notation.parse_move(match.state, match.to_act[0], text)
    except UnreadableMove:
        return False
    return True


def move_starts(match: Match) -> Iterator[tuple[str, list[str]]]:
    """Yield texts that aren't moves, each with the legal moves that start with it."""
    moves = match.legal_moves(match.to_act[0])
    for text in sorted({move[:size] for move in moves for size in range(1, len(move))}):
        if not is_move(match, text):
            yield text, [move for move in moves if move.lower().startswith(text.lower())]


def find_move_start(game_id: str, fits: Callable[[int], bool]) -> tuple[Match, str, list[str]]:
    """Find a position and a text such that the number of moves that start with it fits."""
    for seed in range(20):
        for match in played(game_id, seed).replay():
            if len(match.to_act) == 1:
                for text, moves in move_starts(match):
                    if fits(len(moves)):
                        return match, text, moves
    raise AssertionError("no such text")


@games
def test_the_start_of_a_single_legal_move_is_enough(nodarium_command: Command, game_id: str) -> None:
    match, text, (move,) = find_move_start(game_id, lambda number: number == 1)
    for typed in (text, text.upper(), text.lower()):
        _, after = resumed(nodarium_command, match, typed)
        assert texts(after) == [*texts(match), move]


@games
def test_the_start_of_several_moves_lists_them(nodarium_command: Command, game_id: str) -> None:
    match, text, moves = find_move_start(game_id, lambda number: 1 < number < 12)
    said, after = resumed(nodarium_command, match, text)
    assert f"{len(moves)} moves start with “{text}”: {', '.join(moves)}." in " ".join(said.split())
    assert texts(after) == texts(match)


@games
def test_an_illegal_move_is_not_taken_for_the_start_of_another(nodarium_command: Command, game_id: str) -> None:
    for seed in range(20):
        for match in played(game_id, seed).replay():
            moves = match.legal_moves(match.to_act[0]) if match.to_act else []
            shorter = {move[:size] for move in moves for size in range(1, len(move))} - set(moves)
            whole = next((text for text in sorted(shorter) if is_move(match, text)), None)
            if whole:
                said, after = resumed(nodarium_command, match, whole)
                assert f"> {whole}\n{whole}: " in said
                assert texts(after) == texts(match)
                return
    # In some games no move is the start of another.


@games
def test_a_whole_turn_can_be_typed_at_once(nodarium_command: Command, game_id: str) -> None:
    matches = [played(game_id, seed) for seed in range(20)]
    whole = next((match for match in matches if len(match.turns()) < len(match.history)), matches[0])
    turns = whole.turns()
    at = max(range(len(turns)), key=lambda at: len(match_moves(whole, turns[at].text)))
    before = sum(len(match_moves(whole, turn.text)) for turn in turns[:at])
    whole.undo(len(whole.history) - before)
    _, after = resumed(nodarium_command, whole, turns[at].text)
    assert texts(after) == texts(whole) + match_moves(whole, turns[at].text)


@games
def test_a_turn_with_a_mistake_changes_nothing(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 3, steps=6)
    move = match.legal_moves(match.to_act[0])[0]
    said, after = resumed(nodarium_command, match, f"{move} nonsense")
    assert "nonsense" in said.partition(f"> {move} nonsense\n")[2]
    assert texts(after) == texts(match)


def match_moves(match: Match, turn: str) -> list[str]:
    return match.game.notation.parse_turn(turn)


@games
def test_unreadable_and_illegal_moves_are_refused_and_the_game_continues(
    nodarium_command: Command, game_id: str
) -> None:
    match = played(game_id, 1, steps=6)
    move = match.legal_moves(match.to_act[0])[0]
    made = match.history[0].move
    said, after = resumed(nodarium_command, match, f"xyzzy\n{made}\n{move}\n")
    assert "“xyzzy”" in said.partition("> xyzzy\n")[2].partition("> ")[0]
    assert f"> {made}\n{made}: " in said
    assert texts(after) == [*texts(match), move]


# ---- commands ----


def commands_of(game_id: str) -> dict[str, TerminalCommand]:
    return TerminalGame(nodarium.new(game_id), {}, Terminal(), Path()).commands


@games
def test_help_lists_every_command(nodarium_command: Command, game_id: str) -> None:
    play = ("play", game_id, "--hotseat", "--seed", "1")
    short, long = (nodarium_command.right(*play, typed=typed) for typed in ("?", "HELP"))
    assert short.replace("> ?", "> HELP") == long
    for name, command in commands_of(game_id).items():
        assert f"  {name}" in short
        assert str(command.help) in short


@games
def test_no_move_has_the_name_of_a_command(game_id: str) -> None:
    names = {*commands_of(game_id), "?", ""}
    for seed in range(3):
        for match in played(game_id, seed).replay():
            for seat in match.to_act:
                assert not names & {move.split(" ")[0].lower() for move in match.legal_moves(seat)}


@games
def test_moves_lists_the_legal_moves(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    said, _ = resumed(nodarium_command, match, "moves")
    moves = match.legal_moves(match.to_act[0])
    assert said.partition("> moves\n")[2].partition("\n\n")[0].split()[: len(moves)] == moves
    some, _ = resumed(nodarium_command, match, f"moves {moves[0]}")
    assert some.partition(f"> moves {moves[0]}\n")[2].split()[0] == moves[0]
    none, _ = resumed(nodarium_command, match, "moves xyzzy")
    assert "No legal move starts with “xyzzy”." in none


@one_at_a_time
def test_undo_takes_back_your_move_and_the_replies(nodarium_command: Command, game_id: str) -> None:
    file = Path("new.json")

    def choose(match: Match) -> str | None:
        if "undo" in typist.lines:
            return None
        own = [move for move in match.history if move.seat == 0]
        return "undo" if len(own) == 2 else match.legal_moves(0)[0]

    typist = Typist(file, lambda: nodarium.new(game_id, seed=5), choose)
    nodarium_command.right("play", game_id, "--bot", "random", "--seed", "5", "--save", "new.json", typed=typist)
    after = load(file)
    assert [move.seat for move in after.history].count(0) == 1
    assert after.to_act == (0,)
    again = nodarium.new(game_id, deal=after.deal, **after.options)
    for move in after.history:
        again.play(move.move, move.seat)
    assert position(again) == position(after)


@games
def test_redo_plays_your_move_and_the_replies_again(nodarium_command: Command, game_id: str) -> None:
    first = nodarium.new(game_id, seed=5).legal_moves(0)[0]
    play = "play", game_id, "--bot", "random", "--seed", "5", "--save"
    nodarium_command.right(*play, "one.json", typed=first)
    nodarium_command.right(*play, "two.json", typed=f"{first}\nundo\nredo\n")
    assert texts(load("two.json")) == texts(load("one.json")) != []


@games
def test_undo_and_redo_with_nothing_to_undo_or_redo(nodarium_command: Command, game_id: str) -> None:
    said = nodarium_command.right("play", game_id, "--hotseat", typed="undo\nredo\n")
    assert "no move to take back" in said
    assert "You have no move to redo" in said
    assert not Path("state").exists()


@games
def test_in_a_hotseat_game_undo_takes_back_one_move(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    _, after = resumed(nodarium_command, match, "undo\nundo\n")
    assert texts(after) == texts(match)[:-2]


@games
def test_resigning_ends_the_game_and_can_be_taken_back(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    said, after = resumed(nodarium_command, match, "resign\nundo\n")
    assert str(RESIGNATION) in said
    assert after.outcome is None
    assert texts(after) == texts(match)
    _, after = resumed(nodarium_command, match, "resign\n")
    assert after.outcome
    assert match.to_act[0] not in after.outcome.winners
    said, _ = resumed(nodarium_command, after, f"{texts(match)[0]}\nresign\ndraw\n")
    assert said.count("The game is over: resignation.") == 3


@games
def test_a_draw_needs_all_players(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    assert len(match.players) == 2
    said, after = resumed(nodarium_command, match, "draw\nno\n")
    assert "doesn’t agree to a draw" in said
    assert after.outcome is None
    _, after = resumed(nodarium_command, match, "draw\nyes\n")
    assert after.outcome
    assert after.outcome.winners == ()
    assert "doesn’t agree" in nodarium_command.right("play", game_id, "--save", "new.json", typed="draw")


@games
def test_the_history_lists_turns(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    said, _ = resumed(nodarium_command, match, "history")
    lines = [line.split(None, 1) for line in said.partition("> history\n")[2].splitlines()]
    for number, turn in enumerate(match.turns(), 1):
        counted = number if turn.round is None else turn.round
        assert lines[number - 1] == [str(counted), f"{match.game.seat_title(turn.seat)}: {turn.text}"]
    assert "No moves have been played yet." in nodarium_command.right("play", game_id, typed="history")


@games
def test_rules_can_be_read_during_a_game(nodarium_command: Command, game_id: str) -> None:
    book = find_game(game_id).rulebook()
    last = list(book.rules)[-1]
    said = nodarium_command.right("play", game_id, typed=f"rules\nrules {last.lower()}\nrules 999\n")
    for rule in book.rules.values():
        assert rule.chapter in said
    assert nodarium_command.right("rules", game_id, last) in said
    assert "Unknown rule 999" in said


@games
def test_an_empty_line_shows_the_board_again(nodarium_command: Command, game_id: str) -> None:
    said = nodarium_command.right("play", game_id, "--hotseat", "--seed", "1", typed="\nboard\n")
    assert said.count(board(nodarium.new(game_id, seed=1))) == 3


@games
def test_commands_refuse_arguments_they_do_not_take(nodarium_command: Command, game_id: str) -> None:
    said = nodarium_command.right("play", game_id, typed="quit now\nundo 3\n")
    assert "quit takes no argument. Leave out “now”." in said
    assert "undo takes no argument. Leave out “3”." in said


# ---- saving ----


@games
@pytest.mark.parametrize("end", ["", "quit\n", "QUIT\n"])
def test_leaving_prints_the_command_that_resumes(nodarium_command: Command, game_id: str, end: str) -> None:
    first = nodarium.new(game_id, seed=5).legal_moves(0)[0]
    said = nodarium_command.right("play", game_id, "--bot", "random", "--seed", "5", typed=f"{first}\n{end}")
    file = saved_game()
    assert said.endswith(f"nodarium play --resume {file.absolute()}\n")
    before = load(file)
    said = nodarium_command.right("play", "--resume", str(file))
    assert said.endswith(f"nodarium play --resume {file}\n")
    assert str(before.game.renderer.canvas(before.state, 0)) in said
    assert texts(load(file)) == texts(before)
    assert load(file).players == before.players


@games
def test_a_resumed_game_is_saved_in_its_file(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    move = match.legal_moves(match.to_act[0])[0]
    said, after = resumed(nodarium_command, match, move)
    assert texts(after) == [*texts(match), move]
    assert "nodarium play --resume game.json" in said
    assert not Path("state").exists()


@games
def test_a_game_without_moves_is_not_saved(nodarium_command: Command, game_id: str) -> None:
    said = nodarium_command.right("play", game_id, "--hotseat", "--save", "new.json")
    assert "saved" not in said
    assert not Path("new.json").exists()
    assert not Path("state").exists()


@games
def test_save_changes_the_file(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 2, steps=8)
    move = match.legal_moves(match.to_act[0])[0]
    said, before = resumed(nodarium_command, match, f"save my game.json\n{move}\n")
    assert texts(before) == texts(match)
    assert texts(load("my game.json")) == [*texts(match), move]
    assert "nodarium play --resume 'my game.json'" in said


def test_no_file_is_overwritten(nodarium_command: Command) -> None:
    Path("mine.txt").write_text("dear diary")
    said = nodarium_command.right("play", GAMES[0], typed="save mine.txt\nsave\nsave x.jsonl\nsave nowhere/x.json\n")
    assert "mine.txt already exists" in said
    assert "Name a file" in said
    assert "needs its own file" in said
    assert "The directory nowhere doesn’t exist" in said
    assert "already exists" in nodarium_command.wrong("play", GAMES[0], "--save", "mine.txt")
    assert "needs its own file" in nodarium_command.wrong("play", GAMES[0], "--save", "x.jsonl")
    assert "The directory nowhere doesn’t exist" in nodarium_command.wrong("play", GAMES[0], "--save", "nowhere/x.json")
    assert Path("mine.txt").read_text() == "dear diary"


def test_a_game_that_cannot_be_saved_continues_with_a_warning(nodarium_command: Command) -> None:
    Path("state").write_text("no folder")
    moves = nodarium.new(GAMES[0], seed=5).legal_moves(0)
    said = nodarium_command.right("play", GAMES[0], "--hotseat", "--seed", "5", typed=f"{moves[0]}\nsave here.json\n")
    assert "Couldn’t save the game" in said
    assert texts(load("here.json")) == [moves[0]]


# ---- refusals ----


def test_without_a_terminal_the_game_must_be_named(nodarium_command: Command) -> None:
    assert f"nodarium play {game_ids()[0]}" in nodarium_command.wrong("play")


@games
def test_bad_arguments_are_refused(nodarium_command: Command, game_id: str) -> None:
    play = "play", game_id
    assert "option" in nodarium_command.wrong(*play, "--colour=red")
    for option in find_game(game_id).options:
        assert option.name in nodarium_command.wrong(*play, f"{flag(option.name)}=nonsense")
    assert "Unknown seat “9”" in nodarium_command.wrong(*play, "--seat", "9")
    assert "--seat needs one person against bots" in nodarium_command.wrong(*play, "--hotseat", "--seat", "1")
    assert "seed" in nodarium_command.wrong(*play, "--seed", str(2**256))
    assert "“lucky” isn’t a whole number" in nodarium_command.wrong(*play, "--seed", "lucky")
    nodarium_command.wrong(*play, "--hotseat", "--bot", "random")
    nodarium_command.wrong(*play, "more")


def test_a_resumed_game_refuses_options_that_would_change_it(nodarium_command: Command) -> None:
    played(GAMES[0], steps=4).save("game.json")
    play = "play", "--resume", "game.json"
    for words in (
        ["--hotseat"],
        ["--bot", "random"],
        ["--bots", "random", "random"],
        ["--seat", "1"],
        ["--seed", "0"],
        ["--save", "x.json"],
    ):
        assert words[0] in nodarium_command.wrong(*play, *words)
    option = find_game(GAMES[0]).options[0]
    assert option.name in nodarium_command.wrong(*play, GAMES[0], f"{flag(option.name)}={option.default}")
    nodarium_command.right(*play, GAMES[0])
    assert f"a game of {GAMES[0]}, not of {GAMES[1]}" in nodarium_command.wrong(*play, GAMES[1])
