"""Nodes & Colonies: explore, colonise and invade with cards from a hidden hand."""

from nodarium.core.game import Game
from nodarium.core.options import Option
from nodarium.games.colonies import board, bot, cover, explain, notation, rules, scene, symbols

GAME = Game(
    id="colonies",
    title="Nodes & Colonies",
    designer="",
    minutes=30,
    weight=3,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(
        Option("players", board.PLAYERS, 2, "C-5"),
        Option(
            "layout",
            tuple(board.LAYOUTS),
            "grid",
            "C-3",
            board.parse_custom_layout,
        ),
        Option("movement", board.MOVEMENTS, "line", "C-11"),
    ),
    endings=rules.ENDINGS,
    num_actions=board.ACTIONS,
    max_steps=rules.MAX_STEPS,
    state_class=rules.State,
    notation=notation,
    explain=explain,
    renderer=scene,
    bot=bot.BOT,
    imperfect_information=True,
    symbols=symbols.SYMBOLS,
    cover=cover.COVER,
    data=board.data_of,
)
