"""The stored form of events, and the translation of what earlier versions stored.

Every stored event says which version of the format it has, and from version 3 on which version of the game's rules it
was made by. Version 1, before the field existed, had other tags and field names. `EventReader` translates old events on
reading, so the rest of the server knows the newest form only. When the format changes again, raise `VERSION` and add a
step from the version before; never change an existing step.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from nodarium.core.discovery import find_game, game_ids
from nodarium.server.events import Event

VERSION = 3
RULES_FIELD = ',"rules":"'
VERSION_TAIL = f',"version":{VERSION}}}'  # last, because msgspec decodes fastest if the tag is first

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode

Json = dict[str, Any]

V1_KINDS = {
    "created": "table-opened",
    "sat": "joined",
    "stood": "left-table",
    "closed": "table-closed",
    "claimed": "victory-claimed",
    "proposed": "proposal-made",
    "agreed": "proposal-accepted",
    "declined": "proposal-declined",
    "dealt": "game-dealt",
    "said": "chat-sent",
    "left": "disconnected",
    "returned": "reconnected",
    "paused": "downtime-credited",
    "finished": "result-recorded",
}
V1_FIELDS = {"terms": "config", "places": "slots", "place": "slot", "lost": "milliseconds"}
V1_PLAYER_FIELDS = {"person": "user_id", "level": "bot_level", "account": "registered"}
V1_CLOCKS = {"move": "per-turn", "game": "fischer", "days": "correspondence"}


class UnknownVersion(ValueError):
    """A newer version of the program wrote the event."""


class UnknownRules(ValueError):
    """The event was made by rules that this program doesn't have."""


def encode_event(event: Event, rules: str = "") -> str:
    """Encode an event. `rules` is the table's `Table.rules`."""
    return _encode(event).decode()[:-1] + _tail(rules)


@cache
def _tail(rules: str) -> str:
    return f'{RULES_FIELD}{rules}"{VERSION_TAIL}' if rules else VERSION_TAIL


@cache
def check_rules(rules: str) -> None:
    """Raise `UnknownRules` unless this program has these rules, such as `chess-1`."""
    game, _, version = rules.rpartition("-")
    ours = find_game(game).rules_version if game in game_ids() else None
    if version != ours:
        has = f"has version {ours}" if ours else "doesn't have this game"
        raise UnknownRules(f"The event was made by version {version} of the rules of {game!r}; this program {has}.")


class EventReader:
    """Reads the events of one table, in their order."""

    def __init__(self) -> None:
        self._proposer: int | None = None  # in version 1, a seat that declined its own proposal withdrew it

    def read(self, text: str) -> Event:
        if text.endswith(VERSION_TAIL):
            start = text.rfind(RULES_FIELD)
            if start >= 0:
                check_rules(text[start + len(RULES_FIELD) : -len(VERSION_TAIL) - 1])
            decoded: Event = _decode(text)
            return decoded
        data: Json = msgspec.json.decode(text)
        version = data.pop("version", 1)
        if version == 1:
            data = self._from_v1(data)
        elif version not in (2, VERSION):  # version 3 added the rules to version 2
            raise UnknownVersion(f"The event has version {version}; this program knows versions up to {VERSION}.")
        event: Event = msgspec.convert(data, Event)
        return event

    def _from_v1(self, old: Json) -> Json:
        new = renamed(old, V1_FIELDS)
        kind = new["kind"] = V1_KINDS.get(old["kind"], old["kind"])
        if kind == "table-opened":
            new["config"] = v1_config(new["config"])
            new["slots"] = [v1_slot(slot) for slot in new["slots"]]
        elif kind == "joined":
            new["player"] = renamed(new["player"], V1_PLAYER_FIELDS)
        elif kind == "victory-claimed":
            new["absent_seat"] = new.pop("seat")
        elif kind == "proposal-made":
            self._proposer = new["seat"]
            new["what"] = "rematch" if new["what"] == "again" else new["what"]
        elif kind == "proposal-declined" and new["seat"] == self._proposer:
            new["kind"] = "proposal-withdrawn"
        return new


def summary_from_v1(old: Json) -> Json:
    """Translate a table's summary, which version 1 stored as JSON in `rooms.summary`."""
    new = renamed(old, V1_FIELDS)
    new["config"] = v1_config(new["config"])
    new["slots"] = [v1_slot(slot) for slot in new["slots"]]
    return new


def v1_config(config: Json) -> Json:
    clock = config.get("clock")
    return {**config, "clock": {**clock, "kind": V1_CLOCKS[clock["kind"]]}} if clock else config


def v1_slot(slot: Json) -> Json:
    new = renamed(slot, {"kept_for": "reserved_for"})
    return {name: renamed(player, V1_PLAYER_FIELDS) for name, player in new.items() if player is not None}


def renamed(old: Json, names: Mapping[str, str]) -> Json:
    return {names.get(name, name): value for name, value in old.items()}
