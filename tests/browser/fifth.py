"""A server whose only game is the test game. It runs in pure Python in a separate process."""

import sys
from pathlib import Path

import nodarium.games
from nodarium.server.launcher import bind, run
from nodarium.server.settings import ServerSettings

if __name__ == "__main__":
    nodarium.games.__path__ = [str(Path(__file__).parents[1] / "games")]
    place = bind("127.0.0.1", int(sys.argv[1]))
    run(ServerSettings(database=f"sqlite:///{sys.argv[2]}"), place)
