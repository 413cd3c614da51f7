"""Positions of Star Duel for tests, drawn as they lie on the table: Enate's side on top."""

from __future__ import annotations

from pathlib import Path

from nodarium.core.discovery import find_game
from nodarium.core.message import Message, say
from nodarium.games.starduel.notation import format_move, parse_move, parse_position, parse_turn
from nodarium.games.starduel.rules import State

GAME = find_game("starduel")
CARDS = Path(__file__).parent / "cards.toml"

START = """
              e1     e2     e3 /
          (t5)   (t6)   (t7)   (t8) /
      (u1)   (u2)    .     (u3)   (u4) /
          (t1)   (t2)   (t3)   (t4) /
              k1     k2     k3
"""

# Kurth's and Enate's nodes face each other across the middle.
CLASH = """
              e1     e2     e3 /
           .      .      .     t8 /
      (u1)    .    t3:Enate u3   (u4) /
          t1      .      .     t4 /
           k1:Kurth k2:Kurth k3
"""


def new(seed: int = 0, **options: object) -> State:
    state = GAME.new_state(options, seed)
    assert isinstance(state, State)
    return state


def position(
    cards: str = START,
    due: str = "program",
    *,
    kurth: str = "I0 E3 P0 M0",
    enate: str = "I0 E3 P0 M0",
    spares: str = "t9 t10 / u5 u6",
    rounds: str = "round 7 quiet 0 Enate",
    chart: str = "hexagon",
    card_set: str | Path = CARDS,
) -> State:
    known = new(cards=card_set).card_set.name
    return parse_position(" | ".join([cards, spares, kurth, enate, rounds, due, chart, known]))


def play(state: State, *turns: str) -> State:
    """Play moves of the seats to act: programs as `22 31` for Kurth and Enate, turns as `activate, end`."""
    for turn in turns:
        programs = turn.split()
        if len(state.to_act) == 2:
            for seat, program in enumerate(programs):
                state.apply(parse_move(state, seat, program), seat)
        else:
            for move in parse_turn(turn):
                state.apply(parse_move(state, state.to_act[0], move))
    return state


def moves(state: State, seat: int | None = None) -> list[str]:
    """Return the legal moves of a seat, by default of the one to act."""
    who = state.to_act[0] if seat is None else seat
    return [format_move(state, who, action) for action in state.legal_actions(who)]


def tracks(state: State, seat: int) -> str:
    return "I{} E{} P{} M{}".format(*state.tracks[seat])


def owner(state: State, space: str) -> int | None:
    """Return the owner of the node on a space, named by Kurth's coordinates."""
    found: int | None = state.view(None)["spaces"][space]["owner"]
    return found


def card(state: State, space: str) -> str | None:
    """Return the face-up card on a space, named by Kurth's coordinates."""
    found: str | None = state.view(None)["spaces"][space]["card"]
    return found


def face_down(state: State) -> list[str]:
    """Return Kurth's names of the spaces with a face-down card."""
    return [name for name, space in state.view(None)["spaces"].items() if space["face_down"]]


def open_place(space: str) -> Message:
    """What a player calls an open space."""
    return say("starduel-place-open", space=space)


def hidden_place(space: str) -> Message:
    """What a player calls the place of a face-down card."""
    return say("starduel-place-face-down", space=space)
