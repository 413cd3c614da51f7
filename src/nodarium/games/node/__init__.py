"""NODE: networks of branches and nodes on squares that run dry."""

from nodarium.core.game import Game
from nodarium.core.options import Option
from nodarium.games.node import board, bot, cover, explain, notation, rules, scene, symbols

GAME = Game(
    id="node",
    title="NODE",
    designer="Jeffrey Shuter",
    minutes=30,
    weight=2,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(
        Option("variant", board.VARIANTS, "classic", "N-3"),
        Option("supply", board.SUPPLIES, "limited", "N-13"),
    ),
    endings=rules.ENDINGS,
    draw_agreement_rule="N-29",
    num_actions=board.ACTIONS,
    max_steps=rules.MAX_STEPS,
    state_class=rules.State,
    notation=notation,
    explain=explain,
    renderer=scene,
    bot=bot.BOT,
    cover=cover.COVER,
    symbols=symbols.symbols(),
    data=lambda _options: board.DATA,
)
