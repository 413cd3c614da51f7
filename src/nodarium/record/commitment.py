"""The commitment to a deal: published when a match starts, opened when it ends.

The commitment is the SHA-256 of the deal and a random salt, as JSON with sorted keys and no spaces, in UTF-8:

    {"deal":{...},"salt":"..."}

Nobody can guess the deal from it, and nobody can change the deal afterwards.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from nodarium.record.record import Record


def new_salt() -> str:
    return secrets.token_hex(32)


def digest(deal: Mapping[str, Any], salt: str) -> str:
    """Return the commitment to a deal."""
    text = json.dumps({"deal": deal, "salt": salt}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Verdict:
    """Whether a deal is the one that was committed to, and a sentence that says so."""

    valid: bool
    message: str


def verify(record: Record, published: str | None = None) -> Verdict:
    """Check a record's deal against its commitment and, if given, against the one that was published at the start."""
    commitment = record.commitment
    if commitment is None:
        return Verdict(False, "The record has no commitment, so nothing proves that the deal wasn't changed.")
    if published is not None and published.strip().lower() != commitment.sha256:
        return Verdict(False, f"The record's commitment, {commitment.sha256}, isn't the published one.")
    if record.deal is None:
        return Verdict(False, "The record is sealed. The deal can be checked once the record contains it.")
    if commitment.salt is None:
        return Verdict(False, "The record lacks the salt that is needed to check the deal.")
    if digest(record.deal, commitment.salt) != commitment.sha256:
        return Verdict(False, "The deal isn't the one that was committed to: it or its salt was changed.")
    if published is None:
        return Verdict(
            True, f"The deal matches the record's commitment. Compare it with the published one: {commitment.sha256}."
        )
    return Verdict(True, "The deal is the one that was committed to at the start.")
