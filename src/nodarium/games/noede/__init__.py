"""Nøde: anchors on the rim decide where nodes may be placed; join sides of the board."""

from nodarium.core.game import Game
from nodarium.core.options import Option
from nodarium.games.noede import board, bot, cover, explain, notation, rules, scene, symbols

GAME = Game(
    id="noede",
    title="Nøde",
    designer="Kanare Kato",
    minutes=20,
    weight=1,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(
        Option("side", board.SIDES, 6, "O-1"),
        Option("blocked_lines", (False, True), False, "O-7"),
    ),
    endings=rules.ENDINGS,
    num_actions=board.MAX_CELLS,
    max_steps=board.MAX_CELLS,
    state_class=rules.State,
    notation=notation,
    explain=explain,
    renderer=scene,
    bot=bot.BOT,
    cover=cover.COVER,
    symbols=symbols.SYMBOLS,
)
