"""Nothing that a seat gets reveals a secret, and determinizing re-draws secrets without bias (S-21)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from random import Random

import pytest

from nodarium.core.errors import IllegalMove
from nodarium.games.starduel.board import MAP_NAMES, PROGRAMMING
from nodarium.games.starduel.notation import format_position, parse_move
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.tests.table import CLASH, GAME, new, position

DRAWS = 24_000


def determinized(state: State, seat: int, seed: int) -> State:
    twin = state.copy()
    twin.determinize(seat, seed)
    return twin


def random_positions(seed: int) -> list[State]:
    """Return some positions of random games on both maps."""
    random = Random(seed)
    found = []
    for chart in MAP_NAMES:
        for deal in range(4):
            state = new(seed + deal, map=chart)
            while state.to_act:
                if random.random() < 0.3:
                    found.append(state.copy())
                seat = random.choice(state.to_act)
                # Players keep their last node, so that games last.
                actions = [action for action in state.legal_actions(seat) if not state.loses_at_once(seat, action)]
                state.apply(random.choice(actions), seat)
    return found


def fits(counts: Counter[str] | Counter[tuple[str, ...]], outcomes: int, limit: float) -> bool:
    """Return whether all outcomes are equally frequent, by a chi-square test."""
    expected = counts.total() / outcomes
    missing = outcomes - len(counts)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected
    return len(counts) <= outcomes and chi_square < limit


def cards_by_place(state: State) -> dict[str, str]:
    """Return all unseen cards: face-down cards by Kurth's names, spares by their number."""
    cards = [card.id for card in state.card_set.cards]
    found = {
        name: cards[state.card[space]]
        for space, name in enumerate(state.map.names)
        if state.hidden >> state.map.places[space] & 1
    }
    for pile in range(2):
        for number in range(state.drawn[pile], 2):
            found[f"spare {pile + 2}{number}"] = cards[state.spares[pile][number]]
    return found


@pytest.mark.rule("S-21")
def test_refusals_reveal_no_secrets() -> None:
    state = new()
    state.apply(parse_move(state, 1, "22"), 1)
    with pytest.raises(IllegalMove) as caught:
        state.apply(parse_move(state, 0, "end"), 0)
    error = str(caught.value.to_dict())
    assert "program Enate ?" in error
    assert "(?) (?) . (?) (?)" in error
    assert "? ? / ? ?" in error
    assert re.search("[tu][0-9]|22", error) is None


@pytest.mark.rule("S-21")
def test_states_that_differ_in_secrets_only_look_the_same() -> None:
    for state in random_positions(1):
        for seat in range(2):
            twin = determinized(state, seat, 99)
            assert twin.legal_actions(seat) == state.legal_actions(seat)
            for watcher in (seat, None):
                assert twin.view(watcher) == state.view(watcher)
                assert format_position(twin, watcher) == format_position(state, watcher)
                assert GAME.renderer.scene(twin, watcher) == GAME.renderer.scene(state, watcher)
                assert str(GAME.renderer.canvas(twin, watcher)) == str(GAME.renderer.canvas(state, watcher))


def open_part(state: State) -> tuple[object, ...]:
    """Return all that isn't secret about cards and programs."""
    secret = cards_by_place(state)
    cards = {name: state.card[space] for space, name in enumerate(state.map.names) if name not in secret}
    sets = state.owned, state.inactive, state.hidden, state.fresh
    return cards, sets, state.tracks, state.drawn, state.to_act_mask, state.phase, state.done, state.view(None)


@pytest.mark.rule("S-21")
def test_determinizing_changes_only_secrets_and_keeps_what_is_known_about_them() -> None:
    for number, state in enumerate(random_positions(2)):
        for seat in range(2):
            twin = determinized(state, seat, number)
            before, after = cards_by_place(state), cards_by_place(twin)
            assert sorted(after.values()) == sorted(before.values())
            assert all(card[0] == before[place][0] for place, card in after.items())  # of the same tier
            assert twin.programs[seat] == state.programs[seat]
            if state.phase != PROGRAMMING or 1 - seat in state.to_act:
                assert twin.programs == state.programs
            assert open_part(twin) == open_part(state)


@pytest.mark.rule("S-21")
def test_determinizing_depends_only_on_what_the_seat_knows() -> None:
    for state in random_positions(3):
        for seat in range(2):
            twin = determinized(state, seat, 5)
            assert format_position(determinized(twin, seat, 6)) == format_position(determinized(state, seat, 6))


@pytest.mark.slow
@pytest.mark.rule("S-21")
def test_unseen_cards_are_equally_likely_on_every_place_of_their_tier() -> None:
    state = position()
    counts: dict[str, Counter[str]] = {place: Counter() for place in cards_by_place(state)}
    for seed in range(DRAWS):
        for place, card in cards_by_place(determinized(state, 0, seed)).items():
            counts[place][card] += 1
    for count in counts.values():
        tier = 10 if next(iter(count)).startswith("t") else 6
        assert fits(count, tier, 33.7 if tier == 10 else 25.7)  # one in 10,000 for 9 and for 5 degrees of freedom


@pytest.mark.slow
@pytest.mark.rule("S-21")
def test_all_orders_of_the_unseen_cards_are_equally_frequent() -> None:
    state = position(CLASH, kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0")  # unseen of tier 3: (u1), (u4), u5, u6
    orders: Counter[tuple[str, ...]] = Counter()
    for seed in range(DRAWS):
        places = cards_by_place(determinized(state, 1, seed))
        orders[tuple(card for card in places.values() if card[0] == "u")] += 1
    assert set(orders) == set(permutations(["u1", "u4", "u5", "u6"]))
    assert fits(orders, 24, 55.1)  # one in 5,000 for 23 degrees of freedom


@pytest.mark.slow
@pytest.mark.rule("S-21")
@pytest.mark.parametrize("seat", [0, 1])
def test_opponents_hidden_program_is_any_program_equally_often(seat: int) -> None:
    state = position()
    state.apply(parse_move(state, 1 - seat, "22"), 1 - seat)
    programs = Counter(determinized(state, seat, seed).program_name(1 - seat) or "" for seed in range(DRAWS))
    assert set(programs) == {*state.map.names, "14", "15"}
    assert fits(programs, 21, 52.4)  # one in 10,000 for 20 degrees of freedom
    assert determinized(state, 1 - seat, 1).program_name(1 - seat) == "22"
