"""Star Duel: two empires program their nodes in secret and take each other's influence."""

from nodarium.core.game import Game
from nodarium.core.options import Option
from nodarium.games.starduel import board, bot, cover, explain, notation, rules, scene, symbols

GAME = Game(
    id="starduel",
    title="Star Duel",
    designer="David Thompson",
    minutes=40,
    weight=4,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(
        Option(
            "map",
            board.MAP_NAMES,
            "hexagon",
            "S-1",
            board.parse_custom_map,
        ),
        Option(
            "cards",
            board.CARD_SET_NAMES,
            board.CURRENT_CARDS,
            "S-3",
            board.parse_custom_cards,
            board.UNVERSIONED_CARDS,
        ),
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
    cover=cover.COVER,
    symbols=symbols.SYMBOLS,
    data=board.data_of,
)
