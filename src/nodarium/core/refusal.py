"""How a state refuses what comes through its public door."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from nodarium.core.errors import BadOption, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from nodarium.core.splitmix import U64

if TYPE_CHECKING:
    from nodarium.core.outcome import Outcome
    from nodarium.core.state import State


def game_over(state: State, agreed: Outcome | None = None) -> GameOver:
    """The refusal after the end, whether the rules or the players made it."""
    outcome = agreed or state.outcome
    assert outcome is not None
    return GameOver(f"The game is over: {outcome.reason}.", position=_position(state), rule=outcome.rule)


def not_your_turn(state: State, seat: int | None) -> NotYourTurn:
    from nodarium.core.discovery import game_of

    names = game_of(state).seat_names
    if seat is None:
        able = " and ".join(map(str, state.to_act))
        sentence = f"Seat{'s' * (len(state.to_act) > 1)} {able} may act now: say which one is meant."
    elif isinstance(seat, int) and 0 <= seat < state.seats:
        able = " and ".join(names[one] for one in state.to_act)
        sentence = f"It is for {able} to act, not for {names[seat]}."
    else:
        sentence = f"There is no seat {seat!r}: the seats are 0 to {state.seats - 1}."
    return NotYourTurn(sentence, position=_position(state))


def as_action(action: object) -> int:
    """An action that is a number of another library."""
    try:
        if not isinstance(action, bool):
            return index(action)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise UnreadableMove(f"An action is a whole number, not {action!r}.")


def check_seed(seed: object) -> None:
    if type(seed) is not int or not 0 <= seed <= U64:
        raise BadOption(f"A seed is a whole number from 0 to 2**64 - 1, not {seed!r}.")


def check_same_game(state: State, other: State) -> None:
    """Whether two states belong to one game: whether their classes stand in one folder."""
    if type(state).__module__.rpartition(".")[0] != type(other).__module__.rpartition(".")[0]:
        raise BadOption(f"This needs a state of the same game, not {type(other).__module__}.{type(other).__name__}.")


def illegal_move(state: State, seat: int, action: int) -> IllegalMove:
    from nodarium.core.discovery import game_of

    game = game_of(state)
    try:
        move = game.notation.format_move(state, seat, action)
    except LookupError:
        return IllegalMove(f"There is no action {action} in {game.title}.", position=_position(state, seat))
    rule, sentence = state._explain_illegal(seat, action)
    return IllegalMove(f"{move}: {sentence}", move=move, position=_position(state, seat), rule=rule)


def _position(state: State, seat: int | None = None) -> str:
    """The position as far as a seat, or anybody, may know it."""
    from nodarium.core.discovery import game_of

    return game_of(state).notation.format_position(state, seat)
