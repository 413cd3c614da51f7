"""Star Duel: two empires program their nodes in secret and take each other's influence."""

from nodarium.core.game import Game
from nodarium.core.options import Option
from nodarium.games.starduel import board, bot, explain, notation, rules, scene

GAME = Game(
    id="starduel",
    title="Star Duel",
    designer="David Thompson",
    summary="Program in secret, activate nodes, attack: who has no influence left has lost.",
    minutes=40,
    rules_version="1",
    seat_names=board.SEAT_NAMES,
    options=(
        Option(
            "map",
            board.MAP_NAMES,
            "hexagon",
            "S-1",
            "the map of spaces between the home worlds",
            board.parse_custom_map,
            "or a .toml file",
        ),
        Option(
            "cards",
            board.CARD_SET_NAMES,
            board.CURRENT_CARDS,
            "S-3",
            "the card set",
            board.parse_custom_cards,
            "or a .toml file",
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
    data=board.data_of,
)
