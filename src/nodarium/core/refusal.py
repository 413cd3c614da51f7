"""The errors that a state's public methods raise, and the checks that raise them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nodarium.core.errors import BadOption, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from nodarium.core.message import Message, say
from nodarium.core.numbers import as_int

if TYPE_CHECKING:
    from nodarium.core.outcome import Outcome
    from nodarium.core.state import State


class Refusal(NamedTuple):
    """Why an action is illegal: the rule that forbids it, and a sentence for people."""

    rule: str
    message: Message


def game_over(state: State, outcome: Outcome | None = None) -> GameOver:
    """Build the error for an action after the end. Pass the outcome if the players, not the rules, ended the game."""
    outcome = outcome or state.outcome
    assert outcome is not None
    return GameOver(say("core-game-over", reason=outcome.reason), position=_position(state), rule=outcome.rule)


def not_your_turn(state: State, seat: object) -> NotYourTurn:
    title = state.game.seat_title
    able = state.to_act
    if seat is None and not able:
        message = say("core-no-seat-to-act")
    elif seat is None:
        message = say("core-seats-can-act", seats=tuple(map(str, able)), count=len(able))
    elif isinstance(seat, int) and 0 <= seat < state.seats:
        message = say("core-not-your-turn", able=tuple([title(one) for one in able]), seat=title(seat))
    else:
        message = say("core-unknown-seat", seat=repr(seat), last=state.seats - 1)
    return NotYourTurn(message, position=_position(state))


def illegal_move(state: State, seat: int, action: int) -> IllegalMove:
    """Build the error for an illegal action: the game explains it, the move and the position are added here."""
    game = state.game
    position = _position(state, seat)
    try:
        move = game.notation.format_move(state, seat, action)
    except LookupError:
        return IllegalMove(say("core-no-such-action", game=game.title, action=str(action)), position=position)
    rule, message = game.explain.explain_illegal(state, seat, action)
    return IllegalMove(message, move=move, position=position, rule=rule)


def as_action(action: object) -> int:
    """Return an action as an int; it may come from NumPy."""
    if type(action) is int:
        return action
    number = as_int(action)
    if number is None:
        raise UnreadableMove(say("core-action-not-integer", action=repr(action)))
    return number


def as_seat(state: State, seat: object) -> int:
    """Return a seat as an int, if the state has it."""
    number = int(seat) if isinstance(seat, int) else as_int(seat)
    if number is None or not 0 <= number < state.seats:
        raise not_your_turn(state, seat)
    return number


def as_seed(seed: object) -> int:
    return _as_number_of_bits(seed, 64)


def as_deal_seed(seed: object) -> int:
    return _as_number_of_bits(seed, 256)


def _as_number_of_bits(seed: object, bits: int) -> int:
    number = as_int(seed)
    if number is None or not 0 <= number < 1 << bits:
        raise BadOption(say("core-bad-seed", bits=bits, seed=repr(seed)))
    return number


def check_same_game(state: State, other: State) -> None:
    if state.game is not other.game:
        raise BadOption(say("core-other-game", expected=state.game.title, given=other.game.title))


def _position(state: State, seat: int | None = None) -> str:
    """Format the position as far as a seat, or a spectator, may know it."""
    return state.game.notation.format_position(state, seat)
