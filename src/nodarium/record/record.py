"""The record of a match: one JSON document, strict about what stands in it.

A record holds everything from which the match can be played again, move by move: the game and the version of its
rules, the options, the deal itself, the moves and how it ended. A *sealed* record is what may be published while the
match goes on: it has the commitment to the deal, but neither the deal nor the salt.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from nodarium.core.errors import BadRecord
from nodarium.core.options import Value
from nodarium.core.outcome import Outcome

FORMAT: Literal[1] = 1

Seat = Annotated[int, Meta(ge=0)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits in a seat."""

    name: str
    kind: Literal["person", "bot"] | None = None


class Move(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move that was made, in the game's notation."""

    seat: Seat
    move: str
    clock: Annotated[float, Meta(ge=0)] | None = None  # what the seat's clock showed after it, in seconds
    comment: str | None = None


class Commitment(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The digest of deal and salt that was published at the start; the salt opens it."""

    sha256: Sha256
    salt: str | None = None


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match as it is kept in a file."""

    format: Literal[1]
    game: str
    rules_version: str
    options: dict[str, Value]
    players: tuple[Player, ...]  # by seat
    started: Annotated[datetime, Meta(tz=True)] | None = None
    deal: dict[str, Any] | None = None  # None if the record is sealed
    commitment: Commitment | None = None  # None if the match was not played here
    moves: tuple[Move, ...]
    outcome: Outcome | None = None

    @property
    def sealed(self) -> bool:
        return self.deal is None


def write_record(record: Record) -> str:
    """The document for people: each part on a line of its own, each move too."""
    parts = []
    for name, value in msgspec.to_builtins(record).items():
        if name == "moves" and value:
            text = "[\n" + ",\n".join(f"    {_json(move)}" for move in value) + "\n  ]"
        else:
            text = _json(value)
        parts.append(f"  {_json(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_line(record: Record) -> str:
    """The document as one line of a file that holds many."""
    return msgspec.json.encode(record).decode() + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Header(Struct):
    """What every format has, so that a later one is recognised."""

    format: int


def read_record(data: bytes, line: int | None = None) -> Record:
    """The record in a document, or in a line of a file of many. Whether its moves are legal, replaying it tells."""
    where = f"Line {line}: " if line else ""
    data = data.removeprefix(BOM_UTF8)  # some editors on Windows add it
    try:
        written = msgspec.json.decode(data, type=_Header).format
        if written != FORMAT:
            raise BadRecord(f"{where}format: the record has format {written}; this program reads format {FORMAT}.")
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(where + _invalid(str(error))) from None
    except msgspec.DecodeError as error:
        raise BadRecord(_malformed(data, str(error), line or 1)) from None
    except UnicodeDecodeError:
        raise BadRecord(f"{where}the record is no text in UTF-8.") from None
    except RecursionError:
        raise BadRecord(f"{where}the record is nested too deeply.") from None


def _invalid(complaint: str) -> str:
    """What is wrong with a document that is JSON but no record: ``Expected ... - at `$.moves[2].seat` ``."""
    what, _, path = complaint.partition(" - at `$")
    path = path.strip("`.")
    found = re.match(r"moves\[(\d+)\]\.?(.*)", path)
    if found:
        path = f"Move {int(found[1]) + 1}" + (f", {found[2]}" if found[2] else "")
    return f"{path or 'record'}: {what[:1].lower()}{what[1:]}."


def _malformed(data: bytes, complaint: str, first_line: int) -> str:
    """Where the JSON breaks off: `JSON is malformed: ... (byte 34)`, or no byte if its end is missing."""
    what, _, byte = complaint.rstrip(")").partition(" (byte ")
    line = first_line + data.count(b"\n", 0, int(byte) if byte else len(data.rstrip()))
    return f"Line {line}: {what}."
