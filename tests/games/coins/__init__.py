"""Coins: a game with secrets in which all players choose at once, to test the tests with."""

from nodarium.core.bot_spec import BotSpec
from nodarium.core.game import Game
from nodarium.core.options import Option

from . import board, explain, notation, rules, scene

GAME = Game(
    id="coins",
    title="Coins",
    designer="nobody",
    minutes=1,
    weight=1,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(Option("players", (2, 3), 2, "K-4"),),
    endings=rules.ENDINGS,
    num_actions=10,
    max_steps=6,
    state_class=rules.State,
    notation=notation,
    explain=explain,
    renderer=scene,
    bot=BotSpec(state_class=rules.State),
    imperfect_information=True,
)
