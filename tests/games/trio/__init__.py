"""Trio: three in a row on three by three cells."""

from nodarium.core.bot_spec import BotSpec
from nodarium.core.game import Game

from . import board, explain, notation, rules, scene

GAME = Game(
    id="trio",
    title="Trio",
    designer="",
    minutes=1,
    weight=1,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(),
    endings=rules.ENDINGS,
    num_actions=board.CELLS,
    max_steps=board.CELLS,
    state_class=rules.State,
    notation=notation,
    explain=explain,
    renderer=scene,
    bot=BotSpec(state_class=rules.State),
)
