"""Coins: a game with secrets in which all act at once, to test the tests with. It exists in plain Python only."""

from nodarium.core.game import Game
from nodarium.core.knowledge import Knowledge
from nodarium.core.options import Option
from nodarium.core.outcome import Ending

from . import notation, rules, scene

GAME = Game(
    id="coins",
    title="Coins",
    designer="nobody",
    summary="The larger coin takes the point.",
    minutes=1,
    rules_version="1",
    seat_names=("one", "two", "three"),
    options=(Option("players", (2, 3), 2, "K-4", "how many play"),),
    endings=(Ending("K-3", "two rounds were played"),),
    actions=10,
    longest=6,
    state=rules.State,
    notation=notation,
    picture=scene,
    knowledge=Knowledge(state=rules.State),
    secrets=True,
)
