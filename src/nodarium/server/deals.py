"""Draws deals from 256 bits of the system's random numbers and from what players contribute."""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core.discovery import find_game
from nodarium.record.commitment import drawn_deal, drawn_salt, new_secret
from nodarium.server.events import Deal, Slot, TableConfig
from nodarium.server.table import Table


def draw_deal(config: TableConfig, secret: str | None = None, contributions: Sequence[str | None] = ()) -> Deal:
    """Draw a deal. Players know the hash of the secret before they contribute; the next secret comes with the deal."""
    salt = drawn_salt(secret or new_secret(), contributions)
    return Deal(deal=drawn_deal(find_game(config.game), config.options, salt), salt=salt, next_secret=new_secret())


def draw_next_deal(config: TableConfig, table: Table, user_id: str, entropy: str | None) -> Deal:
    """Draw the next deal at a table, with what its players have contributed, and this user with the last request."""
    given = {**table.contributions, **({user_id: entropy} if entropy else {})}
    texts = contributions_of(table.slots, given)
    if entropy and table.first_slot_of(user_id) is None:  # the user takes the last free slot
        texts = [entropy if slot.player is None else text for slot, text in zip(table.slots, texts, strict=True)]
    return draw_deal(config, table.secret, texts)


def contributions_of(slots: Sequence[Slot], given: dict[str, str]) -> list[str | None]:
    """The contributions by slot."""
    users = [slot.player.user_id if slot.player else None for slot in slots]
    return [given.get(user_id) if user_id else None for user_id in users]
