"""The position of Nodes & Colonies for the eye."""

from __future__ import annotations

from nodarium.core.canvas import Canvas
from nodarium.core.scene import Scene
from nodarium.games.colonies.rules import State


def scene(state: State, seat: int | None) -> Scene:
    return Scene(width=100, height=100, shapes=(), panels=(), prompt="", targets=(), paths=())


def canvas(state: State, seat: int | None) -> Canvas:
    return Canvas()
