"""Helpers for tests: games with chosen hands and decks, moves as texts."""

from __future__ import annotations

from collections import Counter

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.errors import NodariumError
from nodarium.games.colonies.board import COPIES, HAND, KIND_NAMES, layout_spots
from nodarium.games.colonies.notation import format_move, parse_move
from nodarium.games.colonies.rules import State

GAME = find_game("colonies")
ORANGE, PURPLE, TEAL, ROSE = range(4)


def start(hands: str, deck: str = "", *, first: int = 0, layout: str = "grid", movement: str = "line") -> State:
    """Start a game with these hands, separated by slashes, and these cards on top of the deck.

    A hand of fewer than five cards is filled up with Nodes while any are left; the other cards lie below.
    """
    dealt = [hand.split() for hand in hands.split("/")]
    left = Counter(dict(zip(KIND_NAMES, COPIES, strict=True)))
    left["N"] -= len(layout_spots(layout))
    left.subtract([card for hand in dealt for card in hand] + deck.split())
    assert min(left.values()) >= 0, f"the deck has too few cards: {left}"
    rest = sorted(left.elements(), key=lambda card: (card != "N", card[1:], card))
    for hand in dealt:
        while len(hand) < HAND:
            hand.append(rest.pop(0))
    rest.sort(key=lambda card: (card == "N", card[1:], card))
    deal = {"players": len(dealt), "layout": layout, "first": first, "hands": dealt, "deck": deck.split() + rest}
    state = GAME.state_from_deal({"players": len(dealt), "layout": layout, "movement": movement}, deal)
    assert isinstance(state, State)
    return state


def play(state: State, moves: str) -> State:
    for text in moves.split():
        state.apply(parse_move(state, state.to_act[0], text))
    return state


def legal(state: State) -> set[str]:
    return {format_move(state, state.to_act[0], action) for action in state.legal_actions()}


def played(state: State, card: str) -> set[str]:
    """Return the spots where the player to act may play a card."""
    return {move.partition("@")[2] for move in legal(state) if move.startswith(f"{card}@")}


def goals(state: State, spot: str) -> set[str]:
    """Return the spots where the player to act may move from a spot."""
    return {move.partition(">")[2] for move in legal(state) if move.startswith(f"{spot}>")}


def refusal(state: State, move: str) -> NodariumError:
    """Return the error that refuses a move, and check that the position is unchanged."""
    before = state.view(None)
    with pytest.raises(NodariumError) as caught:
        play(state, move)
    assert state.view(None) == before
    return caught.value


def table(state: State) -> dict[str, str]:
    """Return the occupied Nodes: by spot, the Colonies from the lowest to the topmost."""
    return {
        node["spot"]: " ".join(f"{colony['card']}{'optr'[colony['seat']]}" for colony in node["colonies"])
        for node in state.view(None)["nodes"]
        if node["colonies"]
    }


def controlled(state: State) -> list[int]:
    return [seat["controls"] for seat in state.view(None)["seats"]]
