"""The commitment to a deal: published when a match starts, opened when it ends.

The commitment is the SHA-256 of the deal and a random salt, as JSON with sorted keys and no spaces, in UTF-8:

    {"deal":{...},"salt":"..."}

Nobody can guess the deal from it, and nobody can change the deal afterwards.

A server can also show that it didn't choose the deal. It publishes the SHA-256 of a random secret; then players may
contribute texts; then the salt is `drawn-1 SECRET TEXT ...`, with `-` for a player who contributes nothing, and the
seed of the deal is the SHA-256 of that salt.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from nodarium.core.discovery import find_game
from nodarium.core.errors import NodariumError
from nodarium.core.game import Game
from nodarium.core.message import Message, say
from nodarium.core.options import Value
from nodarium.record.record import Record

DEAL_BITS = 256  # of chance in a deal
DRAWN = "drawn-1"  # begins the salt of a deal that was drawn with contributions
NO_CONTRIBUTION = "-"


def new_salt() -> str:
    return secrets.token_hex(32)


def digest(deal: Mapping[str, Any], salt: str) -> str:
    """Return the commitment to a deal."""
    text = json.dumps({"deal": deal, "salt": salt}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def new_secret() -> str:
    return secrets.token_hex(DEAL_BITS // 8)


def hash_secret(secret: str) -> str:
    """Return what a server publishes before anybody contributes."""
    return sha256(secret.encode()).hexdigest()


def drawn_salt(secret: str, contributions: Sequence[str | None]) -> str:
    """Return the salt of a deal that a server's secret and the players' contributions, by slot, decide."""
    return " ".join([DRAWN, secret, *[text or NO_CONTRIBUTION for text in contributions]])


def secret_of(salt: str | None) -> str | None:
    """Return the secret in a salt; None if the deal wasn't drawn with one."""
    return salt.split(" ")[1] if salt and salt.startswith(f"{DRAWN} ") else None


def drawn_deal(game: Game, options: Mapping[str, Value], salt: str) -> dict[str, Any]:
    """Return the deal that a salt decides."""
    seed = int.from_bytes(sha256(salt.encode()).digest(), "big")
    return game.notation.format_deal(game.new_state(options, seed))


@dataclass(frozen=True)
class Verdict:
    """Whether a deal is the one that was committed to, and a sentence that says so."""

    valid: bool
    message: Message


def verify(record: Record, published: str | None = None) -> Verdict:
    """Check a record's deal against its commitment and, if given, against the one that was published at the start."""
    commitment = record.commitment
    if commitment is None:
        return Verdict(False, say("record-no-commitment"))
    if published is not None and published.strip().lower() != commitment.sha256:
        return Verdict(False, say("record-other-commitment", sha256=commitment.sha256))
    if record.deal is None:
        return Verdict(False, say("record-sealed-deal"))
    if commitment.salt is None:
        return Verdict(False, say("record-no-salt"))
    if digest(record.deal, commitment.salt) != commitment.sha256:
        return Verdict(False, say("record-deal-changed"))
    drawn = _verify_draw(record, commitment.salt)
    if drawn and not drawn.valid:
        return drawn
    verdict = say("record-deal-verified")
    if published is None:
        verdict = say("record-deal-matches", sha256=commitment.sha256)
    return Verdict(True, say("record-verdict", deal=verdict, draw=drawn.message) if drawn else verdict)


def _verify_draw(record: Record, salt: str) -> Verdict | None:
    """Check that a deal follows from the secret and the contributions in its salt, if it has them."""
    secret = secret_of(salt)
    if secret is None:
        return None
    try:
        expected = drawn_deal(find_game(record.game), record.options, salt)
    except NodariumError as error:
        return Verdict(False, say("record-not-drawn-again", problem=error.message))
    if expected != record.deal:
        return Verdict(False, say("record-deal-does-not-follow"))
    texts = [text for text in salt.split(" ")[2:] if text != NO_CONTRIBUTION]
    return Verdict(
        True,
        say("record-deal-follows", contributions=", ".join(texts), count=len(texts), sha256=hash_secret(secret)),
    )
