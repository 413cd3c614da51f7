"""The examples in the server's documentation work, and its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

import nodarium
from nodarium.cli.main import parse
from nodarium.server import wire

ROOT = Path(__file__).parents[2]
HOW_TO = (ROOT / "docs/how-to/run-a-server.md").read_text("utf-8")
API = (ROOT / "docs/reference/server-api.md").read_text("utf-8")
EXPLANATION = (ROOT / "docs/explanation/server.md").read_text("utf-8")


def test_the_example_requests_are_valid() -> None:
    shown = re.findall(r"[`'](\{\"do\".*?\})[`']", API)
    kinds = {type(msgspec.json.decode(text, type=wire.SocketRequest)) for text in shown}
    assert kinds == set(wire.SocketRequest.__args__)


def test_the_example_tables_can_be_opened() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", API, re.DOTALL)
    (line,) = re.findall(r"api/tables -d '(\{.*?\})'", API)
    for text in (block, line):
        asked = msgspec.json.decode(text, type=wire.NewTable)
        game = nodarium.find_game(asked.game)
        assert asked.slots
        assert len(asked.slots) == game.state_class(**game.resolve_options(asked.options)).seats


def test_the_example_commands_parse() -> None:
    commands = re.findall(r"^nodarium (serve.*?)(?:  #.*)?$", HOW_TO, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        assert parse(command.split())[0].name == "serve"


def test_the_reference_names_every_field_of_a_snapshot() -> None:
    rows = API[API.index("The fields of `now`") : API.index("A `moved` event")]
    named = {name for cell in re.findall(r"^\| (.*?) \|", rows, re.MULTILINE) for name in re.findall(r"`(\w+)`", cell)}
    assert named == set(wire.Snapshot.__struct_fields__)


def test_the_module_table_is_complete() -> None:
    listed = set(re.findall(r"`(\w+\.py|\w+/)`", EXPLANATION))
    folder = ROOT / "src/nodarium/server"
    files = {path.name for path in folder.glob("*.py") if path.name != "__init__.py"}
    packages = {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
    assert listed == files | packages
