"""The position of Coins for the eye."""

from __future__ import annotations

from nodarium.core.canvas import Canvas
from nodarium.core.scene import Path, Scene, Target

from .rules import State


def scene(state: State, seat: int | None) -> Scene:
    coins = [] if seat is None else state.legal_actions(seat)
    return Scene(
        width=100,
        height=100,
        shapes=(),
        panels=(),
        prompt=f"waiting for {len(state.to_act)}",
        targets=tuple(Target(key=f"coin-{coin}", label=f"coin {coin}") for coin in coins),
        paths=tuple(Path(move=f"coin {coin}", targets=(f"coin-{coin}",)) for coin in coins),
    )


def canvas(state: State, seat: int | None) -> Canvas:
    picture = Canvas()
    picture.put(0, 0, f"shown: {state.shown}")
    return picture
