"""The examples in docs/how-to/run-a-server.md work."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

import nodarium
from nodarium.cli.main import parse
from nodarium.server import wire

TEXT = (Path(__file__).parents[2] / "docs/how-to/run-a-server.md").read_text("utf-8")


def test_the_example_requests_are_valid() -> None:
    shown = re.findall(r"[`'](\{\"do\".*?\})[`']", TEXT)
    kinds = {type(msgspec.json.decode(text, type=wire.SocketRequest)) for text in shown}
    assert kinds == set(wire.SocketRequest.__args__)


def test_the_example_tables_can_be_opened() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    (line,) = re.findall(r"api/tables --json '(\{.*?\})'", TEXT)
    for text in (block, line):
        asked = msgspec.json.decode(text, type=wire.NewTable)
        game = nodarium.find_game(asked.game)
        assert asked.slots
        assert len(asked.slots) == game.state_class(**game.resolve_options(asked.options)).seats


def test_the_example_commands_parse() -> None:
    commands = re.findall(r"^nodarium (serve.*?)(?:  #.*)?$", TEXT, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        assert parse(command.split())[0].name == "serve"
