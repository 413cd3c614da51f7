"""The examples in the server's documentation work, and its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from prometheus_client import REGISTRY

import nodarium
from nodarium.cli import admin_reports, admin_tables, admin_users
from nodarium.cli.main import parse
from nodarium.cli.serve import RETENTION
from nodarium.server import metrics, wire, wire_admin
from nodarium.server.settings import Retention

ROOT = Path(__file__).parents[2]
HOW_TO = (ROOT / "docs/how-to/run-a-server.md").read_text("utf-8")
API = (ROOT / "docs/reference/server-api.md").read_text("utf-8")
EXPLANATION = (ROOT / "docs/explanation/server.md").read_text("utf-8")


def test_the_example_requests_are_valid() -> None:
    shown = re.findall(r"[`'](\{\"do\".*?\})[`']", API.partition("## Moderation")[0])
    kinds = {type(msgspec.json.decode(text, type=wire.SocketRequest)) for text in shown}
    assert kinds == set(wire.SocketRequest.__args__)


def test_the_example_actions_of_moderators_are_valid() -> None:
    rows = API.partition("## Moderation")[2]
    kinds: dict[str, Any] = {
        "users": wire_admin.AnyUserAction,
        "tables": wire_admin.AnyTableAction,
        "reports": wire_admin.CloseReport,
    }
    for name, kind in kinds.items():
        (row,) = re.findall(rf"^\| `POST /api/admin/{name}/ID` \|(.*)$", rows, re.MULTILINE)
        shown = {type(msgspec.json.decode(text, type=kind)) for text in re.findall(r"`(\{.*?\})`", row)}
        assert shown == set(getattr(kind, "__args__", (kind,)))


def test_the_example_tables_can_be_opened() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", API, re.DOTALL)
    (line,) = re.findall(r"api/tables --json '(\{.*?\})'", API)
    for text in (block, line):
        asked = msgspec.json.decode(text, type=wire.NewTable)
        game = nodarium.find_game(asked.game)
        assert asked.slots
        assert len(asked.slots) == game.state_class(**game.resolve_options(asked.options)).seats


def test_the_example_commands_parse() -> None:
    commands = re.findall(r"^nodarium (.*?)(?:  +#.*)?$", HOW_TO, re.MULTILINE)
    assert {parse(command.split())[0].name for command in commands} == {"serve", "backup", "restore", "admin"}


def test_the_how_to_lists_every_moderators_command_metric_and_retention_option() -> None:
    named = set(re.findall(r"`(?:nodarium )?(admin [a-z-]+)", HOW_TO))
    commands = (*admin_users.COMMANDS, *admin_tables.COMMANDS, *admin_reports.COMMANDS)
    assert {command.name for command in commands} <= named
    assert metrics  # importing it registers them
    known = {family.name for family in REGISTRY.collect() if family.name.startswith("nodarium_")}
    assert {name.removesuffix("_total") for name in re.findall(r"`(nodarium_\w+)`", HOW_TO)} == known
    for name, days, _ in RETENTION:
        assert getattr(Retention(), name) == days
        assert re.search(rf"^\| `--retention-{name}` \|.*\| {days} \|$", HOW_TO, re.MULTILINE)


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
