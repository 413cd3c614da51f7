"""Each fault that is put into Coins breaks the law that should detect it.

Coins without faults keeps all laws: `test_laws.py` checks it like every other game. Its methods can be replaced only in
plain Python, so these tests need the plain core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from nodarium.core.discovery import find_game
from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.core.refusal import Refusal
from nodarium.core.state import OMNISCIENT, State
from tests import test_laws
from tests.games.coins.board import coins_in, mask_of
from tests.play import CASES, PLAIN, Case
from tests.test_laws import Law

pytestmark = pytest.mark.skipif(not PLAIN, reason="compiled methods can't be replaced")


def coins() -> Case:
    return Case(find_game("coins"), {"players": 2})


def test_each_choice_of_an_option_has_a_case() -> None:
    assert [str(case) for case in CASES if case.game.id == "coins"] == ["coins", "coins-players=3"]


# ---- Faults ----

Fault = Callable[..., Any]
FAULTS: list[tuple[Law, str, Fault]] = []


def breaks(law: Law, part: str) -> Callable[[Fault], Fault]:
    """Mark a fault: a function that replaces a part of the game, gets the real part first, and breaks a law."""

    def add(fault: Fault) -> Fault:
        FAULTS.append((law, part, fault))
        return fault

    return add


@breaks(test_laws.a_seat_sees_no_secrets, "explain.view")
def others_hands_are_shown(real: Fault, state: Any, seat: int | None) -> Any:
    return {**real(state, seat), "hands": list(state.hands)}


@breaks(test_laws.a_seat_sees_no_secrets, "explain.view")
def others_choices_are_shown(real: Fault, state: Any, seat: int | None) -> Any:
    return {**real(state, seat), "chosen": list(state.chosen)}


@breaks(test_laws.a_seat_sees_no_secrets, "explain.view")
def spectators_see_a_hand(real: Fault, state: Any, seat: int | None) -> Any:
    return real(state, seat or 0)


@breaks(test_laws.a_seat_sees_no_secrets, "state_class.legal_actions")
def legal_actions_reveal_covered_coins(real: Fault, state: Any, seat: int) -> Any:
    return coins_in(state.covered)


@breaks(test_laws.a_seat_sees_no_secrets, "notation.format_position")
def a_position_hides_nothing(real: Fault, state: Any, seat: int | None = OMNISCIENT) -> Any:
    return real(state)


@breaks(test_laws.a_seat_sees_no_secrets, "renderer.canvas")
def the_canvas_shows_covered_coins(real: Fault, state: Any, seat: int | None) -> Any:
    canvas = real(state, seat)
    canvas.put(0, 1, str(state.covered))
    return canvas


@breaks(test_laws.a_seat_sees_no_secrets, "renderer.scene")
def the_scene_shows_covered_coins(real: Fault, state: Any, seat: int | None) -> Any:
    return replace(real(state, seat), prompt=say("coins-coin", coin=state.covered))


@breaks(test_laws.a_refusal_reveals_no_secrets, "explain.explain_illegal")
def a_refusal_says_where_the_coin_is(real: Fault, state: Any, seat: int, action: int) -> Any:
    return Refusal("K-2", say("coins-coin", coin=state.covered >> action & 1))


@breaks(test_laws.determinizing_does_not_depend_on_secrets, "state_class._determinize")
def secrets_are_swapped_not_redrawn(real: Fault, state: Any, seat: int, rng: int) -> Any:
    hand = state.hands[1 - seat]
    if hand.bit_count() == 2:
        lowest = mask_of(coins_in(state.covered)[:2])
        state.hands[1 - seat], state.covered = lowest, state.covered ^ lowest | hand
    return rng


@breaks(test_laws.a_determinized_state_is_valid, "state_class._determinize")
def a_coin_is_dealt_twice(real: Fault, state: Any, seat: int, rng: int) -> Any:
    state.covered |= state.hands[seat] | 1 << state.chosen[seat]
    return rng


@breaks(test_laws.a_position_parses_back, "notation.format_position")
def the_position_omits_points(real: Fault, state: Any, seat: int | None = OMNISCIENT) -> Any:
    return real(state, seat).rpartition("|")[0] + "| 0 0"


@breaks(test_laws.a_position_parses_back, "notation.parse_position")
def the_position_omits_the_winner(real: Fault, text: str) -> Any:
    state = real(text)
    state.winner_mask = 0
    return state


@breaks(test_laws.a_copy_is_independent, "state_class._copy_from")
def a_copy_shares_its_lists(real: Fault, state: Any, other: Any) -> Any:
    state.__dict__.update(other.__dict__)


@breaks(test_laws.views_are_plain_data, "explain.view")
def a_view_holds_a_tuple(real: Fault, state: Any, seat: int | None) -> Any:
    return {**real(state, seat), "shown": tuple(state.shown_coins())}


@breaks(test_laws.legal_actions_are_sorted_numbers_below_the_games_bound, "state_class._nth_action")
def actions_are_listed_in_descending_order(real: Fault, state: Any, seat: int, k: int) -> Any:
    return coins_in(state.hands[seat])[-1 - k]


@breaks(test_laws.legal_actions_are_sorted_numbers_below_the_games_bound, "state_class._count_actions")
def a_seat_to_act_has_no_action(real: Fault, state: Any, seat: int) -> Any:
    return 0


@breaks(test_laws.without_a_seat_the_only_seat_to_act_is_assumed, "state_class._resolve_seat")
def without_a_seat_the_first_acts(real: Fault, state: Any, seat: int | None) -> Any:
    return real(state, seat or 0)


@breaks(test_laws.legal_moves_have_distinct_texts_that_parse_back, "notation.format_move")
def all_moves_have_one_text(real: Fault, state: Any, seat: int, action: int) -> Any:
    return "coin 1"


@breaks(test_laws.legal_moves_have_distinct_texts_that_parse_back, "notation.parse_move")
def moves_are_read_as_other_moves(real: Fault, state: Any, seat: int, text: str) -> Any:
    return 10 - real(state, seat, text)


@breaks(test_laws.a_legal_action_is_one_step, "state_class._apply")
def steps_are_not_counted(real: Fault, state: Any, seat: int, action: int) -> Any:
    real(state, seat, action)
    state.ply = 0


@breaks(test_laws.illegal_actions_are_refused_with_their_rule_and_change_nothing, "explain.explain_illegal")
def a_refused_coin_is_lost(real: Fault, state: Any, seat: int, action: int) -> Any:
    state.hands[seat] = 0
    return real(state, seat, action)


@breaks(test_laws.illegal_actions_are_refused_with_their_rule_and_change_nothing, "explain.explain_illegal")
def a_refusal_cites_a_rule_that_does_not_exist(real: Fault, state: Any, seat: int, action: int) -> Any:
    return Refusal("Z-9", say("coins-not-yours"))


@breaks(test_laws.illegal_actions_are_refused_with_their_rule_and_change_nothing, "state_class.apply")
def illegal_actions_are_ignored(real: Fault, state: Any, action: int, seat: int | None) -> Any:
    if state._is_legal(seat, action):
        real(state, action, seat)


@breaks(test_laws.a_seat_that_may_not_act_is_refused, "state_class.apply")
def actions_of_a_seat_that_has_chosen_are_ignored(real: Fault, state: Any, action: int, seat: int | None) -> Any:
    if seat in state.to_act:
        real(state, action, seat)


@breaks(test_laws.no_seat_can_act_after_the_end, "state_class.apply")
def actions_after_the_end_are_ignored(real: Fault, state: Any, action: int, seat: int | None) -> Any:
    if state.to_act:
        real(state, action, seat)


@breaks(test_laws.an_outcome_names_its_winners_and_a_rule, "state_class.outcome")
def all_seats_win(real: Fault, state: Any) -> Any:
    outcome = real(state)
    return outcome and replace(outcome, winners=tuple(range(state.seats)))


@breaks(test_laws.an_outcome_names_its_winners_and_a_rule, "state_class.outcome")
def an_outcome_cites_another_rule(real: Fault, state: Any) -> Any:
    outcome = real(state)
    return outcome and replace(outcome, rule="K-1")


@pytest.mark.parametrize(("law", "part", "fault"), FAULTS, ids=[fault.__name__ for _, _, fault in FAULTS])
def test_fault_breaks_its_law(law: Law, part: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    case = coins()
    positions = [state.copy() for seed in range(20) for state in case.walk(seed)]
    owner = getattr(case.game, part.partition(".")[0])
    name = part.partition(".")[2]
    real = getattr(owner, name)
    faulty: Any = lambda *args: fault(real, *args)  # noqa: E731
    if isinstance(real, property):
        faulty = property(lambda state: fault(real.fget, state))
    monkeypatch.setattr(owner, name, faulty)
    with pytest.raises((AssertionError, NodariumError, pytest.fail.Exception)):
        check_all(law, case, positions)


def check_all(law: Law, case: Case, positions: Iterable[State]) -> None:
    for state in positions:
        law(case.game, state)


def test_every_law_is_broken_by_a_fault() -> None:
    assert {law for law, _, _ in FAULTS} == set(test_laws.LAWS)


def test_secrets_that_are_never_dealt_again_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    case = coins()
    monkeypatch.setattr(case.game.state_class, "_determinize", lambda *args: args[-1])
    with pytest.raises(AssertionError):
        test_laws.test_views_differ_exactly_if_secrets_can_be_dealt_again(case)
