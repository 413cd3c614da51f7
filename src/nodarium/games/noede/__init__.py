"""Nøde: anchors on the rim decide where nodes may be placed; join sides of the board."""

from nodarium.core.game import Game
from nodarium.core.options import Option
from nodarium.games.noede import board, bot, explain, notation, rules, scene

GAME = Game(
    id="noede",
    title="Nøde",
    designer="Kanare Kato",
    summary="Anchors on the rim open lines; nodes go where two lines cross; join opposite sides, or three.",
    minutes=20,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(
        Option("side", board.SIDES, 6, "O-1", "how many cells a side of the board has"),
        Option("blocked_lines", (False, True), False, "O-7", "whether pieces of the other player block a line"),
    ),
    endings=rules.ENDINGS,
    num_actions=board.MAX_CELLS,
    max_steps=board.MAX_CELLS,
    state_class=rules.State,
    notation=notation,
    explain=explain,
    renderer=scene,
    bot=bot.BOT,
)
