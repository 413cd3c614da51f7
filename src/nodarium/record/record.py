"""The record of a match: one strict JSON document.

A record holds everything needed to replay the match: the game and the version of its rules, the options, the deal, the
moves and the outcome. A *sealed* record may be published during the match: it holds the commitment to the deal, but
neither the deal nor the salt.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from nodarium.core.decoding import explain_decode_error
from nodarium.core.errors import BadRecord
from nodarium.core.message import Message, Text, any_of, say
from nodarium.core.options import Value
from nodarium.core.patterns import whole

FORMAT: Literal[2] = 2
FORMATS = (1, 2)  # that this program reads; 1 has no `data_sha256`, and data sets without version

Seat = Annotated[int, Meta(ge=0)]
Sha256 = Annotated[str, Meta(pattern=whole("[0-9a-f]{64}"))]


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The person or bot in a seat."""

    name: str
    kind: Literal["person", "bot"] | None = None


class Move(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move that was made, in the game's notation."""

    seat: Seat
    move: str
    clock: Annotated[float, Meta(ge=0)] | None = None  # seconds left on the seat's clock after the move
    comment: str | None = None


class Commitment(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The digest of deal and salt that was published at the start; the salt opens it."""

    sha256: Sha256
    salt: str | None = None


class RecordedOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """Who won, why (in English) and by which rule. A draw has no winners; several seats can share a win."""

    winners: tuple[int, ...]
    reason: str
    rule: str | None


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match as a file."""

    format: Literal[1, 2]
    game: str
    rules_version: str
    options: dict[str, Value]
    data_sha256: Sha256 | None = None  # the digest of the cards, maps, … that it was played with
    players: tuple[Player, ...]  # by seat
    started: Annotated[datetime, Meta(tz=True)] | None = None
    deal: dict[str, Any] | None = None  # None if the record is sealed
    commitment: Commitment | None = None  # None if the match was played elsewhere
    moves: tuple[Move, ...]
    outcome: RecordedOutcome | None = None

    @property
    def sealed(self) -> bool:
        return self.deal is None


def is_encodable(value: object) -> bool:
    """Whether a value is text without lone surrogates."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def format_record(record: Record) -> str:
    """Format a record for people: one field per line, one move per line."""
    parts = []
    for name, value in msgspec.to_builtins(record).items():
        if name == "moves" and value:
            text = "[\n" + ",\n".join(f"    {_json(move)}" for move in value) + "\n  ]"
        else:
            text = _json(value)
        parts.append(f"  {_json(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def format_line(record: Record) -> str:
    """Format a record as one line of a .jsonl file."""
    return msgspec.json.encode(record).decode() + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Header(Struct):
    """The field that every format has, so that a later one is recognised."""

    format: int


def parse_record(data: bytes, line: int | None = None) -> Record:
    """Parse a record. Its moves aren't checked: `Match.from_record` replays them.

    `line` is the line number in a .jsonl file, for error messages.
    """
    data = data.removeprefix(BOM_UTF8)  # some editors on Windows add it
    try:
        written = msgspec.json.decode(data, type=_Header).format
        if written not in FORMATS:
            known = any_of(tuple(map(str, FORMATS)))
            raise BadRecord(at_line(line, say("record-bad-format", known=known, written=str(written))))
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(at_line(line, _invalid(error))) from None
    except msgspec.DecodeError as error:
        raise BadRecord(_malformed(data, error, line or 1)) from None
    except UnicodeDecodeError:
        raise BadRecord(at_line(line, say("record-not-utf8"))) from None
    except RecursionError:
        raise BadRecord(at_line(line, say("record-too-deep"))) from None


def at_line(line: int | None, problem: Message) -> Message:
    return say("record-at", where=say("record-line", line=str(line)), problem=problem) if line else problem


def _invalid(error: msgspec.ValidationError) -> Message:
    """Describe a document that is JSON but not a record, with the number of the move if one is to blame."""
    path, message, _ = explain_decode_error(error, Record)
    where: Text
    found = re.match(r"moves\[(\d+)\]\.?(.*)", path)
    if found and found[2]:
        where = say("record-move-field", number=str(int(found[1]) + 1), field=found[2])
    elif found:
        where = say("record-move", number=str(int(found[1]) + 1))
    else:
        where = path or "record"
    return say("record-at", where=where, problem=message)


def _malformed(data: bytes, error: msgspec.DecodeError, first_line: int) -> Message:
    """Describe malformed JSON, with the line where it breaks off."""
    _, message, byte = explain_decode_error(error, Record)
    line = first_line + data.count(b"\n", 0, len(data.rstrip()) if byte is None else byte)
    return at_line(line, message)
