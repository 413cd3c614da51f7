"""The position of Coins for the eye."""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core.canvas import Canvas
from nodarium.core.message import say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Circle, Group, Moment, Panel, Path, Reveal, Row, Scene, Shape, Target, Text

from .rules import State


def scene(state: State, seat: int | None) -> Scene:
    coins = [] if seat is None else state.legal_actions(seat)
    shown = [
        _coin(f"shown-{coin}", coin, 12 + 15 * place, 20, "grey") for place, coin in enumerate(state.shown_coins())
    ]
    own = [_coin(f"coin-{coin}", coin, 35 + 30 * place, 50, "yellow") for place, coin in enumerate(coins)]
    outcome = state.outcome
    titles = [state.game.seat_title(one) for one in range(state.seats)]
    return Scene(
        width=100,
        height=70,
        shapes=(*shown, *own),
        panels=tuple(
            Panel(
                key=f"player-{one}",
                title=state.game.seat_title(one),
                value=str(state.points[one]),
                rows=(Row(label=say("coins-coins"), text=str(state.hands[one].bit_count())),),
                style=f"panel seat-{one}",
                seat=one,
            )
            for one in range(state.seats)
        ),
        prompt=outcome_message(outcome, titles) if outcome else say("coins-waiting", count=len(state.to_act)),
        targets=tuple(Target(key=f"coin-{coin}", label=say("coins-coin", coin=coin)) for coin in coins),
        paths=tuple(Path(move=f"coin {coin}", targets=(f"coin-{coin}",)) for coin in coins),
        moments=(_reveal(state),) if state.rounds else (),
    )


def _reveal(state: State) -> Moment:
    """The coins of the last round."""
    coins = state.shown_coins()[(state.rounds - 1) * state.seats :]
    return Moment(
        key=f"round-{state.rounds}",
        sentence=say("coins-largest", coin=max(coins)),
        reveals=tuple(
            Reveal(
                seat=seat,
                title=state.game.seat_title(seat),
                text=str(coin),
                note=say("coins-coin", coin=coin),
                tag=say("coins-point") if coin == max(coins) else "",
                target=f"shown-{coin}",
            )
            for seat, coin in enumerate(coins)
        ),
    )


def _coin(key: str, coin: int, x: float, y: float, hue: str) -> Shape:
    return Group(
        key=key,
        label=say("coins-coin", coin=coin),
        x=x,
        y=y,
        shapes=(
            Circle(key=f"{key}-disc", style=f"piece {hue}", x=0, y=0, radius=6),
            Text(key=f"{key}-number", style=f"text {hue} strong", x=0, y=0, size=5, text=str(coin)),
        ),
    )


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    coin = keys[-1].rpartition("-")[2]
    return f"coin {coin}" if coin.isdecimal() else None


def canvas(state: State, seat: int | None) -> Canvas:
    picture = Canvas()
    picture.put(0, 0, say("coins-shown", coins=str(state.shown_coins())))
    return picture
