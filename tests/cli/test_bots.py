"""`nodarium play` with bots: opponents, games between bots, and hints."""

from __future__ import annotations

from pathlib import Path

import pytest

import nodarium
from nodarium import Match, Player, find_game, game_ids, load
from nodarium.cli.terminal_game import HINT_BOT
from nodarium.lab.analysis import make_analysis_bot, recommend
from nodarium.search.bots import LEVELS
from tests.cli.command import Command
from tests.play import CASES, PLAIN, Case
from tests.record.play import played

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)
QUICK = "plain:playouts=5"


# ---- opponents ----


@pytest.mark.parametrize("game_id", [one for one in GAMES if len(nodarium.new(one).to_act) == 1])
@pytest.mark.parametrize("bot", [*LEVELS, "random", "plain", "expert:seconds=0.5,threads=2"])
def test_the_bot_is_shown(nodarium_command: Command, game_id: str, bot: str) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]  # so that the bot doesn't move first
    play = "play", game_id, "--bot", bot, "--seat", str(seat), "--seed", "1", "--save", "new.json"
    said = nodarium_command.right(*play, typed="moves")
    assert f"{bot} plays {match.game.seat_title(1 - seat)}" in said
    assert match.legal_moves(seat)[0] in said


@games
def test_a_bot_answers(nodarium_command: Command, game_id: str) -> None:
    first = nodarium.new(game_id, seed=1).to_act[0]
    play = "play", game_id, "--bot", QUICK, "--seat", str(1 - first), "--seed", "1", "--save", "new.json"
    nodarium_command.right(*play)
    match = load("new.json")
    assert match.players[first] == Player(name=QUICK, kind="bot")
    assert match.to_act == (1 - first,)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("deep", "Unknown bot “deep”. Available: random, plain, novice, casual, club, expert, master."),
        ("master:depth=3", "Unknown search setting “depth”"),
        ("master:seconds=soon", "seconds must be a number"),
        ("random:seconds=1", "no settings"),
        ("", "Unknown bot “”"),
    ],
)
def test_a_bad_bot_is_refused(nodarium_command: Command, bot: str, message: str) -> None:
    assert message in nodarium_command.wrong("play", GAMES[0], f"--bot={bot}")
    assert message in nodarium_command.wrong("play", GAMES[0], "--bots", "random", bot)
    match = nodarium.new(GAMES[0], player_names=["me", Player(name=bot, kind="bot")])
    match.save("game.json")
    assert message in nodarium_command.wrong("play", "--resume", "game.json")


@games
def test_a_resumed_game_keeps_its_bot(nodarium_command: Command, game_id: str) -> None:
    for bot in ("random", QUICK):
        match = nodarium.new(game_id, seed=1)
        seat = match.to_act[0]
        players = [Player(name=bot, kind="bot")] * 2
        players[seat] = Player(name="me", kind="person")
        match = nodarium.new(game_id, seed=1, player_names=players)
        while seat in match.to_act:
            match.play(match.legal_actions(seat)[0], seat)
        match.save("game.json")
        said = nodarium_command.right("play", "--resume", "game.json")
        assert f"{bot} plays {match.game.seat_title(1 - seat)}" in said
        assert [move.seat for move in load("game.json").history[len(match.history) :]].count(1 - seat) >= 1


# ---- games between bots ----


@games
def test_a_game_between_bots_is_shown_and_saved(nodarium_command: Command, game_id: str) -> None:
    said = nodarium_command.right("play", game_id, "--bots", "random", "random", "--seed", "4", "--save", "new.json")
    match = load("new.json")
    assert match.outcome
    assert {player.kind for player in match.players} == {"bot"}
    names = [str(match.game.seat_title(seat)) for seat in (0, 1)]
    assert said.startswith(f"{match.game.title}: random plays {names[0]} and random plays {names[1]}.\n")
    at = 0
    for turn in match.turns():
        at = said.index(f"\n{names[turn.seat]}: {turn.text}\n", at)
    assert str(match) in said[at:]
    assert said.endswith("nodarium show new.json\n")


@games
def test_a_game_between_bots_can_be_resumed(nodarium_command: Command, game_id: str) -> None:
    match = nodarium.new(game_id, seed=4, player_names=[Player(name="random", kind="bot")] * 2)
    for _ in range(3):
        match.play(match.legal_actions(match.to_act[0])[0], match.to_act[0])
    match.save("game.json")
    nodarium_command.right("play", "--resume", "game.json")
    after = load("game.json")
    assert after.outcome
    assert after.history[:3] == match.history


@games
def test_every_seat_needs_a_bot(nodarium_command: Command, game_id: str) -> None:
    for bots in (["random"], ["random"] * 3):
        said = nodarium_command.wrong("play", game_id, "--bots", *bots)
        assert f"Name 2 bots, not {len(bots)}." in said
    assert "--seat needs one person" in nodarium_command.wrong(
        "play", game_id, "--seat", "1", "--bots", "random", "random"
    )


# ---- hints ----


def hinted(said: str) -> list[str]:
    """Return the lines of a hint without their percentages."""
    lines = said.partition("winning chances after them:\n")[2].splitlines()
    return [line.strip().rpartition("%")[0] for line in lines if line.startswith("  ")]


@games
def test_a_hint_shows_legal_moves_with_their_chances(
    nodarium_command: Command, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nodarium.cli.terminal_game.HINT_BOT", "plain:playouts=40")
    match = played(game_id, 2, steps=4)
    match.save("game.json")
    said = nodarium_command.right("play", "--resume", "game.json", typed="hint\nquit\n")
    assert load("game.json").history == match.history
    lines = hinted(said.partition("> quit")[0])
    assert 1 <= len(lines) <= 5
    for line in lines:
        assert any(line.startswith(f"{move} ") for move in match.legal_moves(match.to_act[0]))


def test_a_finished_game_has_no_hint(nodarium_command: Command) -> None:
    played(GAMES[0]).save("game.json")
    assert "The game is over. Use undo" in nodarium_command.right("play", "--resume", "game.json", typed="hint")


@games
def test_the_hint_bot_searches(game_id: str) -> None:
    assert make_analysis_bot(find_game(game_id), HINT_BOT).settings.seconds == 1


@pytest.mark.parametrize("case", [case for case in CASES if case.game.imperfect_information], ids=str)
@pytest.mark.parametrize("share", [0, 30, 60])
def test_a_hint_does_not_depend_on_hidden_information(case: Case, share: int) -> None:
    state = case.position(3, share)
    for seat in state.to_act:
        other = state.copy()
        other.determinize(seat, 99)
        one, two = (
            recommend(make_analysis_bot(case.game, f"club:playouts={6 if PLAIN else 60}", 5), secret, seat)
            for secret in (state, other)
        )
        assert one == two
        assert one.candidates


def test_a_hint_does_not_know_the_hidden_choice_of_the_opponent(
    nodarium_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nodarium.cli.terminal_game.HINT_BOT", "plain:playouts=40")
    monkeypatch.setattr("nodarium.search.bots.secrets.randbits", lambda _: 7)
    for game_id in GAMES:
        match = nodarium.new(game_id, seed=1)
        if len(match.to_act) > 1:
            assert len({hint_after(nodarium_command, match, move) for move in match.legal_moves(1)[:2]}) == 1


def hint_after(command: Command, match: Match, move: str) -> str:
    """Return the first seat's hint after the second seat has chosen a move."""
    ahead = match.copy()
    ahead.play(move, 1)
    file = Path("ahead.json")
    ahead.save(file)
    return command.right("play", "--resume", str(file), typed="hint\n").partition("winning chances")[2]
