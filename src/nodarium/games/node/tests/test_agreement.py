"""The engine agrees with the slow reference: games move by move, captures and networks on many positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest

from nodarium.games.node.board import PLACE_NAMES, SQUARE_NAMES, SUPPLIES, VARIANTS
from nodarium.games.node.notation import format_deal, format_move, parse_position
from nodarium.games.node.rules import State
from nodarium.games.node.tests import reference
from nodarium.games.node.tests.reference import OTHER, PLAYERS, Pieces, Reference
from nodarium.games.node.tests.table import EXAMPLE, GAME, captured, cubes, scores

KINDS = list(product(VARIANTS, SUPPLIES))
ENDS = {edge: reference.ends(edge) for edge in reference.EDGES}


def deal(variant: str, supply: str, seed: int) -> State:
    state = GAME.new_state({"variant": variant, "supply": supply}, seed)
    assert isinstance(state, State)
    return state


def names(state: State, seat: int) -> set[str]:
    """Return the names of a seat's pieces."""
    return {name for place, name in enumerate(PLACE_NAMES) if state.pieces[seat] >> place & 1}


def of(player: str, pieces: Pieces) -> set[str]:
    return {place for place, owner in pieces.items() if owner == player}


def kind(move: str) -> int:
    """Return whether a move is an end, a trade, a node or a branch, as a number."""
    return 0 if move == "end" else 1 if ">" in move else 2 if len(move) < 4 else 3


def compare(state: State, slow: Reference) -> None:
    for seat, player in enumerate(PLAYERS):
        assert names(state, seat) == of(player, slow.nodes) | of(player, slow.branches)
        assert set(captured(state, seat).split()) == of(player, slow.captors)
        assert cubes(state, seat) == "".join(slow.cubes[player].elements())
        assert scores(state)[seat] == slow.score(player)
        assert max(state.length[seat]) == reference.largest(slow.branches, player)
    outcome = state.outcome
    assert (outcome and (tuple(PLAYERS[seat] for seat in outcome.winners), outcome.rule)) == slow.outcome
    assert [PLAYERS[seat] for seat in state.to_act] == ([] if outcome else [slow.player])


def play_both(variant: str, supply: str, seed: int) -> None:
    """Play a random game on both. Players prefer some kinds of moves, so that games differ."""
    rng = Random(seed)
    tastes = [[rng.choice((0.1, 1, 1, 5)) for _ in range(4)] for _ in PLAYERS]
    state = deal(variant, supply, seed)
    slow = Reference(format_deal(state)["layout"], variant, supply)
    compare(state, slow)
    while state.to_act:
        seat = state.to_act[0]
        actions = {format_move(state, seat, action): action for action in state.legal_actions()}
        assert set(actions) == slow.moves()
        legal = list(actions)
        move = rng.choices(legal, [tastes[seat][kind(one)] for one in legal])[0]
        state.apply(actions[move])
        slow.play(move)
        compare(state, slow)
    assert slow.moves() == set()


@pytest.mark.parametrize(("variant", "supply"), KINDS)
def test_random_games_agree_with_the_reference_move_by_move(variant: str, supply: str) -> None:
    for seed in range(4):
        play_both(variant, supply, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "supply"), KINDS)
def test_many_random_games_agree_with_the_reference_move_by_move(variant: str, supply: str) -> None:
    for seed in range(4, 44):
        play_both(variant, supply, seed)


# ---- Captures and networks alone ----


def agree(state: State, branches: Pieces, nodes: Pieces) -> None:
    captors = reference.captures(branches, nodes)
    for seat, player in enumerate(PLAYERS):
        marked = {name for square, name in enumerate(SQUARE_NAMES) if state.captured[seat] >> square & 1}
        assert marked == of(player, captors)
        assert sorted(filter(None, state.length[seat])) == sorted(map(len, reference.networks(branches, player)))


def grown(rng: Random) -> tuple[Pieces, Pieces]:
    """Return at most two random networks of each colour with a node each, compact so that captures occur."""
    branches: Pieces = {}
    nodes: Pieces = {}
    for player in PLAYERS * 2:
        corner = rng.choice([corner for corner in reference.CORNERS if corner not in nodes])
        edges = sorted(edge for edge in reference.EDGES_AT[corner] if edge not in branches)
        if edges:
            nodes[corner] = player
            branches[rng.choice(edges)] = player
    compactness = rng.choice((1, 4, 20))
    for player in rng.choices(PLAYERS, [rng.random() + 0.1, rng.random() + 0.1], k=rng.randint(4, 32)):
        own = of(player, branches)
        reached = {corner for edge in own for corner in ENDS[edge]}
        free = [edge for edge in reference.EDGES if edge not in branches and not reached.isdisjoint(ENDS[edge])]
        if free and len(own) < 24:
            weights = [compactness if reached.issuperset(ENDS[edge]) else 1 for edge in free]
            branches[rng.choices(free, weights)[0]] = player
    return branches, nodes


def put_together(branches: Pieces, nodes: Pieces) -> str | None:
    """Return the position with these pieces, over if a player has ten points; None if no game can reach it."""
    owners = list(nodes.values())
    captors = reference.captures(branches, nodes)
    points = {
        player: [*owners, *captors.values()].count(player)
        + 2 * (reference.largest(branches, player) > reference.largest(branches, OTHER[player]))
        for player in PLAYERS
    }
    ten = [player for player in PLAYERS if points[player] >= 10]
    if len(ten) == 2 or owners.count(PLAYERS[0]) < 2 or owners.count(PLAYERS[1]) < 2:
        return None
    due = f"over 0 {ten[0]}" if ten else "orange turn"
    orange, purple = (" ".join(sorted(of(player, nodes) | of(player, branches))) for player in PLAYERS)
    return f"{EXAMPLE} | {orange} | RB | {purple} | - | {due} | classic limited"


def positions_put_together(seed: int) -> Iterator[tuple[State, Pieces, Pieces]]:
    rng = Random(seed)
    while True:
        branches, nodes = grown(rng)
        text = put_together(branches, nodes)
        if text:
            yield parse_position(text), branches, nodes


def positions_played(seed: int) -> Iterator[tuple[State, Pieces, Pieces]]:
    """Yield positions of random games that build a branch whenever possible, after each branch."""
    rng = Random(seed)
    for game in range(seed, seed + 10**6):
        state = deal(*KINDS[game % len(KINDS)], game)
        while state.to_act:
            actions = state.legal_actions()
            moves = [format_move(state, 0, action) for action in actions]
            branch = [action for action, move in zip(actions, moves, strict=True) if kind(move) == 3]
            state.apply(rng.choice(branch or actions))
            if branch:
                pieces = {name: player for seat, player in enumerate(PLAYERS) for name in names(state, seat)}
                branches = {place: owner for place, owner in pieces.items() if len(place) == 4}
                yield state, branches, {place: owner for place, owner in pieces.items() if len(place) == 2}


def check_positions(positions: Iterator[tuple[State, Pieces, Pieces]], number: int) -> None:
    seen = 0
    captures = 0
    for state, branches, nodes in islice(positions, number):
        agree(state, branches, nodes)
        seen += 1
        captures += sum(state.captured) > 0
    assert seen == number
    assert captures > number // 10


def test_captures_and_networks_agree_with_flood_fills_on_some_positions() -> None:
    check_positions(positions_put_together(1), 1000)
    check_positions(positions_played(1), 1000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [10**6, 2 * 10**6])
def test_captures_and_networks_agree_with_flood_fills_on_many_positions_put_together(seed: int) -> None:
    check_positions(positions_put_together(seed), 15_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3 * 10**6, 4 * 10**6])
def test_captures_and_networks_agree_with_flood_fills_on_many_positions_of_games(seed: int) -> None:
    check_positions(positions_played(seed), 40_000)
