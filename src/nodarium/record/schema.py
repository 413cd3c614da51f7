"""The JSON schema of a record, made from `Record`. `python -m nodarium.record.schema` writes it to its file."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from nodarium.record.record import Record

FILE = Path(__file__).with_name("record.schema.json")


def schema() -> str:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A record of Nodarium"}
    return json.dumps(head | msgspec.json.schema(Record), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema(), "utf-8")
