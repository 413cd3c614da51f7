"""How a game can end, and how one ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from nodarium.core.message import Message, Text, say


@dataclass(frozen=True)
class Ending:
    """One way a game can end."""

    rule: str
    reason: Message  # a clause without a full stop


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """Who won, why and by which rule. A draw has no winners; several seats can share a win."""

    winners: tuple[int, ...]
    reason: Text
    rule: str | None  # None if the players ended it, for example by resigning


def with_rule(reason: Text, rule: str | None) -> Text:
    """A reason, followed by its rule in brackets if it has one."""
    return say("core-by-rule", reason=reason, rule=rule) if rule else reason


def outcome_message(outcome: Outcome, titles: Sequence[Text]) -> Message:
    """Say who won and why, with the titles of the seats."""
    winners = tuple([titles[seat] for seat in outcome.winners])
    because = with_rule(outcome.reason, outcome.rule)
    if not winners:
        return say("core-drawn", reason=because)
    return say("core-won", winners=winners, count=len(winners), reason=because)
